/** The checkers that come with a Lean toolchain, and how each is called. Pure. */

/** A kernel that is not Lean's own. */
export interface Kernel {
  /** Its program, beside `lean`. */
  readonly program: string;
  /** Arguments that have it check an export; `config` is a file for those that are told by one. */
  readonly args: (files: { readonly export: string; readonly config: string }) => string[];
  /** Exit codes by which it says that it did not check, e.g. for an axiom that it does not know. */
  readonly declines: readonly number[];
}

/** Names of the kernels, the one that runs unless the config says otherwise first. */
export const KERNEL_NAMES = ["nanoda_bin", "con-ron", "con-leche", "lean4lean"] as const;

/** The independent kernels, from Lean 4.35 on. */
export const KERNELS: Readonly<Record<typeof KERNEL_NAMES[number], Kernel>> = {
  nanoda_bin: { program: "nanoda_bin", args: ({ config }) => [config], declines: [] },
  "con-ron": { program: "con-ron", args: (files) => [files.export], declines: [2, 3] },
  "con-leche": { program: "con-leche", args: (files) => [files.export], declines: [2, 3] },
  lean4lean: { program: "lean4lean", args: (files) => ["--import", files.export], declines: [] },
};

/** Writes what a kernel checks. */
export const EXPORTER = "leanexport";
/** Lean's own kernel once more, from Lean 4.28 on. */
export const OWN_CHECKER = "leanchecker";

/** The config of a kernel that is told by a file; the audit judges axioms, so all are permitted. */
export function kernelConfig(exported: string): string {
  return JSON.stringify({
    export_file_path: exported,
    use_stdin: false,
    permitted_axioms: [],
    unpermitted_axiom_hard_error: false,
    unsafe_permit_all_axioms: true,
    num_threads: 1,
    nat_extension: true,
    string_extension: true,
    print_success_message: true,
  });
}

/** What a kernel that has ended says: `unfinished` is neither yes nor no. */
export type KernelVerdict = "accepted" | "rejected" | "unfinished";

/** Reads how a kernel ended. A process that a signal ended, as for want of memory, has not checked. */
export function verdictOf(
  { declines }: Pick<Kernel, "declines">,
  { code, signal, timedOut }: {
    readonly code: number;
    readonly signal: string | null;
    readonly timedOut: boolean;
  },
): KernelVerdict {
  if (timedOut || signal !== null || code > 128 || declines.includes(code)) return "unfinished";
  return code === 0 ? "accepted" : "rejected";
}
