/** For tests: a certificate module that writes JSON in the form of terms. */
import type { CertificateModule } from "../module.ts";

const term = (value: unknown) => `(json ${JSON.stringify(JSON.stringify(value))})`;

const toy: CertificateModule = {
  imports: ["Toy"],
  terms: ({ events, decisions, final }) => ({
    events: events.map(term),
    decisions: decisions.map(term),
    final: term(final),
  }),
};

export default toy;
