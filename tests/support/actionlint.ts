/** The linter for workflows: which one, and where Go puts it. */
import { join } from "node:path";

/** The package, with the version that the tests use. */
export const ACTIONLINT = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";

/** Where `go install` puts the program; without Go its mere name. */
export async function actionlintPath(): Promise<string> {
  try {
    const { success, stdout } = await new Deno.Command("go", {
      args: ["env", "GOBIN", "GOPATH"],
      stderr: "null",
    }).output();
    const [bin, path] = new TextDecoder().decode(stdout).split("\n");
    if (success) return join(bin || join(path!, "bin"), "actionlint");
  } catch {
    // There is no Go: it may be on PATH all the same.
  }
  return "actionlint";
}
