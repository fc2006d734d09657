/** Records of the journal as lines for readers. */
import type { WireDecision, WireEvent } from "../../src/lifecycle/wire.ts";
import type { Candidate, Facts } from "../../src/service/facts.ts";
import { type Ledger, nameOf } from "../../src/service/ledger.ts";
import type { Entry } from "../../src/service/record.ts";
import { printable, type Style } from "../render/style.ts";

/** Widest event, for alignment. */
const EVENT_WIDTH = "CandidateValidated".length;

/**
 * `   4  FinishBegun  build 0/1  applied → promote  commit 347a1696`: number, event, task
 * generation/attempt.
 */
export function entryLine(
  { seq, at, event, decision, facts }: Entry,
  ledger: Ledger,
  style: Style,
): string {
  const about = [subject(event, ledger), said(event), detail(facts)].filter((text) => text !== "");
  // A reason of several lines is not to pass for further records.
  const text = about.join("  ").replaceAll("\n", "\\n");
  return printable(
    `${String(seq).padStart(4)}  ${at === undefined ? "" : `${timeText(at)}  `}${
      event.type.padEnd(EVENT_WIDTH)
    }  `,
  ) + verdictText(decision, style) + "  " + printable(text);
}

/** A time to the second, as the clock here shows it. */
function timeText(at: string): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${date} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

function verdictText([verdict, ...effects]: WireDecision, style: Style): string {
  const paint = verdict === "applied"
    ? style.good
    : verdict.startsWith("observed")
    ? style.warn
    : verdict.startsWith("noop")
    ? style.dim
    : style.bad;
  const wanted = effects.map(({ type }) => type).join(", ");
  return paint(verdict) + (wanted === "" ? "" : style.dim(` → ${wanted}`));
}

function subject(event: WireEvent, ledger: Ledger): string {
  if ("key" in event) {
    const [, task, generation, attempt] = event.key;
    return `${nameOf(ledger, task)} ${generation}/${attempt}`;
  }
  return nameOf(ledger, event.task);
}

/** What the event itself says, where its type does not say it all. */
function said(event: WireEvent): string {
  switch (event.type) {
    case "ProcessExited":
      return `${event.role} exit code ${event.code}`;
    case "ProviderFault":
      return event.fault;
    case "CandidateValidated":
      return event.passed ? "passed" : "refused";
    case "PromotionProbed":
      return event.found === null ? "absent" : "found";
    case "ProjectionObserved":
      return event.projection === null ? "missing" : `shown ${event.projection.status}`;
    case "LegacyImported":
      return `${event.status}${event.trusted ? ", trusted" : ""}`;
    default:
      return "";
  }
}

function detail(facts: Facts | undefined): string {
  if (facts === undefined) return "";
  const { candidate, plan, receipt, commit, reason } = facts;
  return [
    ...(candidate === undefined ? [] : [candidateText(candidate)]),
    ...(plan === undefined ? [] : [`${short(plan.from)}..${short(plan.to)}`]),
    ...(receipt === undefined ? [] : [`receipt ${short(receipt)}`]),
    ...(commit === undefined ? [] : [`commit ${short(commit)}`]),
    ...(reason === undefined ? [] : [`(${reason})`]),
  ].join("  ");
}

function candidateText(candidate: Candidate): string {
  switch (candidate.type) {
    case "commit":
      return `commit ${short(candidate.commit)}`;
    case "file":
      return `file ${candidate.name}`;
    case "text":
      return "text";
  }
}

/** A hash in short; other names as they are. */
export function short(name: string): string {
  return /^[0-9a-f]{40,}$/.test(name) ? name.slice(0, 10) : name;
}
