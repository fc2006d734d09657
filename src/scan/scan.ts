/** The scan of one source: text in, findings out. */
import { type Candidate, compileCandidates } from "./candidates.ts";
import { decodeSource } from "./decode.ts";
import { tokensToTeach } from "./declared_syntax.ts";
import type { Report, ScanFinding } from "./finding.ts";
import { SYNTAX_COMMANDS } from "./keywords.ts";
import { lex } from "./lexer.ts";
import { codePoints, createLocator } from "./position.ts";
import { RULES } from "./rules.ts";
import { createSource, type ScanOptions, type Source } from "./source.ts";
import { startOf, textOf, tokenAt } from "./tokens.ts";

/** What a rule reported, before it has a line and a column. */
interface Raw {
  readonly rule: string;
  readonly severity: ScanFinding["severity"];
  readonly token: number;
  readonly message: string;
}

const findCandidates = compileCandidates(RULES);

/**
 * Scans one Lean source. Never throws; the time is linear in its length.
 *
 * `file` is only passed on to the findings. The findings come in order of position.
 */
export function scanSource(
  file: string,
  source: string | Uint8Array,
  options: ScanOptions = {},
): ScanFinding[] {
  const text = typeof source === "string" ? source : decodeSource(source).text;
  const candidates = findCandidates(text);
  if (candidates.length === 0) return [];
  const scanned = openSource(file, text, options, candidates);
  return locate(scanned, judge(scanned, candidates));
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

function judge(source: Source, candidates: readonly Candidate[]): Raw[] {
  const raw: Raw[] = [];
  const seen = new Set<string>();
  for (const { offset, word, rule } of candidates) {
    const at = tokenAt(source.tokens, offset);
    const report: Report = (token, message, changes = {}) => {
      const id = changes.rule ?? rule.id;
      const key = `${id} ${token}`;
      if (seen.has(key)) return;
      seen.add(key);
      raw.push({ rule: id, severity: changes.severity ?? rule.severity, token, message });
    };
    rule.check(source, at, word, report);
  }
  raw.sort((a, b) => a.token - b.token);
  const exit = raw.find(({ rule }) => rule === "exit");
  return exit === undefined ? raw : raw.filter(({ token }) => token <= exit.token);
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
