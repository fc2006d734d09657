/**
 * Opens a report from disk in a real browser, uses it by keyboard, and prints what was there to see as one
 * line of JSON. A process of its own: the driver of the browser wants more permissions than a test has.
 */
import { pathToFileURL } from "node:url";
import axe from "npm:axe-core@4.14.1";
import { type Browser, chromium, type Page } from "npm:playwright-core@1.65.1";
import { chromiumPath } from "./chromium.ts";

/** What a visitor saw. */
export interface Seen {
  /** What the console said, errors that nobody caught, and addresses that were asked for. */
  readonly complaints: readonly string[];
  readonly requests: readonly string[];
  /** The first view, and how many blocks of traces were decoded for it. */
  readonly verdict: string;
  readonly stages: readonly string[];
  readonly times: readonly string[];
  readonly messages: readonly string[];
  /** By how much the first view is wider than the window, in pixels. */
  readonly overhang: number;
  /** What the trace that opens first shows. */
  readonly opened: string;
  readonly step: string;
  readonly diverging: string;
  readonly decisions: readonly string[];
  readonly visited: readonly string[];
  readonly current: string;
  readonly state: string;
  /** What the first cell of the coverage leads to: a search, and the step that it is about. */
  readonly cell: { readonly searched: string; readonly step: string };
  /** The step after the keys Home, then ArrowDown. */
  readonly moved: readonly string[];
  /** The list after a search for `tag:evil`, and the title of what Enter opens then. */
  readonly found: readonly string[];
  readonly evil: string;
  /** The state of a trace without events. */
  readonly empty: string;
  readonly hacked: boolean;
  readonly address: string;
  /** A report that is opened at an address of its own. */
  readonly deepStep: string;
  /** What axe finds wrong, by view, width and colour scheme. */
  readonly violations: readonly string[];
  /** Names of events that something covers, by width. */
  readonly covered: readonly string[];
  /** The same of a page on which a veil covers everything, and pale text stands on a pale ground. */
  readonly planted: { readonly violations: number; readonly covered: number };
  /** Whether the focus and the scroll of a view are as they were left. */
  readonly kept: boolean;
  /** The step that the link of a step leads to. */
  readonly linked: string;
  /** Headings of the first view of a refused run, in order. */
  readonly headings: readonly string[];
  /** Background in the light and in the dark. */
  readonly grounds: readonly string[];
}

/** Without the background requests that a fresh profile makes. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Widths of a phone and of a laptop, in pixels. */
const WIDTHS = [390, 1280];
/** WCAG 2.2, levels A and AA. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Names of events in sight of which a corner or the middle belongs to another element. */
const COVERED = `[...document.querySelectorAll(".step .title, .matrix tbody th")].filter((name) => {
  name.scrollIntoView({ block: "center" });
  const { left, right, top, bottom, width } = name.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  return width < 20 || [left + 1, (left + right) / 2, right - 1].some((x) => {
    const at = document.elementFromPoint(x, middle);
    return at !== null && !name.contains(at) && !at.contains(name);
  });
}).map((name) => name.textContent)`;

/** Covers the page. */
const VEIL = `document.body.append(Object.assign(document.createElement("div"), {
  id: "veil",
  style: "position:fixed;inset:0;z-index:99;background:#eee;color:#ddd",
}))`;
/** Leaves of it a line of text that nobody can read. */
const PALE = `Object.assign(document.getElementById("veil"), {
  textContent: "pale",
  style: "position:static;background:#eee;color:#ddd",
})`;

if (import.meta.main) {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ARGUMENTS });
  try {
    console.log(JSON.stringify(await visit(browser, pathToFileURL(Deno.args[0]!).href)));
  } finally {
    await browser.close();
  }
}

