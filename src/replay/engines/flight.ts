/**
 * Requests on their way to an engine: which goes next, which answer is due. Taken from their source
 * only as the window has room, and sent again before anything new after the engine was restarted.
 */
import type { ReplayRequest } from "./engine.ts";
import type { Limits } from "./limits.ts";
import { requestLine, type Waiting } from "./protocol.ts";

/** Requests that wait to be sent, are in flight, or were answered. */
export interface Flight extends Waiting {
  /** The oldest in flight, or the next to be sent; `undefined` when all were answered. */
  next(): ReplayRequest | undefined;
  /** The id by which the oldest in flight was asked. */
  due(): string;
  /** How many are in flight. */
  count(): number;
  /**
   * Puts requests in flight and returns their lines, until `width` are, or as many bytes as the limits
   * allow. Waits for half of the width to be free, so that lines are written many at a time.
   */
  send(width: number): string;
  /** The oldest in flight was answered. */
  settle(): void;
  /** What is in flight is to be sent again. */
  recall(): void;
  /** Takes out the next to be sent, which is not to be sent any more. */
  drop(): ReplayRequest | undefined;
}

/** A request, and its line once it is made. */
interface Pending {
  readonly request: ReplayRequest;
  /** Given out here: an engine is told nothing of the trace but its events. */
  readonly id: string;
  readonly line: string;
}

/**
 * A flight of all requests of one run, none of them sent yet. `newId` gives ids that no other request to
 * the same process has.
 */
export function openFlight(
  requests: Iterable<ReplayRequest>,
  limits: Limits,
  newId: () => string,
): Flight {
  const source = requests[Symbol.iterator]();
  /** The names of what was answered, by id. */
  const answered = new Map<string, string>();
  /** Oldest first. */
  let flying: Pending[] = [];
  let bytes = 0;
  /** To be sent before anything new. */
  let waiting: Pending[] = [];

  function take(): Pending | undefined {
    const first = waiting.shift();
    if (first !== undefined) return first;
    const { value, done } = source.next();
    if (done) return undefined;
    const id = newId();
    return { request: value, id, line: requestLine(value, id) };
  }

  function hasRoom(width: number): boolean {
    return flying.length === 0 || (flying.length < width && bytes < limits.windowBytes);
  }

  return {
    next() {
      if (flying.length > 0) return flying[0]!.request;
      const pending = take();
      if (pending !== undefined) waiting.unshift(pending);
      return pending?.request;
    },
    due: () => flying[0]!.id,
    count: () => flying.length,
    send(width) {
      if (flying.length > width / 2) return "";
      const lines: string[] = [];
      while (hasRoom(width)) {
        const pending = take();
        if (pending === undefined) break;
        flying.push(pending);
        bytes += pending.line.length;
        lines.push(pending.line);
      }
      return lines.join("");
    },
    settle() {
      const { request, id, line } = flying.shift()!;
      bytes -= line.length;
      answered.set(id, request.id);
    },
    recall() {
      waiting = [...flying, ...waiting];
      flying = [];
      bytes = 0;
    },
    drop: () => take()?.request,
    isInFlight: (id) => flying.some((pending) => pending.id === id),
    wasAnswered: (id) => answered.has(id),
    nameOf: (id) =>
      answered.get(id) ?? flying.find((pending) => pending.id === id)?.request.id ?? id,
  };
}

/** Gives ids: "1", "2" and so on. */
export function newIds(): () => string {
  let last = 0;
  return () => `${++last}`;
}
