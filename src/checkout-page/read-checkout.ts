import type { Scope } from "../database/transaction.ts";
import { parseId } from "../kernel/id.ts";
import { findPayment } from "../payments/find-payment.ts";
import type { Attempt } from "../payments/payment.ts";
import { getSession } from "../sessions/find-session.ts";
import type { Session } from "../sessions/session.ts";
import { getTenant, type Tenant } from "../tenants/find-tenant.ts";
import type { PageDeps } from "./deps.ts";

/** All that the page of a session is made from. */
export type Checkout = {
  readonly scope: Scope;
  readonly session: Session;
  readonly tenant: Tenant;
  readonly lastAttempt: Attempt | undefined;
};

/** Reads a session for its page; undefined when the id isn't one of a session that exists. */
export async function readCheckout(deps: PageDeps, sessionId: string): Promise<Checkout | undefined> {
  const scope = parseId(sessionId, "cs");
  if (!scope) return undefined;
  return deps.database.inScope(scope, async (trx) => {
    const session = await getSession(trx, scope, sessionId);
    const tenant = session && (await getTenant(trx, scope.tenantId));
    if (!session || !tenant) return undefined;
    const found = session.paymentId === null ? undefined : await findPayment(trx, scope, sessionId);
    return { scope, session, tenant, lastAttempt: found?.attempts.at(-1) };
  });
}