async function visit(browser: Browser, url: string): Promise<Seen> {
  const [complaints, requests]: [string[], string[]] = [[], []];
  const open = async (colorScheme: "light" | "dark", address: string) => {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1440, height: 900 } });
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(address);
    return page;
  };
  const page = await open("light", url);
  const text = (selector: string) => page.locator(selector).innerText();
  const texts = (selector: string) => page.locator(selector).allInnerTexts();
  const first = {
    verdict: await text("h1"),
    stages: await texts(".stages tbody th"),
    times: await texts(".stages .time span:not(.bar)"),
    messages: await texts(".finding .message"),
    overhang: await page.evaluate("document.documentElement.scrollWidth - innerWidth") as number,
  };
  await page.keyboard.press("2");
  await page.locator(".cell").first().focus();
  await page.keyboard.press("Enter");
  await page.locator(".cell-detail a").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".step[aria-selected=true]");
  const cell = {
    searched: await page.locator("input[type=search]").inputValue(),
    step: await page.locator(".step[aria-selected=true]").innerText(),
  };
  await page.goto(url);
  await page.keyboard.press("3");
  await page.waitForSelector(".step[aria-selected=true]");
  const trace = {
    opened: await text(".trace-head h2"),
    step: await selected(page),
    diverging: await text(".step.diverges .chip.bad"),
    decisions: await texts(".decision"),
    // Elements of SVG have no inner text.
    visited: await page.locator(".node.visited").allTextContents(),
    current: await page.locator(".node.current").textContent() ?? "",
    state: await text(".part:last-child .json"),
  };
  await page.locator(".step[aria-selected=true]").focus();
  const moved: string[] = [];
  for (const key of ["Home", "ArrowDown"]) {
    await page.keyboard.press(key);
    moved.push(await selected(page));
  }
  await page.keyboard.press("/");
  await page.waitForSelector("input:focus");
  await page.keyboard.type("tag:evil");
  const found = await texts(".row .id");
  await page.keyboard.press("Tab");
  if (await page.locator(".facets button:focus").count() > 0) await page.locator(".list").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    `document.querySelector(".trace-head h2").textContent.includes("evil")`,
  );
  const evil = await text(".trace-head h2");
  const address = page.url();
  await page.keyboard.press("/");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("tag:empty");
  await page.locator(".list").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(`document.querySelector(".inspector h3").textContent === "No step"`);
  const empty = await text(".inspector .json");
  const dark = await open("dark", `${url}#traces/${encodeURIComponent(trace.opened)}/2`);
  await dark.waitForSelector(".step[aria-selected=true]");
  const linked = await dark.locator(".step-link").getAttribute("href") ?? "";
  await page.goto(`${url}#stages`);
  const headings = await texts(".overview h1, .overview h2");
  const ground = (page: Page) =>
    page.evaluate("getComputedStyle(document.body).backgroundColor") as Promise<string>;
  return {
    complaints,
    requests,
    ...first,
    ...trace,
    cell,
    moved,
    found,
    evil,
    address,
    empty,
    hacked: await page.evaluate("'hacked' in window") as boolean,
    deepStep: await selected(dark),
    linked,
    headings,
    kept: await keepsPosition(dark),
    ...await checkSizes(browser, url, trace.opened),
    grounds: [await ground(page), await ground(dark)],
  };
}

/** Number of the selected step, when it is in sight. */
async function selected(page: Page): Promise<string> {
  const step = page.locator(".step[aria-selected=true]");
  const box = await step.boundingBox();
  if (box === null || box.y < 0 || box.y + box.height > 900) return "out of sight";
  return await step.getAttribute("data-step") ?? "";
}

/** Leaves a view with something focused and scrolled, comes back, and looks. */
async function keepsPosition(page: Page): Promise<boolean> {
  await page.locator(".list").focus();
  await page.evaluate("document.querySelector('.list').scrollTop = 440");
  const position = "[document.activeElement.className, document.querySelector('.list').scrollTop]";
  const before = await page.evaluate(position);
  await page.keyboard.press("1");
  await page.waitForSelector(".overview");
  await page.keyboard.press("3");
  await page.waitForSelector(".explorer");
  return JSON.stringify(await page.evaluate(position)) === JSON.stringify(before);
}

async function checkSizes(browser: Browser, url: string, id: string) {
  const [violations, covered]: [string[], string[]] = [[], []];
  let planted = { violations: 0, covered: 0 };
  for (const width of WIDTHS) {
    for (const colorScheme of ["light", "dark"] as const) {
      // The page's own policy lets no other script run.
      const page = await browser.newPage({
        colorScheme,
        bypassCSP: true,
        viewport: { width, height: 850 },
      });
      for (const view of ["stages", "coverage", `traces/${encodeURIComponent(id)}/2`]) {
        await page.goto("about:blank");
        await page.goto(`${url}#${view}`);
        await page.waitForSelector(
          view.startsWith("traces")
            ? ".step[aria-selected=true]"
            : `[aria-current][data-view=${view}]`,
        );
        await page.evaluate(axe.source);
        const options = JSON.stringify({ runOnly: RULES });
        const found = await page.evaluate(`axe.run(document, ${options})`) as axe.AxeResults;
        const where = `${view.split("/")[0]} ${width} ${colorScheme}`;
        violations.push(
          ...found.violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]!.html}`),
        );
        const names = await page.evaluate(COVERED) as string[];
        covered.push(...names.map((name) => `${where}: ${name}`));
      }
      await page.evaluate(VEIL);
      const names = await page.evaluate(COVERED) as string[];
      await page.evaluate(PALE);
      const { violations: found } = await page.evaluate("axe.run()") as axe.AxeResults;
      planted = { violations: found.length, covered: names.length };
      await page.close();
    }
  }
  return { violations, covered, planted };
}
