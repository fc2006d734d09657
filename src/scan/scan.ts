/** The scan of one source: text in, findings out. */
import { decodeSource } from "./decode.ts";
import type { Report, Rule, ScanFinding } from "./finding.ts";
import { lex } from "./lexer.ts";
import { codePoints, createLocator } from "./position.ts";
import { RULES } from "./rules.ts";
import { createSource, type ScanOptions, type Source } from "./source.ts";
import { startOf, textOf, tokenAt } from "./tokens.ts";
import { compileTriggers, type Hit } from "./triggers.ts";

/** What a rule reported, before it has a line and a column. */
interface Raw {
  readonly rule: string;
  readonly severity: ScanFinding["severity"];
  readonly token: number;
  readonly message: string;
}

const BY_TRIGGER: ReadonlyMap<string, readonly Rule[]> = indexByTrigger(RULES);
const findHits = compileTriggers([...BY_TRIGGER.keys()]);

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
  const hits = findHits(text);
  if (hits.length === 0) return [];
  const scanned = createSource(file, lex(text), options);
  return locate(scanned, judge(scanned, hits));
}

function judge(source: Source, hits: readonly Hit[]): Raw[] {
  const raw: Raw[] = [];
  const seen = new Set<string>();
  for (const hit of hits) {
    const at = tokenAt(source.tokens, hit.offset);
    for (const rule of BY_TRIGGER.get(hit.word)!) {
      const report: Report = (token, message, changes = {}) => {
        const id = changes.rule ?? rule.id;
        const key = `${id} ${token}`;
        if (seen.has(key)) return;
        seen.add(key);
        raw.push({ rule: id, severity: changes.severity ?? rule.severity, token, message });
      };
      rule.check(source, at, hit.word, report);
    }
  }
  return raw.sort((a, b) => a.token - b.token);
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

function indexByTrigger(rules: readonly Rule[]): Map<string, Rule[]> {
  const index = new Map<string, Rule[]>();
  for (const rule of rules) {
    for (const word of rule.triggers) index.set(word, [...index.get(word) ?? [], rule]);
  }
  return index;
}
