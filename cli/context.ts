/** What every command gets: the host, the streams, and how the reader's terminal behaves. */
import type { CommandContext, StricliProcess } from "@stricli/core";
import { relative } from "node:path";
import type { Host } from "../src/platform/host/host.ts";

/** A stream for text, and what it leads to. */
export interface TextStream {
  write(text: string): void;
  readonly isTerminal: boolean;
}

/** The context of a command. */
export interface Context extends CommandContext {
  readonly process: StricliProcess;
  readonly host: Host;
  /** Results: what a script may read. */
  readonly out: TextStream;
  /** Progress and errors. */
  readonly err: TextStream;
  /** From now on the first Ctrl-C only aborts what is returned; the next one interrupts. */
  readonly drainFirst?: () => AbortSignal;
}

/**
 * Whether to colour a stream: a terminal, unless NO_COLOR is set (https://no-color.org); with FORCE_COLOR
 * (https://force-color.org) also what is none, such as the log of a run in continuous integration.
 */
export function wantsColor({ host }: Pick<Context, "host">, stream: TextStream): boolean {
  if (host.env("NO_COLOR")) return false;
  const forced = host.env("FORCE_COLOR");
  if (forced) return forced !== "0" && forced !== "false";
  return stream.isTerminal && host.env("TERM") !== "dumb";
}

/** Path from the root of the checkout to a folder in it; empty elsewhere. */
export function repositoryFolder(host: Host, folder: string): string {
  const inside = relative(host.env("GITHUB_WORKSPACE") ?? folder, folder);
  return inside.startsWith("..") ? "" : inside;
}
