/** What tests ask of a reader that refuses. */
import assert from "node:assert/strict";
import { CodecError } from "../read.ts";

/** Asserts that the reader throws a {@linkcode CodecError} with this path and reason. */
export function refuses(read: () => unknown, path: string, reason: string): void {
  assert.throws(read, (error) => {
    assert(error instanceof CodecError);
    assert.deepEqual([error.path, error.reason], [path, reason]);
    assert.equal(error.message, `${path}: ${reason}`);
    return true;
  });
}
