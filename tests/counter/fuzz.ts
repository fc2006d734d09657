/** Lists of events for the counter. */
import type fastCheck from "fast-check";

export default {
  lists(fc: typeof fastCheck, longest: number) {
    const add = fc.record({ type: fc.constant("add"), amount: fc.nat(6) });
    const reset = fc.constant({ type: "reset" });
    const event = fc.oneof({ weight: 9, arbitrary: add }, { weight: 1, arbitrary: reset });
    return fc.array(event, { maxLength: longest, size: "max" })
      .map((events) => ({ graph: 0, events }));
  },
};
