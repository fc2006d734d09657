/** Makes embedded Lean look like a newer one to a Lean program of the gate. Pure. */

const NAME = "addDeclCore";
/** Where the declarations of a program begin. */
const BEGINNING = /^namespace /m;

/** The kernel's entry with the signature that it has since Lean 4.33, by that of embedded Lean. */
const SHIM = `def Lean.Kernel.Environment.${NAME}Since433 (env : Lean.Kernel.Environment)
    (maxHeartbeats maxRecDepth : USize) (decl : Lean.Declaration) (cancelTk? : Option IO.CancelToken) :
    Except Lean.Kernel.Exception Lean.Kernel.Environment :=
  if maxRecDepth == 0 then .error .deepRecursion else env.${NAME} maxHeartbeats decl cancelTk?

`;

/** The program, for which the kernel's entry takes a depth of recursion before the declaration. */
export function withRecursionDepth(program: string): string {
  const [before, ...behind] = program.split(`.${NAME} `);
  const renamed = [before, ...behind].join(`.${NAME}Since433 `);
  const at = renamed.search(BEGINNING);
  if (behind.length === 0 || at < 0) throw new TypeError(`The program does not use "${NAME}"`);
  return renamed.slice(0, at) + SHIM + renamed.slice(at);
}
