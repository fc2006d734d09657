/** What every command gets: the host, the streams, and how the reader's terminal behaves. */
import type { CommandContext, StricliProcess } from "@stricli/core";
import { relative } from "node:path";
import type { Host } from "../src/platform/host/host.ts";
import { wrapped, wrapWidth } from "./render/wrap.ts";

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
 * (https://force-color.org) also other streams, such as the log of a run in continuous integration.
 */
export function wantsColor({ host }: Pick<Context, "host">, stream: TextStream): boolean {
  if (host.env("NO_COLOR")) return false;
  const forced = host.env("FORCE_COLOR");
  if (forced) return forced !== "0" && forced !== "false";
  return stream.isTerminal && host.env("TERM") !== "dumb";
}

/** Columns to wrap text at: `COLUMNS`, else the terminal's width; a pipe has no limit. */
export function columnsOf({ host }: Pick<Context, "host">, stream: TextStream): number {
  const given = host.env("COLUMNS") ?? "";
  if (/^[1-9]\d*$/.test(given)) return wrapWidth(Number(given));
  return stream.isTerminal ? wrapWidth(terminalSize().columns) : Infinity;
}

/** Columns and rows of the terminal; 80 × 24 where there is none. */
export function terminalSize(): { columns: number; rows: number } {
  const fallback = { columns: 80, rows: 24 };
  try {
    const size = Deno.consoleSize();
    // A terminal that does not know its size says 0.
    return size.columns > 0 && size.rows > 0 ? size : fallback;
  } catch {
    return fallback;
  }
}

/** A stream that wraps what is written to it at words. */
export function wrappingStream(context: Pick<Context, "host">, stream: TextStream): TextStream {
  return {
    isTerminal: stream.isTerminal,
    write: (text) => stream.write(wrapped(text, columnsOf(context, stream))),
  };
}

/** Path from the root of the checkout to a folder in it; empty elsewhere. */
export function repositoryFolder(host: Host, folder: string): string {
  const inside = relative(host.env("GITHUB_WORKSPACE") ?? folder, folder);
  return inside.startsWith("..") ? "" : inside;
}
