/** The core notation in which terms are shown: a fixed table that no package can add to. */

/** How tightly a text holds together; what is below what its place asks for is put in parentheses. */
export const Level = { lowest: 0, arrow: 25, max: 1000 } as const;

/** An operator: which arguments of its constant are its operands, and which one is its instance. */
export interface Operator {
  readonly symbol: string;
  readonly arity: number;
  readonly operands: readonly [number] | readonly [number, number];
  readonly instance?: number;
  readonly level: number;
  /** What the places of the operands ask for. */
  readonly left: number;
  readonly right: number;
}

/** Operators by the written names of their constants. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ...relation("Eq", "=", 3),
  ...relation("Ne", "≠", 3),
  ...relation("LT.lt", "<", 4, 1),
  ...relation("LE.le", "≤", 4, 1),
  ...relation("GT.gt", ">", 4, 1),
  ...relation("GE.ge", "≥", 4, 1),
  ...relation("BEq.beq", "==", 4, 1),
  ...relation("bne", "!=", 4, 1),
  // The element stands on the left, and is the last argument.
  entry("Membership.mem", {
    symbol: "∈",
    arity: 5,
    operands: [4, 3],
    instance: 2,
    level: 50,
    left: 51,
    right: 51,
  }),
  entry("Not", { symbol: "¬", arity: 1, operands: [0], level: 40, left: 0, right: 40 }),
  entry("Neg.neg", {
    symbol: "-",
    arity: 3,
    operands: [2],
    instance: 1,
    level: 75,
    left: 0,
    right: 76,
  }),
  ...infix("And", "∧", 2, 35, "right"),
  ...infix("Or", "∨", 2, 30, "right"),
  ...infix("Iff", "↔", 2, 20, "none"),
  ...infix("and", "&&", 2, 35, "none"),
  ...infix("or", "||", 2, 30, "none"),
  ...infix("Prod", "×", 2, 35, "right"),
  ...infix("List.cons", "::", 3, 67, "right"),
  ...infix("HAdd.hAdd", "+", 6, 65, "left", 3),
  ...infix("HSub.hSub", "-", 6, 65, "left", 3),
  ...infix("HMul.hMul", "*", 6, 70, "left", 3),
  ...infix("HDiv.hDiv", "/", 6, 70, "left", 3),
  ...infix("HMod.hMod", "%", 6, 70, "left", 3),
  ...infix("HPow.hPow", "^", 6, 75, "right", 3),
  ...infix("HAppend.hAppend", "++", 6, 65, "left", 3),
]);

function entry(name: string, operator: Operator): readonly [string, Operator] {
  return [`.${name}`, operator];
}

function relation(name: string, symbol: string, arity: number, instance?: number) {
  return infix(name, symbol, arity, 50, "none", instance);
}

/** Operators whose operands are their last two arguments. */
function infix(
  name: string,
  symbol: string,
  arity: number,
  level: number,
  side: "left" | "right" | "none",
  instance?: number,
): (readonly [string, Operator])[] {
  return [entry(name, {
    symbol,
    arity,
    operands: [arity - 2, arity - 1],
    ...(instance === undefined ? {} : { instance }),
    level,
    left: side === "left" ? level : level + 1,
    right: side === "right" ? level : level + 1,
  })];
}
