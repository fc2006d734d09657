/** The scan of one source: text in, findings out. */
import { type Candidate, type CandidateSearch, compileCandidates } from "./prefilter/candidates.ts";
import type { SharedSyntax } from "./syntax/declared_syntax.ts";
import type { Report, Rule, ScanFinding } from "./finding.ts";
import { idRestLength } from "../syntax/chars.ts";
import { headerText } from "../syntax/header.ts";
import {
  applyInlineAllows,
  type InlineAllow,
  type InlineAllowed,
  readInlineAllows,
} from "./acceptance/inline_allow.ts";
import { readText } from "./input.ts";
import { declaredName } from "../syntax/commands.ts";
import { SYNTAX_COMMANDS } from "../syntax/keywords.ts";
import { lex } from "../syntax/lexer.ts";
import { codePoints, createLocator } from "../../platform/text/position.ts";
import { RULES } from "./rules/rules.ts";
import { imports } from "./rules/import.ts";
import { allow } from "./rules/input.ts";
import { splitText } from "./syntax/split.ts";
import { createSource, placeOf, type ScanOptions, type Source } from "./syntax/source.ts";
import { Kind, LAST_TRIVIA, startOf, textOf, type Tokens } from "../syntax/tokens.ts";

/** What a rule reported, before it has a line and a column. */
interface Raw {
  readonly rule: string;
  readonly severity: ScanFinding["severity"];
  readonly token: number;
  readonly message: string;
}

const RULE_INDEX: ReadonlyMap<string, number> = new Map(RULES.map(({ id }, index) => [id, index]));
const ENCODER = new TextEncoder();

/** What a scan of one source gives. */
export interface SourceResult {
  /** In order of position. */
  readonly findings: readonly ScanFinding[];
  /** Findings that comments in it allow. */
  readonly allowed: readonly InlineAllowed[];
  /** Syntax that it declares for the files that import it, as far as that changes how they split. */
  readonly shared: readonly SharedSyntax[];
}

/** A scan of one source. */
export type SourceScan = (
  file: string,
  source: string | Uint8Array,
  options?: ScanOptions,
) => SourceResult;

const NOTHING: SourceResult = { findings: [], allowed: [], shared: [] };

/**
 * Scans one Lean source, best as the bytes of its file. Never throws; the time is linear in its length.
 * `file` is only passed on to the findings.
 */
export const scanWhole: SourceScan = createScan(compileCandidates(RULES));

/** The findings of {@linkcode scanWhole}. */
export function scanSource(...args: Parameters<SourceScan>): readonly ScanFinding[] {
  return scanWhole(...args).findings;
}

/** The scan that judges what `survey` finds: it decides how much is looked at, not what is found there. */
export function createScan(survey: CandidateSearch): SourceScan {
  return (file, source, options = {}) => {
    const bytes = typeof source === "string" ? ENCODER.encode(source) : source;
    const first = survey(bytes, options);
    const isPlain = first.clean && !first.hasFormat;
    if (isPlain && isIdle(first.candidates, options)) return NOTHING;
    const { text, findings } = readText(file, source, first.hasFormat);
    // What stands for invalid bytes has another length than they.
    const valid = first.clean ? bytes : ENCODER.encode(text);
    const { candidates, glued } = first.clean ? first : survey(valid, options);
    const place = (list: readonly Candidate[]) => inUnits(list, valid, text);
    const found = judged(file, text, options, place(candidates), () => place(glued()), findings);
    return { ...found, findings: byPosition([...found.findings]) };
  };
}

/** Turns the candidates' offsets into those in code units of the text, of which `bytes` is the UTF-8. */
function inUnits(
  candidates: readonly Candidate[],
  bytes: Uint8Array,
  text: string,
): readonly Candidate[] {
  if (bytes.length === text.length) return candidates;
  let at = 0;
  let units = 0;
  for (const candidate of candidates) {
    const { offset } = candidate;
    while (at < offset) {
      const byte = bytes[at++]!;
      // A sequence counts at its first byte; one of four bytes is two code units.
      if (byte < 0x80) units++;
      else if (byte >= 0xc0) units += byte >= 0xf0 ? 2 : 1;
    }
    candidate.offset = units;
  }
  return candidates;
}

