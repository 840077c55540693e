import type { MethodCapabilities } from "../../connectors/capabilities.ts";
import type { TenantScope } from "../../database/transaction.ts";
import type { PaymentDeps } from "../deps.ts";
import { approvedAttempt } from "../payment.ts";
import { listAttempts } from "../queries/attempts.ts";

/** What the PSP of a payment's approved attempt can do with its charge. */
export type PspLimits = { readonly title: string; readonly capabilities: MethodCapabilities };

/**
 * Finds them before the payment is locked, because looking an account up may take another connection. Undefined if no attempt is
 * approved, or the tenant no longer has its account.
 */
export async function findPspLimits(
  { database, connectors }: Pick<PaymentDeps, "database" | "connectors">,
  scope: TenantScope,
  paymentId: string,
): Promise<PspLimits | undefined> {
  const attempts = await database.inTenant(scope, (trx) => listAttempts(trx, paymentId));
  const attempt = approvedAttempt(attempts);
  if (!attempt) return undefined;
  const route = await connectors.routeForAccount(scope, attempt.connectorAccount);
  const capabilities = route?.connector.capabilities(route.account.settings)[attempt.method];
  return route && capabilities && { title: route.connector.title, capabilities };
}
