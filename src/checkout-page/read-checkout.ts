import type { FastifyRequest } from "fastify";
import type { NewChargeRoute } from "../connectors/registry.ts";
import { readClock } from "../database/clock-time.ts";
import type { TenantScope } from "../database/transaction.ts";
import { parseId } from "../kernel/id.ts";
import { type Attempt, approvedAttempt, type Payment } from "../payments/payment.ts";
import { findPayment, returnsLateFunds } from "../payments/read/find-payment.ts";
import { getSession } from "../sessions/find-session.ts";
import type { Session } from "../sessions/session.ts";
import type { PageSettings } from "../settings/settings.ts";
import { getKeyEpoch, type Tenant } from "../tenants/find-tenant.ts";
import type { PageDeps } from "./deps.ts";

/** The data of a session's page. */
export type Checkout = {
  readonly scope: TenantScope;
  readonly session: Session;
  readonly tenant: Tenant;
  /** The page settings of the merchant. */
  readonly settings: PageSettings;
  /** Undefined before the first attempt. */
  readonly payment: Payment | undefined;
  readonly lastAttempt: Attempt | undefined;
  /** The attempt that paid. */
  readonly paidBy: Attempt | undefined;
  /** The ISO 3166 code of the country that the customer is in; null if it isn't known. */
  readonly country: string | null;
  /** The tenant's accounts for new charges, and the disabled ones. */
  readonly routes: readonly NewChargeRoute[];
  /** Whether late funds are refunded automatically. */
  readonly returnsLate: boolean;
  /** When this was read, in milliseconds since 1970 by the session's clock. */
  readonly nowMs: number;
};

/** Reads a session for a request of its page; undefined when its id is invalid or unknown. */
export async function findCheckout(
  deps: PageDeps,
  request: FastifyRequest<{ Params: { id: string } }>,
): Promise<Checkout | undefined> {
  const { id } = request.params;
  return (await deps.publicIds.parse(request, id, "cs"))
    ? readCheckout(deps, id, countryOf(deps, request))
    : undefined;
}

/** The country that the proxy names. Cloudflare's XX and T1 (Tor) aren't countries. */
function countryOf({ countryHeader }: PageDeps, { headers }: Pick<FastifyRequest, "headers">): string | null {
  const value = countryHeader === undefined ? undefined : headers[countryHeader];
  return typeof value === "string" && /^[A-Za-z]{2}$/.test(value) && value.toUpperCase() !== "XX"
    ? value.toUpperCase()
    : null;
}

/** Reads a session for its page; undefined when there is no session with this id. */
export async function readCheckout(
  deps: PageDeps,
  sessionId: string,
  country: string | null,
): Promise<Checkout | undefined> {
  const scope = parseId(sessionId, "cs");
  if (!scope) return undefined;
  const [[session, { epoch }, found], routes] = await Promise.all([
    readStored(deps, scope, sessionId),
    deps.connectors.routesForNewCharges(scope),
  ]);
  const merchant = session && (await deps.merchants.of(scope, epoch));
  if (!merchant) return undefined;
  const { payment, attempts = [] } = found ?? {};
  return {
    scope,
    session,
    ...merchant,
    payment,
    lastAttempt: attempts.at(-1),
    paidBy: approvedAttempt(attempts),
    country,
    routes,
    ...(await readLateFundsAndClock(deps, scope, session, payment)),
  };
}

/** Reads the payment only if there is one, and in one round trip if this process knows of it. */
async function readStored(deps: PageDeps, scope: TenantScope, sessionId: string) {
  const isBegun = deps.begun.has(sessionId);
  const stored = await readOnce(deps, scope, sessionId, isBegun);
  const [session] = stored;
  if (isBegun || !session || session.paymentId === null) return stored;
  deps.begun.note(sessionId);
  return readOnce(deps, scope, sessionId, true);
}

function readOnce({ database }: PageDeps, scope: TenantScope, sessionId: string, withPayment: boolean) {
  return database.inTenant(scope, (trx) =>
    trx.commitWith(
      Promise.all([
        getSession(trx, sessionId),
        getKeyEpoch(trx),
        withPayment ? findPayment(trx, sessionId) : undefined,
      ]),
    ),
  );
}

/** Reads what only few sessions have: late funds, and a sandbox clock. */
async function readLateFundsAndClock(
  deps: PageDeps,
  scope: TenantScope,
  session: Session,
  payment: Payment | undefined,
): Promise<Pick<Checkout, "returnsLate" | "nowMs">> {
  const late = payment !== undefined && payment.amountLate > 0 ? payment.id : undefined;
  const { clockId } = session;
  if (late === undefined && clockId === null) return { returnsLate: false, nowMs: deps.clock.nowMs() };
  const [returnsLate, clock] = await deps.database.inTenant(scope, (trx) =>
    trx.commitWith(
      Promise.all([
        late === undefined ? false : returnsLateFunds(trx, late),
        clockId === null ? undefined : readClock(trx, clockId),
      ]),
    ),
  );
  return { returnsLate, nowMs: clock?.now.getTime() ?? deps.clock.nowMs() };
}
