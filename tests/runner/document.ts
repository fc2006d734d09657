/** What is read of a workflow and of an action. */
import { join } from "node:path";
import { parse } from "npm:yaml@2.9.1";
import { REPOSITORY } from "../support/cli.ts";

/** A step: it uses an action, or runs a script. */
export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: unknown;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly shell?: string;
  readonly run?: string;
  readonly "continue-on-error"?: boolean;
}

/** A composite action. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: unknown }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

/** A job of a workflow. */
export interface Job {
  readonly needs?: string | readonly string[];
  readonly if?: unknown;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: {
    readonly "fail-fast"?: boolean;
    readonly matrix: Readonly<Record<string, readonly string[]>>;
  };
  readonly steps: readonly Step[];
}

/** A workflow. */
export interface Workflow {
  readonly env?: Readonly<Record<string, string>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** The action's own file, from the root of the repository. */
export const ACTION = "ci/action.yml";
/** The workflow's. */
export const WORKFLOW = ".github/workflows/verify.yml";

/** Reads a YAML file of this repository. */
export async function readDocument<Document>(path: string): Promise<Document> {
  return parse(await Deno.readTextFile(join(REPOSITORY, path)));
}
