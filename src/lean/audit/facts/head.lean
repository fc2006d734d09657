import Lean.Compiler.CSimpAttr
import Lean.Compiler.ExternAttr
import Lean.Compiler.ImplementedByAttr
import Lean.Compiler.InitAttr
import Lean.Class
import Lean.Data.Json.Printer
import Lean.DeclarationRange
import Lean.KeyedDeclsAttribute
import Lean.Meta.Instances
import Lean.Parser.Extension
import Lean
import Lean.ReducibilityAttrs
import Lean.ScopedEnvExtension
import Lean.Util.FoldConsts
import Std.Data.HashMap
import Std.Data.HashSet
/-!
# Facts for the audit

Reads the compiled modules of a package from outside, in a process in which none of their code runs, and
writes facts about every constant that they hold or rest on: kind, uses, attributes, and whether the
kernel accepts it once more. What the facts mean is judged elsewhere.

Called with two files: the first gets one JSON object a line, the last of them with the count of the
constants; the second names the package's modules, each ended by a NUL, their components parted by `/`. One in front
says that the kernel has accepted the module, and all that it imports, in an earlier run.
Ends with 3 when the modules cannot be imported together.
-/

namespace LeanGate.Audit

open Lean
