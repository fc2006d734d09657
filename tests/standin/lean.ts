/** The stand-in's `lean`, for tests only: see `install.ts`. It answers `--version` and nothing else. */
import process from "node:process";

if (process.argv[2] === "--version") {
  console.log(`Lean (version ${process.env.STANDIN_VERSION}, stand-in, commit 0, Release)`);
} else {
  console.error("The stand-in for lean only knows --version");
  process.exitCode = 1;
}
