/** The page's own style and program. The program is many small modules here, and one script in the page. */
import base from "./style/base.css" with { type: "text" };
import explorer from "./style/explorer.css" with { type: "text" };
import overview from "./style/overview.css" with { type: "text" };
import coverage from "./client/coverage.js" with { type: "text" };
import data from "./client/data.js" with { type: "text" };
import delta from "./client/delta.js" with { type: "text" };
import diagram from "./client/diagram.js" with { type: "text" };
import dom from "./client/dom.js" with { type: "text" };
import explorerView from "./client/explorer.js" with { type: "text" };
import inspector from "./client/inspector.js" with { type: "text" };
import jsonView from "./client/json_view.js" with { type: "text" };
import layout from "./client/layout.js" with { type: "text" };
import list from "./client/list.js" with { type: "text" };
import main from "./client/main.js" with { type: "text" };
import overviewView from "./client/overview.js" with { type: "text" };
import search from "./client/search.js" with { type: "text" };
import timeline from "./client/timeline.js" with { type: "text" };

/** The style sheet. */
export const STYLE: string = [base, overview, explorer].join("\n");

/** Each module after those that it imports. */
const MODULES = [
  dom,
  data,
  delta,
  search,
  jsonView,
  layout,
  diagram,
  list,
  timeline,
  inspector,
  overviewView,
  coverage,
  explorerView,
  main,
];

/** The program: one script, since a page opened from disk may import no module. */
export const PROGRAM: string = MODULES.map(inlined).join("\n");

/** The module without its imports and exports; names are unique across all of them. */
function inlined(source: string): string {
  return source.replaceAll(/^import .*?;\n/gms, "").replaceAll(/^export /gm, "");
}
