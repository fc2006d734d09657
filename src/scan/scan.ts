/** The scan of one source: text in, findings out. */
import { type Candidate, type CandidateSearch, compileCandidates } from "./candidates.ts";
import { tokensToTeach } from "./declared_syntax.ts";
import type { Report, ScanFinding } from "./finding.ts";
import { headerText } from "../lean/header.ts";
import { applyInlineAllows, type InlineAllow, readInlineAllows } from "./inline_allow.ts";
import { readText } from "./input.ts";
import { SYNTAX_COMMANDS } from "../lean/keywords.ts";
import { lex } from "../lean/lexer.ts";
import { codePoints, createLocator } from "../text/position.ts";
import { RULES } from "./rules.ts";
import { imports } from "./rules/import.ts";
import { allow } from "./rules/input.ts";
import { createSource, placeOf, type ScanOptions, type Source } from "./source.ts";
import { LAST_TRIVIA, startOf, textOf, type Tokens } from "../lean/tokens.ts";

/** What a rule reported, before it has a line and a column. */
interface Raw {
  readonly rule: string;
  readonly severity: ScanFinding["severity"];
  readonly token: number;
  readonly message: string;
}

const RULE_INDEX: ReadonlyMap<string, number> = new Map(RULES.map(({ id }, index) => [id, index]));
const ENCODER = new TextEncoder();

/** A scan of one source. */
export type SourceScan = (
  file: string,
  source: string | Uint8Array,
  options?: ScanOptions,
) => ScanFinding[];

/**
 * Scans one Lean source, best as the bytes of its file. Never throws; the time is linear in its length.
 *
 * `file` is only passed on to the findings. The findings come in order of position.
 */
export const scanSource: SourceScan = createScan(compileCandidates(RULES));

/** The scan that judges what `survey` finds: it decides how much is looked at, not what is found there. */
export function createScan(survey: CandidateSearch): SourceScan {
  return (file, source, options = {}) => {
    const bytes = typeof source === "string" ? ENCODER.encode(source) : source;
    const { candidates, clean } = survey(bytes, options);
    if (clean && candidates.length === 0) return [];
    const { text, findings } = readText(file, source);
    if (clean) return byPosition(judged(file, text, options, inUnits(candidates, bytes, text)));
    // What stands for invalid bytes has another length than they.
    const anew = ENCODER.encode(text);
    const found = inUnits(survey(anew, options).candidates, anew, text);
    return byPosition([...findings, ...judged(file, text, options, found)]);
  };
}

/** The candidates by offsets in code units of the text, of which `bytes` is the UTF-8. */
function inUnits(
  candidates: readonly Candidate[],
  bytes: Uint8Array,
  text: string,
): readonly Candidate[] {
  if (bytes.length === text.length) return candidates;
  let at = 0;
  let units = 0;
  return candidates.map((candidate) => {
    for (; at < candidate.offset; at++) {
      const byte = bytes[at]!;
      // A sequence counts at its first byte; one of four bytes is two code units.
      if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
    }
    return { ...candidate, offset: units };
  });
}

function judged(
  file: string,
  whole: string,
  options: ScanOptions,
  all: readonly Candidate[],
): ScanFinding[] {
  if (all.length === 0) return [];
  const text = all.every(({ rule }) => rule === imports) ? headerText(whole) : whole;
  const candidates = all.filter(({ offset }) => offset < text.length);
  const scanned = openSource(file, text, options, candidates);
  const { raw, end } = judge(scanned, candidates);
  const allows = readInlineAllows(scanned, candidates).filter(({ token }) => token < end);
  const lines = linesOf(scanned.tokens, allows);
  const { rest, used } = applyInlineAllows(locate(scanned, raw), allows, lines);
  const idle = allows.filter((one) => !used.has(one));
  return [...rest, ...locate(scanned, idle.map(complaint))];
}

/** Splits the text, twice if the file declares tokens that change how it splits. */
function openSource(
  file: string,
  text: string,
  options: ScanOptions,
  candidates: readonly Candidate[],
): Source {
  const interpolators = options.interpolators ?? [];
  const first = createSource(file, lex(text, { interpolators }), options);
  if (!candidates.some(({ word }) => SYNTAX_COMMANDS.has(word))) return first;
  const taught = tokensToTeach(first.tokens, first.commands());
  if (taught.declaredTokens.length + taught.interpolators.length === 0) return first;
  const tokens = lex(text, {
    interpolators: [...interpolators, ...taught.interpolators],
    declaredTokens: taught.declaredTokens,
  });
  return createSource(file, tokens, options);
}

/** What the rules report, and the token at which Lean stops reading. */
interface Judgement {
  readonly raw: readonly Raw[];
  readonly end: number;
}

function judge(source: Source, candidates: readonly Candidate[]): Judgement {
  const raw: Raw[] = [];
  const seen = new Set<number>(); // rule and token, as one number
  const { tokens } = source;
  let at = 0;
  for (const { offset, word, rule } of candidates) {
    while (tokens.ends[at]! <= offset) at++;
    if (tokens.kinds[at]! <= LAST_TRIVIA) continue;
    const report: Report = (token, message, changes = {}) => {
      const id = changes.rule ?? rule.id;
      const key = token * RULES.length + RULE_INDEX.get(id)!;
      if (seen.has(key)) return;
      seen.add(key);
      raw.push({ rule: id, severity: changes.severity ?? rule.severity, token, message });
    };
    rule.check(source, at, word, report);
  }
  raw.sort((a, b) => a.token - b.token);
  // Lean stops at a real `#exit`; one in a macro ends the file that uses the macro.
  const exit = raw.find(({ rule, token }) => rule === "exit" && placeOf(source, token) === "plain");
  const end = exit === undefined ? source.tokens.count : exit.token + 1;
  return { raw: raw.filter(({ token }) => token < end), end };
}

function complaint(one: InlineAllow): Raw {
  const message = one.problem ?? `The comment allows '${one.rule}', which the next line has not`;
  return { rule: allow.id, severity: allow.severity, token: one.token, message };
}

function linesOf(tokens: Tokens, allows: readonly InlineAllow[]): number[] {
  const position = createLocator(tokens.text);
  return allows.map(({ token }) => position(startOf(tokens, token)).line);
}

function byPosition(findings: ScanFinding[]): ScanFinding[] {
  return findings.sort((a, b) => a.line - b.line || a.column - b.column);
}

function locate(source: Source, raw: readonly Raw[]): ScanFinding[] {
  const { tokens, file } = source;
  const position = createLocator(tokens.text);
  return raw.map(({ rule, severity, token, message }) => {
    const start = startOf(tokens, token);
    const { line, column } = position(start);
    const spelled = textOf(tokens, token);
    const width = codePoints(spelled, 0, spelled.length);
    const declaration = source.commandAt(token)?.name;
    return {
      rule,
      severity,
      file,
      line,
      column,
      endColumn: column + width,
      token: spelled,
      message,
      ...(declaration === undefined ? {} : { declaration }),
    };
  });
}