/** Whether there is nothing to judge: a word may yet follow a letter of a token that is imported. */
function isIdle(candidates: readonly Candidate[], { imported = [] }: ScanOptions): boolean {
  return candidates.length === 0 && imported.length === 0;
}

function judged(
  file: string,
  whole: string,
  options: ScanOptions,
  all: readonly Candidate[],
  glued: () => readonly Candidate[],
  ofText: readonly ScanFinding[],
): SourceResult {
  if (isIdle(all, options)) return { ...NOTHING, findings: ofText };
  const { imported = [] } = options;
  const isHeader = imported.length === 0 && all.every(({ rule }) => rule === imports);
  const text = isHeader ? headerText(whole) : whole;
  const candidates = all.filter(({ offset }) => offset < text.length);
  const { source, glues, shared } = openSource(file, text, options, candidates);
  const asked = glues
    ? [...candidates, ...glued()].sort((a, b) => a.offset - b.offset)
    : candidates;
  const { raw, end } = judge(source, asked);
  const allows = readInlineAllows(source, candidates).filter(({ token }) => token < end);
  const lines = linesOf(source.tokens, allows);
  const located = [...ofText, ...locate(source, raw)];
  const { rest, used, allowed } = applyInlineAllows(located, allows, lines);
  const idle = allows.filter((one) => !used.has(one));
  return {
    findings: [...rest, ...locate(source, idle.map(complaint))],
    allowed: allowed.map(({ finding: { rule, line }, by }) => ({
      rule,
      file,
      line,
      reason: by.reason,
    })),
    shared,
  };
}

/** A source as split, and whether a word may follow a token that it declares without a space. */
interface Opened {
  readonly source: Source;
  readonly glues: boolean;
  readonly shared: readonly SharedSyntax[];
}

/** Splits the text as Lean does, which learns on the way what the project declares. */
function openSource(
  file: string,
  text: string,
  options: ScanOptions,
  candidates: readonly Candidate[],
): Opened {
  const { imported = [] } = options;
  const declares = candidates.some(({ word }) => SYNTAX_COMMANDS.has(word));
  if (!declares && imported.length === 0) {
    return { source: createSource(file, lex(text), options), glues: false, shared: [] };
  }
  const { tokens, commands, declared, shared } = splitText(text, imported);
  const source = createSource(file, tokens, options, commands);
  return { source, glues: declared.some(endsInLetter), shared };
}

function endsInLetter(token: string): boolean {
  return [1, 2].some((units) => idRestLength(token, token.length - units) === units);
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
  let asking: Rule;
  const report: Report = (token, message, changes = {}) => {
    const id = changes.rule ?? asking.id;
    const key = token * RULES.length + RULE_INDEX.get(id)!;
    if (seen.has(key)) return;
    seen.add(key);
    raw.push({ rule: id, severity: changes.severity ?? asking.severity, token, message });
  };
  // The strings of a lakefile are arguments of Lean, among others.
  const texts = /(^|\/)lakefile\.lean$/.test(source.file) ? Kind.RawStr : Kind.Char;
  let at = 0;
  for (const { offset, word, rule } of candidates) {
    while (tokens.ends[at]! <= offset) at++;
    const kind = tokens.kinds[at]!;
    if (kind <= LAST_TRIVIA || (kind >= texts && kind <= Kind.InterpEnd)) continue;
    asking = rule;
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

function declarationAt(source: Source, token: number): string | undefined {
  const command = source.commandAt(token);
  return command && declaredName(source.tokens, command);
}

function locate(source: Source, raw: readonly Raw[]): ScanFinding[] {
  const { tokens, file } = source;
  const position = createLocator(tokens.text);
  return raw.map(({ rule, severity, token, message }) => {
    const start = startOf(tokens, token);
    const { line, column } = position(start);
    const spelled = textOf(tokens, token);
    const width = codePoints(spelled, 0, spelled.length);
    const declaration = declarationAt(source, token);
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
