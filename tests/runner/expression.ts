/** Expressions of GitHub Actions, evaluated by GitHub's own library. */
import { data, Evaluator, Lexer, Parser } from "npm:@actions/expressions@0.3.61";

/** What expressions can name: `inputs`, `steps`, `github` and so on, each a tree of strings. */
export type Contexts = Readonly<Record<string, unknown>>;

/** How the steps before this one went. */
export interface Progress {
  readonly failed: boolean;
}

const STATUS = /\b(success|failure|always|cancelled)\s*\(/;

/** The text with each `${{ … }}` replaced by its value. */
export function interpolate(text: string, contexts: Contexts): string {
  return text.replaceAll(
    /\$\{\{(.*?)\}\}/gs,
    (_, expression) => evaluate(expression, contexts, { failed: false }).coerceString(),
  );
}

/** Whether a step or job with this `if` runs; without a word on the status it wants success. */
export function isWanted(condition: unknown, contexts: Contexts, progress: Progress): boolean {
  if (condition === undefined) return !progress.failed;
  const expression = String(condition).replace(/^\$\{\{(.*)\}\}$/s, "$1");
  if (!STATUS.test(expression) && progress.failed) return false;
  const value = evaluate(expression, contexts, progress);
  return !["", "0", "false"].includes(value.coerceString());
}

function evaluate(expression: string, contexts: Contexts, { failed }: Progress) {
  const functions = Object.entries({
    success: !failed,
    failure: failed,
    always: true,
    cancelled: false,
  }).map(([name, value]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  }));
  const { tokens } = new Lexer(expression.trim()).lex();
  const tree = new Parser(tokens, Object.keys(contexts), functions).parse();
  const values = JSON.parse(JSON.stringify(contexts), data.reviver);
  return new Evaluator(tree, values, new Map(functions.map((it) => [it.name, it]))).evaluate();
}
