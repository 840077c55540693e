import { retryConflict } from "../database/conflict.ts";
import { extendSession } from "../sessions/extend-session.ts";
import type { PageDeps } from "./deps.ts";
import type { Checkout } from "./read-checkout.ts";

/**
 * Gives the customer more time, if the merchant allows it.
 *
 * @param shownEnd the end of the session on the customer's page, from its form
 */
export async function extendTime(deps: PageDeps, checkout: Checkout, shownEnd: unknown): Promise<void> {
  const { scope, session, settings } = checkout;
  if (typeof shownEnd !== "string") return;
  const asked = { shownEndMs: Date.parse(shownEnd), limit: settings.timeExtensions };
  await retryConflict(() =>
    deps.database.inTenant(scope, (trx) => extendSession(deps, trx, session.id, asked)),
  );
}
