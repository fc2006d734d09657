/** Collects every code that the sources construct, from their syntax trees. */
import ts from "npm:typescript@5.9.3";

/** A source file. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** What the sources construct. */
export interface CollectedCodes {
  /** Code → the first place that constructs it. */
  readonly codes: ReadonlyMap<string, string>;
  /** Codes with a computed part, each as a pattern, and where. */
  readonly patterns: ReadonlyMap<string, string>;
  /** Code expressions that nothing here can evaluate, each with its place. */
  readonly unresolved: readonly string[];
}

/** Parameter index of `code`, for each function that has one; by file, and for exported ones by name. */
interface Builders {
  readonly local: ReadonlyMap<string, number>;
  readonly exported: ReadonlyMap<string, number>;
}

/** Collects the codes: values of properties and arguments that are named `code`. */
export function collectCodes(sources: readonly SourceText[]): CollectedCodes {
  const files = sources.map(({ path, text }) =>
    ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  );
  const constants = new Map<string, ts.Expression>();
  const exported = new Map<string, number>();
  const locals = new Map<ts.SourceFile, Map<string, number>>();
  for (const file of files) {
    const local = new Map<string, number>();
    locals.set(file, local);
    walk(file, (node) => {
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
        constants.set(`${file.fileName}#${node.name.text}`, node.initializer);
        constants.set(node.name.text, node.initializer);
      }
      const builder = builderOf(node);
      if (builder === undefined) return;
      local.set(builder.name, builder.index);
      if (builder.isExported) exported.set(builder.name, builder.index);
    });
  }
  const codes = new Map<string, string>();
  const patterns = new Map<string, string>();
  const unresolved: string[] = [];
  for (const file of files) {
    const builders = { local: locals.get(file)!, exported };
    walk(file, (node) => {
      const value = codeExpression(node, builders);
      if (value === undefined) return;
      const { line } = file.getLineAndCharacterOfPosition(value.getStart());
      evaluate(value, `${file.fileName}:${line + 1}`);
    });
  }
  return { codes, patterns, unresolved };

  function evaluate(node: ts.Expression, place: string): void {
    const own = node.getSourceFile().fileName;
    if (ts.isStringLiteralLike(node)) {
      if (!codes.has(node.text)) codes.set(node.text, place);
    } else if (ts.isTemplateExpression(node)) {
      const parts = node.templateSpans.map(({ literal }) => `[a-z0-9_]+${literal.text}`);
      patterns.set(`^${node.head.text}${parts.join("")}$`, place);
    } else if (ts.isConditionalExpression(node)) {
      evaluate(node.whenTrue, place);
      evaluate(node.whenFalse, place);
    } else if (ts.isBinaryExpression(node)) {
      evaluate(node.left, place);
      evaluate(node.right, place);
    } else if (
      ts.isParenthesizedExpression(node) || ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node)
    ) {
      evaluate(node.expression, place);
    } else if (ts.isElementAccessExpression(node) && ts.isIdentifier(node.expression)) {
      const table = constantOf(own, node.expression.text);
      if (table === undefined || !ts.isObjectLiteralExpression(table)) {
        unresolved.push(`${place} ${node.getText()}`);
      } else {for (const entry of table.properties) {
          if (ts.isPropertyAssignment(entry)) evaluate(entry.initializer, place);
        }}
    } else if (ts.isIdentifier(node)) {
      // A parameter or a part of a finding: its value is collected where it is made.
      if (["code", "codes"].includes(node.text) && !constants.has(`${own}#${node.text}`)) return;
      const value = constantOf(own, node.text);
      if (value === undefined) unresolved.push(`${place} ${node.getText()}`);
      else evaluate(value, place);
    } else if (ts.isPropertyAccessExpression(node) && node.name.text === "code") {
      return;
    } else if (!ts.isNumericLiteral(node)) {
      unresolved.push(`${place} ${node.getText()}`);
    }
  }

  function constantOf(file: string, name: string): ts.Expression | undefined {
    return constants.get(`${file}#${name}`) ?? constants.get(name);
  }
}

/** The value of a property `code`, or the argument that a function takes as `code`. */
function codeExpression(
  node: ts.Node,
  { local, exported }: Builders,
): ts.Expression | undefined {
  if (ts.isPropertyAssignment(node) && node.name.getText() === "code") return node.initializer;
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
  const index = local.get(node.expression.text) ?? exported.get(node.expression.text);
  return index === undefined ? undefined : node.arguments[index];
}

/** The function that a node declares, if it has a parameter `code`. */
function builderOf(node: ts.Node) {
  const declared = ts.isVariableDeclaration(node) ? node.initializer : node;
  if (declared === undefined || !isFunction(declared)) return undefined;
  const index = declared.parameters.findIndex(({ name, type }) =>
    name.getText() === "code" && type?.getText() === "string"
  );
  const name = ts.isVariableDeclaration(node)
    ? node.name.getText()
    : ts.isFunctionDeclaration(declared)
    ? declared.name?.text
    : undefined;
  if (index < 0 || name === undefined) return undefined;
  const isExported = ts.isFunctionDeclaration(declared) &&
    (declared.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);
  return { name, index, isExported };
}

function isFunction(
  node: ts.Node,
): node is ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression {
  return ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node);
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}
