/** The real host's threads: Deno's workers. */
import type { Thread } from "./host.ts";

/**
 * Starts the module in a thread of its own.
 *
 * What cannot be started shows when it is first asked.
 */
export function denoThread(module: URL): Thread {
  const worker = new Worker(module, { type: "module" });
  const waiting: PromiseWithResolvers<unknown>[] = [];
  let broken: Error | undefined;
  worker.onmessage = ({ data }) => waiting.shift()?.resolve(data);
  worker.onerror = (event) => {
    // Unhandled, it would end this process.
    event.preventDefault();
    broken = new Error(`The thread of "${module.pathname}" ended: ${event.message}`);
    for (const one of waiting.splice(0)) one.reject(broken);
  };
  return {
    ask(message) {
      if (broken !== undefined) return Promise.reject(broken);
      const answer = Promise.withResolvers<unknown>();
      waiting.push(answer);
      worker.postMessage(message);
      return answer.promise;
    },
    end() {
      worker.terminate();
      broken = new Error("The thread was ended");
      for (const one of waiting.splice(0)) one.reject(broken);
    },
  };
}
