/** The scan of one source: text in, findings out. */
import { codePoints, createLocator } from "../../platform/text/position.ts";
import { declaredName } from "../syntax/commands.ts";
import { headerText } from "../syntax/header.ts";
import { lex } from "../syntax/lexer.ts";
import { Kind, startOf, textOf, type Tokens } from "../syntax/tokens.ts";
import { createWordSet } from "../syntax/words.ts";
import {
  applyInlineAllows,
  type InlineAllow,
  type InlineAllowed,
  readInlineAllow,
} from "./acceptance/inline_allow.ts";
import type { Report, Rule, ScanFinding } from "./finding.ts";
import { readText } from "./input.ts";
import { compileSurvey, type Survey } from "./prefilter/survey.ts";
import { allow } from "./rules/input.ts";
import { RULES } from "./rules/rules.ts";
import { createSource, placeOf, type ScanOptions, type Source } from "./syntax/source.ts";

/** What a rule reported, before it has a line and a column. */
interface Raw {
  readonly rule: string;
  readonly severity: ScanFinding["severity"];
  readonly token: number;
  readonly message: string;
}

const RULE_INDEX: ReadonlyMap<string, number> = new Map(RULES.map(({ id }, index) => [id, index]));
/** The rules by the words that they mind. */
const BY_WORD: ReadonlyMap<string, readonly Rule[]> = new Map(
  [...new Set(RULES.flatMap(({ triggers }) => triggers))].map((word) => [
    word,
    RULES.filter(({ triggers }) => triggers.includes(word)),
  ]),
);
const WORDS = createWordSet(BY_WORD.keys());
const ENCODER = new TextEncoder();

/** What a scan of one source gives. */
export interface SourceResult {
  /** In order of position. */
  readonly findings: readonly ScanFinding[];
  /** Findings that comments in it allow. */
  readonly allowed: readonly InlineAllowed[];
}

/** A scan of one source. */
export type SourceScan = (
  file: string,
  source: string | Uint8Array,
  options?: ScanOptions,
) => SourceResult;

/**
 * Scans one Lean source, best as the bytes of its file. Never throws; the time is linear in its length.
 * `file` is only passed on to the findings.
 */
export const scanWhole: SourceScan = createScan(compileSurvey(RULES));

/** The findings of {@linkcode scanWhole}. */
export function scanSource(...args: Parameters<SourceScan>): readonly ScanFinding[] {
  return scanWhole(...args).findings;
}

/** The scan that splits what `survey` does not clear: it decides how much is looked at, not what is found there. */
export function createScan(survey: Survey): SourceScan {
  return (file, source, options = {}) => {
    const bytes = typeof source === "string" ? ENCODER.encode(source) : source;
    const { extent, clean, hasFormat } = survey(bytes, options);
    if (extent === "nothing" && !hasFormat) return { findings: [], allowed: [] };
    const { text, findings } = readText(file, source, hasFormat || !clean);
    const part = extent === "nothing" ? "" : extent === "header" ? headerText(text) : text;
    const found = judged(createSource(file, lex(part), options), findings);
    return { ...found, findings: byPosition([...found.findings]) };
  };
}

function judged(source: Source, ofText: readonly ScanFinding[]): SourceResult {
  const { raw, allows } = judge(source);
  const lines = linesOf(source.tokens, allows);
  const located = [...ofText, ...locate(source, raw)];
  const { rest, used, allowed } = applyInlineAllows(located, allows, lines);
  const idle = allows.filter((one) => !used.has(one));
  return {
    findings: [...rest, ...locate(source, idle.map(complaint))],
    allowed: allowed.map(({ finding: { rule, line }, by }) => ({
      rule,
      file: source.file,
      line,
      reason: by.reason,
    })),
  };
}

/** What the rules report, and what comments allow, up to where Lean stops reading. */
interface Judgement {
  readonly raw: readonly Raw[];
  readonly allows: readonly InlineAllow[];
}

function judge(source: Source): Judgement {
  const raw: Raw[] = [];
  const allows: InlineAllow[] = [];
  const seen = new Set<number>(); // rule and token, as one number
  const { tokens } = source;
  const { text, kinds, ends, count } = tokens;
  let asking: Rule;
  const report: Report = (token, message, changes = {}) => {
    const id = changes.rule ?? asking.id;
    const key = token * RULES.length + RULE_INDEX.get(id)!;
    if (seen.has(key)) return;
    seen.add(key);
    raw.push({ rule: id, severity: changes.severity ?? asking.severity, token, message });
  };
  // The strings of a lakefile are arguments of Lean, among others.
  const isLakefile = /(^|\/)lakefile\.lean$/.test(source.file);
  for (let at = 0, start = 0; at < count; start = ends[at]!, at++) {
    const kind = kinds[at]!;
    if (kind === Kind.Ident || kind === Kind.NameLit) parts(at, start, ends[at]!);
    else if (kind === Kind.Hash) ask(at, textOf(tokens, at));
    else if (kind === Kind.LineComment) {
      const one = readInlineAllow(tokens, at);
      if (one !== undefined) allows.push(one);
    } else if (isLakefile && kind === Kind.Str) {
      for (const [word] of textOf(tokens, at).matchAll(/\w+/g)) ask(at, word);
    }
  }
  raw.sort((a, b) => a.token - b.token);
  // Lean stops at a real `#exit`; one in a macro ends the file that uses the macro.
  const exit = raw.find(({ rule, token }) => rule === "exit" && placeOf(source, token) === "plain");
  const end = exit === undefined ? count : exit.token + 1;
  const isRead = ({ token }: { readonly token: number }) => token < end;
  return { raw: raw.filter(isRead), allows: allows.filter(isRead) };

  /** Asks the rules about each part of a name. */
  function parts(at: number, start: number, end: number): void {
    for (let i = start, from = start; i <= end; i++) {
      const unit = i < end ? text.charCodeAt(i) : 0x2e;
      if (unit !== 0x2e && unit !== 0x60 && unit !== 0xab && unit !== 0xbb) continue;
      if (WORDS.mayHold(text.charCodeAt(from), text.charCodeAt(i - 1), i - from)) {
        ask(at, text.slice(from, i));
      }
      from = i + 1;
    }
    const last = text.charCodeAt(end - 1);
    if (last === 0x3f || (last === 0x21 && text.charCodeAt(end - 2) === 0x3f)) ask(at, "?");
  }

  function ask(at: number, word: string): void {
    for (const rule of BY_WORD.get(word) ?? []) {
      asking = rule;
      rule.check(source, at, word, report);
    }
  }
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
