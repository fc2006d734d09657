module
public import Lean.Compiler.CSimpAttr
public import Lean.Compiler.ExternAttr
public import Lean.Compiler.ImplementedByAttr
public import Lean.Compiler.InitAttr
public import Lean.Class
public import Lean.DeclarationRange
public import Lean.KeyedDeclsAttribute
public import Lean.ReducibilityAttrs
public import Lean.ScopedEnvExtension
public import Lean.Util.FoldConsts
/-!
# Facts for the audit

Reads the compiled modules of a package from outside, in a process in which none of their code runs, and
writes facts about every constant that they hold or rest on: kind, uses, attributes, and whether the
kernel accepts it once more. What the facts mean is judged elsewhere.

Called with two files: the first gets one JSON object a line, the last of them with the count of the
constants; the second names the package's modules, each ended by a NUL, their components parted by `/`.
Ends with 3 when the modules cannot be imported together.

The functions are monomorphic and recurse by themselves, for Lean as WebAssembly can compile no other.
-/

public section

namespace LeanGate.Audit

open Lean
