/** The codec: reads and writes what crosses a boundary, and refuses what is not of the wire format. */
export { decodeEvent, decodeEvents, encodeEvent } from "./event_codec.ts";
export { decodeDecision, decodeDecisions, encodeDecision } from "./decision_codec.ts";
export { decodeState, encodeState } from "./state_codec.ts";
export { CodecError } from "./read.ts";
