/** Collects the texts that end a hint, from the syntax trees of the sources. */
import ts from "npm:typescript@5.9.3";

/** A text that ends a hint. */
export interface HintEnd {
  /** `file:line` */
  readonly place: string;
  /** The last characters; `${}` stands for a computed end. */
  readonly end: string;
  /** Offset in the file behind the last character. */
  readonly offset: number;
}

/** The ends of all hints that a file gives as properties, arguments or constants. */
export function hintEnds(path: string, text: string): HintEnd[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const builders = new Map<string, number>();
  walk(file, (node) => {
    if (!ts.isVariableDeclaration(node) && !ts.isFunctionDeclaration(node)) return;
    const name = node.name?.getText();
    if (name === undefined) return;
    const value = ts.isVariableDeclaration(node) ? node.initializer : node;
    if (value !== undefined && ts.isExpression(value)) constants.set(name, value);
    if (value === undefined || !ts.isFunctionLike(value)) return;
    const index = value.parameters.findIndex((parameter) => parameter.name.getText() === "hint");
    if (index >= 0) builders.set(name, index);
  });
  const ends = new Map<number, HintEnd>();
  walk(file, (node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === "hint") collect(node.initializer);
    if (ts.isShorthandPropertyAssignment(node) && node.name.text === "hint") collect(node.name);
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const hint = node.arguments[builders.get(node.expression.text) ?? -1];
      if (hint !== undefined) collect(hint);
    }
  });
  return [...ends.values()];

  function collect(node: ts.Expression): void {
    if (ts.isStringLiteralLike(node)) add(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      const { literal } = node.templateSpans.at(-1)!;
      add(literal, literal.text === "" ? "${}" : literal.text);
    } else if (ts.isConditionalExpression(node)) {
      collect(node.whenTrue);
      collect(node.whenFalse);
    } else if (ts.isBinaryExpression(node)) {
      if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken) collect(node.left);
      collect(node.right);
    } else if (ts.isParenthesizedExpression(node)) collect(node.expression);
    else if (ts.isIdentifier(node)) {
      const value = constants.get(node.text);
      constants.delete(node.text);
      if (value !== undefined) collect(value);
    }
  }

  function add(node: ts.Node, said: string): void {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    const offset = node.getEnd() - 1;
    ends.set(offset, { place: `${path}:${line + 1}`, end: said.slice(-40), offset });
  }
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}
