/** The promotion of each kind of candidate. */
import type { Key } from "../lifecycle/value.ts";
import type { Candidate } from "./facts.ts";
import { landing } from "./land.ts";
import { delivery, reporting } from "./place.ts";
import type { Promotion } from "./promotion.ts";
import type { World } from "./world.ts";

/** The promotion of a transaction's candidate. */
export function promotionOf(world: World, key: Key, tx: number, candidate: Candidate): Promotion {
  switch (candidate.type) {
    case "commit":
      return landing(world, key, candidate);
    case "file":
      return delivery(world, key, tx, candidate);
    case "text":
      return reporting(world, key, candidate);
  }
}
