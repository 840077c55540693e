import type { FastifyRequest } from "fastify";
import { readClock } from "../database/clock-time.ts";
import type { TenantScope } from "../database/transaction.ts";
import { parseId } from "../kernel/id.ts";
import { type Attempt, approvedAttempt, type Payment } from "../payments/payment.ts";
import { findPayment, returnsLateMoney } from "../payments/read/find-payment.ts";
import { getSession } from "../sessions/find-session.ts";
import type { Session } from "../sessions/session.ts";
import { readSettings } from "../settings/read-settings.ts";
import type { PageSettings } from "../settings/settings.ts";
import { getTenant, type Tenant } from "../tenants/find-tenant.ts";
import type { PageDeps } from "./deps.ts";

/** All that the page of a session is made from. */
export type Checkout = {
  readonly scope: TenantScope;
  readonly session: Session;
  readonly tenant: Tenant;
  /** What its merchant set about the page. */
  readonly settings: PageSettings;
  /** From the first attempt on. */
  readonly payment: Payment | undefined;
  readonly lastAttempt: Attempt | undefined;
  /** The one that brought the payment's money. */
  readonly paidBy: Attempt | undefined;
  /** Whether money that came too late goes back by itself. */
  readonly returnsLate: boolean;
  /** Milliseconds since 1970 by the clock that the session lives by, when this was read. */
  readonly nowMs: number;
};

/** Reads a session for whoever asks for its page, unless its id can't be one. */
export async function findCheckout(
  deps: PageDeps,
  request: FastifyRequest<{ Params: { id: string } }>,
): Promise<Checkout | undefined> {
  const { id } = request.params;
  return (await deps.publicIds.parse(request, id, "cs")) ? readCheckout(deps, id) : undefined;
}

/** Reads a session for its page; undefined when the id isn't one of a session that exists. */
export async function readCheckout(deps: PageDeps, sessionId: string): Promise<Checkout | undefined> {
  const scope = parseId(sessionId, "cs");
  if (!scope) return undefined;
  return deps.database.inTenant(scope, async (trx) => {
    const session = await getSession(trx, sessionId);
    const tenant = session && (await getTenant(trx, scope.tenantId));
    if (!session || !tenant) return undefined;
    const settings = await readSettings(trx, tenant);
    const found = session.paymentId === null ? undefined : await findPayment(trx, sessionId);
    const { payment, attempts = [] } = found ?? {};
    const returnsLate =
      payment !== undefined && payment.amountLate > 0 && (await returnsLateMoney(trx, payment.id));
    const clock = session.clockId === null ? undefined : await readClock(trx, session.clockId);
    const nowMs = clock?.now.getTime() ?? deps.clock.nowMs();
    const [lastAttempt, paidBy] = [attempts.at(-1), approvedAttempt(attempts)];
    return { scope, session, tenant, settings, payment, lastAttempt, paidBy, returnsLate, nowMs };
  });
}
