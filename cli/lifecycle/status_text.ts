/** The status as text. */
import { counted } from "../../src/platform/text/counted.ts";
import { type Status, TASK_STATES, type TaskStatus } from "../../src/service/overview.ts";
import { printable, type Style } from "../render/style.ts";
import { short } from "./render.ts";

const HEAD = ["TASK", "STATE", "PHASE", "GEN", "ATTEMPTS", "RETRIES", "AFTER", "RESULT"];
/** The columns that are cut to fit a terminal, and the least that is left of each. */
const CUT = [HEAD.indexOf("TASK"), HEAD.indexOf("AFTER")];
const LEAST = 10;

/**
 * The text: a title, the counts, a line a task, and what an operator should look at. Lines of the table
 * are cut to so many columns, as far as that can be; the notes have names in full.
 */
export function statusText(status: Status, style: Style, columns = Infinity): string {
  const { graph, branch, tasks, records } = status;
  const title = `graph ${graph}: ${counted(tasks.length, "task")}, ${counted(records, "record")}${
    branch === null ? "" : `, landing on ${branch.replace("refs/heads/", "")}`
  }`;
  const counts = TASK_STATES.filter((state) => status.counts[state] > 0).map((state) =>
    paint(state, style)(`${status.counts[state]} ${state}`)
  );
  const lines = [style.bold(title), ...counts.length === 0 ? [] : [counts.join(", ")]];
  if (tasks.length > 0) lines.push(...table(tasks, style, columns));
  return [...lines, ...notes(status, style)].join("\n") + "\n";
}

function table(tasks: readonly TaskStatus[], style: Style, columns: number): readonly string[] {
  const rows = [HEAD, ...tasks.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const gaps = 2 * (HEAD.length - 1);
  for (;;) {
    const [widest] = CUT.toSorted((a, b) => widths[b]! - widths[a]!);
    const excess = widths.reduce((sum, width) => sum + width, gaps) - columns;
    if (excess <= 0 || widths[widest!]! <= LEAST) break;
    widths[widest!]!--;
  }
  return rows.map((row, at) => {
    const text = row.map((cell, column) => fitted(cell, widths[column]!));
    if (at === 0) return style.dim(text.join("  ").trimEnd());
    text[1] = paint(tasks[at - 1]!.state, style)(text[1]!);
    return text.join("  ").trimEnd();
  });
}

function fitted(cell: string, width: number): string {
  return cell.length > width ? `${cell.slice(0, width - 1)}…` : cell.padEnd(width);
}

function cellsOf(t: TaskStatus): string[] {
  const legacy = t.legacy === null ? "" : ` (legacy, ${t.legacy})`;
  return [
    t.name,
    `${t.state}${legacy}`,
    t.failure ?? t.phase ?? "-",
    String(t.generation),
    String(t.attempts),
    String(t.retries),
    t.after.join(", ") || "-",
    t.result === null ? "-" : printable(short(t.result)),
  ];
}

/** What does not show in a table: blocked tasks with what blocks them, workers left behind. */
function notes({ tasks, torn }: Status, style: Style): readonly string[] {
  const found: string[] = [];
  for (const { name, state, waitsFor, waitsForWorker, held, worker } of tasks) {
    if (held !== null) {
      found.push(
        `"${name}" is held: attempt ${held.attempt} of generation ${held.generation} was accepted ` +
          `late, with ${printable(short(held.result ?? `receipt ${held.receipt}`))}`,
      );
    } else if (waitsForWorker) found.push(`"${name}" waits for the end of its last worker`);
    if (state === "blocked" && waitsFor.length > 0) {
      const by = waitsFor.map(({ task, state }) => `"${task}" is ${state}`).join(", ");
      found.push(`"${name}" is blocked: ${by}`);
    }
    if (worker?.state === "orphaned") {
      found.push(
        `The worker of "${name}", process ${worker.pid}, is orphaned: "lifecycle converge" ends it`,
      );
    }
  }
  if (torn > 0) {
    found.push(
      `The journal ends in a torn record of ${torn} bytes, or in one that is being written`,
    );
  }
  return found.map(style.warn);
}

function paint(state: TaskStatus["state"], style: Style): (text: string) => string {
  switch (state) {
    case "done":
      return style.good;
    case "failed":
    case "abandoned":
    case "blocked":
      return style.bad;
    case "active":
      return style.warn;
    case "ready":
      return style.bold;
    case "waiting":
      return style.dim;
  }
}
