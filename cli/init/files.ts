/** The files that `lean-gate init` writes: a whole new project, or what an existing package lacks. */
import config from "./template/lean-gate.jsonc" with { type: "text" };
import lakefile from "./template/formal/lakefile.toml" with { type: "text" };
import pin from "./template/formal/lean-toolchain" with { type: "text" };
import ignored from "./template/formal/gitignore" with { type: "text" };
import model from "./template/formal/Turnstile.lean" with { type: "text" };
import emitter from "./template/formal/Emit.lean" with { type: "text" };
import traces from "./template/fixtures/turnstile.ndjson" with { type: "text" };
import reducer from "./template/typescript/turnstile.ts" with { type: "text" };
import engine from "./template/typescript/engine.ts" with { type: "text" };
import view from "./template/typescript/view.ts" with { type: "text" };
import python from "./template/python/engine.py" with { type: "text" };
import goModule from "./template/go/go.mod" with { type: "text" };
import go from "./template/go/main.go" with { type: "text" };
import cargo from "./template/rust/Cargo.toml" with { type: "text" };
import rust from "./template/rust/src/main.rs" with { type: "text" };
import packageConfig from "./template/package/lean-gate.jsonc" with { type: "text" };
import workflow from "./template/package/workflow.yml" with { type: "text" };

/** A file to write. */
export interface InitFile {
  /** Path in the project. */
  readonly path: string;
  readonly content: string;
  /** What it is, in a few words. */
  readonly about: string;
}

/** Languages of the engine of a new project. */
export const ENGINES = ["typescript", "python", "go", "rust"] as const;
/** One of {@linkcode ENGINES}. */
export type EngineLanguage = typeof ENGINES[number];

/** What the config of the template says of its engine and its view. */
const TYPESCRIPT = '{ "name": "typescript", "module": "engine.ts" }';
const VIEW = /\n {2}\/\/ What shows a trace[^\n]*\n {2}"view": [^\n]*,/;

/** An engine that is a program: its entry in the config, and its files. */
const PROGRAMS: Readonly<
  Record<Exclude<EngineLanguage, "typescript">, { entry: string; files: readonly InitFile[] }>
> = {
  python: {
    entry: '{ "name": "python", "command": ["python3", "engine.py"] }',
    files: [{ path: "engine.py", content: python, about: "the implementation, as an engine" }],
  },
  go: {
    entry:
      '{ "name": "go", "build": ["go", "build", "-C", "engine", "-o", "engine"], "command": ["engine/engine"] }',
    files: [
      { path: "engine/go.mod", content: goModule, about: "the Go module" },
      { path: "engine/main.go", content: go, about: "the implementation, as an engine" },
      { path: "engine/.gitignore", content: "/engine\n", about: "what Go builds" },
    ],
  },
  rust: {
    entry: '{ "name": "rust", ' +
      '"build": ["cargo", "build", "--release", "--manifest-path", "engine/Cargo.toml"], ' +
      '"command": ["engine/target/release/turnstile"] }',
    files: [
      { path: "engine/Cargo.toml", content: cargo, about: "the Rust package" },
      { path: "engine/src/main.rs", content: rust, about: "the implementation, as an engine" },
      { path: "engine/.gitignore", content: "/target/\n", about: "what cargo builds" },
    ],
  },
};

/**
 * The files of a new project.
 *
 * A small model with its proof, its traces, and an engine that agrees.
 */
export function projectFiles(language: EngineLanguage): readonly InitFile[] {
  const isModule = language === "typescript";
  const text = isModule
    ? config
    : config.replace(TYPESCRIPT, PROGRAMS[language].entry).replace(VIEW, "");
  return [
    { path: "lean-gate.jsonc", content: text, about: "what the gate checks" },
    {
      path: "formal/lean-toolchain",
      content: pin,
      about: "the Lean that the model is written for",
    },
    { path: "formal/lakefile.toml", content: lakefile, about: "the Lean package" },
    { path: "formal/.gitignore", content: ignored, about: "what Lean builds" },
    { path: "formal/Turnstile.lean", content: model, about: "the model, and its proof" },
    { path: "formal/Emit.lean", content: emitter, about: "writes the model's traces" },
    { path: "fixtures/turnstile.ndjson", content: traces, about: "the traces as committed" },
    ...(isModule
      ? [
        { path: "turnstile.ts", content: reducer, about: "the implementation" },
        { path: "engine.ts", content: engine, about: "the implementation as an engine" },
        { path: "view.ts", content: view, about: "the traces for the HTML report" },
      ]
      : PROGRAMS[language].files),
  ];
}

/** Where the workflow is, in a repository. */
export const WORKFLOW_PATH = ".github/workflows/lean-gate.yml";

/** The files for an existing Lean package in the folder `formal`, relative to the project. */
export function packageFiles(formal: string): readonly InitFile[] {
  return [
    {
      path: "lean-gate.jsonc",
      content: packageConfig.replaceAll('"root": "."', `"root": ${JSON.stringify(formal)}`),
      about: "what the gate checks",
    },
    { path: WORKFLOW_PATH, content: workflow, about: "runs the gate on every change" },
  ];
}
