import type { AuthorizeOutcome } from "../connectors/contract.ts";
import type { ConnectorRoute } from "../connectors/registry.ts";
import type { Scope } from "../database/transaction.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { applyOutcome } from "./apply-outcome.ts";
import type { PaymentDeps } from "./deps.ts";
import { expectOutcome } from "./expect-outcome.ts";
import type { Attempt } from "./payment.ts";
import { callOffKey } from "./psp-keys.ts";

/**
 * The consumer turned back from their bank's page and wants to pay in another way. Only once the PSP confirms that the
 * first attempt can't bring money any more may there be a second.
 */
export async function callOffAttempt(deps: PaymentDeps, scope: Scope, attempt: Attempt): Promise<void> {
  const route = deps.connectors.connectorFor(scope);
  if (!route || attempt.status !== "action_required" || attempt.pspReference === null) return;
  await expectOutcome(deps, scope, attempt.id);
  crashPoint("call-off:intent-committed");
  const outcome = await releaseAction(deps, route, attempt, attempt.pspReference);
  crashPoint("call-off:psp-answered");
  await applyOutcome(deps, scope, attempt.id, outcome);
}

/** Has the PSP release an attempt that waits for the consumer or their transfer, and says what that makes of it. */
export async function releaseAction(
  deps: PaymentDeps,
  { connector, account }: ConnectorRoute,
  attempt: Attempt,
  pspReference: string,
): Promise<AuthorizeOutcome> {
  const released = await connector.void(
    { account, idempotencyKey: callOffKey(attempt.id), pspReference },
    { timeoutMs: deps.pspTimeoutMs },
  );
  crashPoint("release:psp-answered");
  if (released.kind === "succeeded") return { kind: "declined", pspReference, reason: "abandoned" };
  return { kind: "unknown", detail: `the PSP did not confirm the release: ${released.kind}` };
}
