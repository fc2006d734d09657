/** The counter's engine inside the gate's process. */
const LIMIT = 10;

type Event = { readonly type: "add"; readonly amount: number } | { readonly type: "reset" };

export default {
  name: "typescript",
  version: "1.0.0",
  replay({ events }: { readonly events: readonly Event[] }) {
    let count = 0;
    const decisions = events.map((event) => {
      if (event.type === "reset") {
        count = 0;
        return ["applied"];
      }
      if (typeof event.amount !== "number") throw new Error("malformed event: no amount");
      if (count + event.amount > LIMIT) return ["refused"];
      count += event.amount;
      return ["applied"];
    });
    return { decisions, final: count };
  },
};
