/** The stand-in's programs, for tests only: see `install.ts`. Called with the program's name and arguments. */
import process from "node:process";
import { kernel } from "./kernels.ts";
import { lake } from "./lake.ts";
import { RELEASES } from "./releases.ts";

const [program, ...args] = process.argv.slice(2);
const version = process.env.STANDIN_VERSION ?? "";
const release = RELEASES[version] ?? { ...RELEASES["4.28.0"]!, version, bundled: [] };

switch (program) {
  case "lean":
    if (args[0] === "--version") {
      console.log(`Lean (version ${version}, x86_64-unknown-linux-gnu, commit 0, Release)`);
    } else {
      console.error("The stand-in for lean only knows --version");
      process.exitCode = 1;
    }
    break;
  case "lake":
    process.exitCode = await lake(release, args);
    break;
  default:
    process.exitCode = kernel(program!, args);
}
