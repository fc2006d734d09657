/** The page's own style and program. */
import base from "./style/base.css" with { type: "text" };
import explorer from "./style/explorer.css" with { type: "text" };
import overview from "./style/overview.css" with { type: "text" };
import program from "./client/bundle.txt" with { type: "text" };

/** The style sheet. */
export const STYLE: string = [base, overview, explorer].join("\n");

/** The program: the modules of `client/`, bundled by `deno task bundle`. */
export const PROGRAM: string = program;
