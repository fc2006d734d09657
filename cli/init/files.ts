/** The files of a new project: a small model with its proof, its traces, and an engine that agrees. */
import config from "./template/lean-gate.jsonc" with { type: "text" };
import lakefile from "./template/formal/lakefile.toml" with { type: "text" };
import pin from "./template/formal/lean-toolchain" with { type: "text" };
import ignored from "./template/formal/gitignore" with { type: "text" };
import model from "./template/formal/Turnstile.lean" with { type: "text" };
import emitter from "./template/formal/Emit.lean" with { type: "text" };
import traces from "./template/fixtures/turnstile.ndjson" with { type: "text" };
import reducer from "./template/turnstile.ts" with { type: "text" };
import engine from "./template/engine.ts" with { type: "text" };
import view from "./template/view.ts" with { type: "text" };

/** Content by path in the project, and what each is. */
export const PROJECT_FILES: readonly {
  readonly path: string;
  readonly content: string;
  readonly said: string;
}[] = [
  { path: "lean-gate.jsonc", content: config, said: "what the gate checks" },
  { path: "formal/lean-toolchain", content: pin, said: "the Lean that the model is written for" },
  { path: "formal/lakefile.toml", content: lakefile, said: "the Lean package" },
  { path: "formal/.gitignore", content: ignored, said: "what Lean builds" },
  { path: "formal/Turnstile.lean", content: model, said: "the model, and its proof" },
  { path: "formal/Emit.lean", content: emitter, said: "writes the model's traces" },
  { path: "fixtures/turnstile.ndjson", content: traces, said: "the traces as committed" },
  { path: "turnstile.ts", content: reducer, said: "the implementation" },
  { path: "engine.ts", content: engine, said: "the implementation as an engine" },
  { path: "view.ts", content: view, said: "the traces for the HTML report" },
];
