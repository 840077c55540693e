import type { ChargeRef, PspFact } from "../connectors/contract.ts";
import type { ConnectorRoute } from "../connectors/registry.ts";
import type { TenantScope } from "../database/transaction.ts";
import { idTimeMs } from "../kernel/id.ts";
import type { PaymentDeps } from "./deps.ts";
import type { Attempt, Payment } from "./payment.ts";
import { listFacts } from "./queries/facts.ts";

/** What of an attempt and its payment names its charge at the PSP. */
export type Charged = {
  readonly attempt: Pick<
    Attempt,
    | "id"
    | "connectorAccount"
    | "hostedReference"
    | "pspReference"
    | "redirectUrl"
    | "actionExpiresAt"
    | "returnedWith"
  >;
  readonly payment: Pick<Payment, "sessionId" | "amount" | "currency" | "captureMethod">;
};

/** An attempt's charge, as calls to its PSP name it. */
export async function readChargeRef(
  deps: Pick<PaymentDeps, "database">,
  scope: TenantScope,
  route: ConnectorRoute,
  { attempt, payment }: Charged,
): Promise<ChargeRef> {
  const facts = await readFacts(deps, scope, route, attempt.id);
  return {
    account: route.account,
    idempotencyKey: attempt.id,
    session: payment.sessionId,
    amount: payment.amount,
    currency: payment.currency,
    capture: payment.captureMethod,
    startedAt: new Date(idTimeMs(attempt.id)),
    hostedReference: attempt.hostedReference,
    pspReference: attempt.pspReference,
    ...pageOf(attempt),
    ...(attempt.returnedWith && { returnedWith: attempt.returnedWith }),
    ...(facts && { facts }),
  };
}

/** The hosted page, as the PSP told of it when it made the page. */
function pageOf({
  hostedReference,
  redirectUrl,
  actionExpiresAt,
}: Charged["attempt"]): Pick<ChargeRef, "page"> {
  if (hostedReference === null || redirectUrl === null) return {};
  return { page: { url: redirectUrl, expiresAt: actionExpiresAt?.toISOString() ?? null } };
}

/** What the PSP's notifications have proved of an attempt's charge; undefined for a PSP that is asked. */
export async function readFacts(
  { database }: Pick<PaymentDeps, "database">,
  scope: TenantScope,
  { connector }: ConnectorRoute,
  attemptId: string,
): Promise<readonly PspFact[] | undefined> {
  if (connector.proof === "look_up") return undefined;
  return database.inTenant(scope, (trx) => listFacts(trx, attemptId));
}
