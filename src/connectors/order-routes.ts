import { hash } from "node:crypto";
import type { NewChargeRoute } from "./registry.ts";

/**
 * The accounts in the order in which a session uses them: by position, and those of the same position in a random order in which
 * each comes first in proportion to its weight. A session always gets the same order, so its page names the account that is used.
 */
export function orderRoutes(routes: readonly NewChargeRoute[], session: string): NewChargeRoute[] {
  if (routes.length < 2) return [...routes];
  const drawn = new Map(routes.map((route) => [route, drawOf(route, session)]));
  const order = (route: NewChargeRoute): number => drawn.get(route) ?? 0;
  return routes.toSorted((a, b) => a.position - b.position || order(a) - order(b));
}

/** Weighted rendezvous hashing: of several accounts, each has the smallest draw with the probability of its share of the weights. */
function drawOf({ account, weight }: NewChargeRoute, session: string): number {
  const digest = hash("sha256", `${session} ${account.id}`, "buffer");
  const uniform = (digest.readUIntBE(0, 6) + 0.5) / 2 ** 48;
  return -Math.log(uniform) / weight;
}
