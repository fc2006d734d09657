/** For tests: a certificate module that says something true of each trace. */
import type { CertificateModule } from "../module.ts";

const toy: CertificateModule = {
  header: "module",
  statement: ({ id }) => `-- ${id}\nexample : 1 = 1 := rfl`,
};

export default toy;
