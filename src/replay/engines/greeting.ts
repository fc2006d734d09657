/** The first and the last words with an engine's process. */
import { GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { stopIfInterrupted } from "../../platform/host/interrupt.ts";
import type { CommandConfig } from "./engine.ts";
import { detailOf } from "./faults.ts";
import type { Limits } from "./limits.ts";
import {
  type Fault,
  type Hello,
  helloLine,
  judgeHello,
  judgeUnasked,
  type Waiting,
} from "./protocol.ts";
import { type Ending, type Session, startSession } from "./session.ts";

/** Starts a session and exchanges hellos; leaves no child when it throws. */
export async function greet(
  config: CommandConfig,
  root: string,
  host: Host,
  limits: Limits,
): Promise<{ session: Session; hello: Hello }> {
  const session = startSession(config, root, host, limits);
  session.send(helloLine());
  const reading = await session.read(limits.helloMs);
  let fault: Fault;
  if (reading.type === "line") {
    const hello = judgeHello(reading.text);
    if (!("code" in hello)) return { session, hello };
    fault = hello;
  } else if (reading.type === "end") {
    await session.ended(limits.graceMs);
    fault = { code: "engine_hello_exit", phrase: "ended or closed its stdout without a hello" };
  } else if (reading.type === "late") {
    fault = {
      code: "engine_hello_timeout",
      phrase: `did not answer hello within ${limits.helloMs} ms`,
    };
  } else if (reading.type === "stdin_closed") {
    fault = { code: "engine_hello_exit", phrase: "closed its stdin without a hello" };
  } else {
    fault = { code: "engine_hello_malformed", phrase: "answered hello with something unreadable" };
  }
  const ending = await session.stop();
  stopIfInterrupted(host);
  throw new GateError("setup", {
    code: fault.code,
    message: `Engine "${config.name}" ${fault.phrase}`,
    hint: `The program must answer ${helloLine().trim()} as the engine protocol says.`,
    detail: detailOf(config, ending),
  });
}

/**
 * What was wrong between the closing of stdin and the end of the process.
 *
 * The words need its ending.
 */
export async function faultAtEnd(
  session: Session,
  waiting: Waiting,
  limits: Limits,
): Promise<((ending: Ending) => Fault) | undefined> {
  const reading = await session.read(limits.endMs);
  if (reading.type === "line") {
    const fault = judgeUnasked(reading.text, waiting);
    return () => fault;
  }
  if (reading.type !== "end") {
    return () => ({
      code: "engine_did_not_end",
      phrase: `did not end within ${limits.endMs} ms after its stdin was closed`,
    });
  }
  if (!await session.ended(limits.endMs)) {
    return () => ({
      code: "engine_did_not_end",
      phrase: `closed its stdout but did not end within ${limits.endMs} ms`,
    });
  }
  const ending = await session.stop();
  const { code, signal } = ending.exit;
  if (reading.partial > 0) {
    return () => ({ code: "engine_unasked", phrase: "printed bytes after its last answer" });
  }
  if (code === 0 && signal === null) return undefined;
  return () => ({
    code: "engine_exit_nonzero",
    phrase: `ended with ${signal ?? `exit code ${code}`} after it had answered everything`,
  });
}
