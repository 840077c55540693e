import type { ConnectorAccount } from "../connectors/connector-account.ts";
import type { ChargeRef } from "../connectors/contract.ts";
import { idTimeMs } from "../kernel/id.ts";
import type { Attempt, Payment } from "./payment.ts";

/** What of an attempt and its payment names its charge at the PSP. */
export type Charged = {
  readonly attempt: Pick<Attempt, "id" | "connectorAccount" | "hostedReference" | "pspReference">;
  readonly payment: Pick<Payment, "sessionId" | "amount" | "currency" | "captureMethod">;
};

/** An attempt's charge, as calls to its PSP name it. */
export function chargeRef(account: ConnectorAccount, { attempt, payment }: Charged): ChargeRef {
  return {
    account,
    idempotencyKey: attempt.id,
    session: payment.sessionId,
    amount: payment.amount,
    currency: payment.currency,
    capture: payment.captureMethod,
    startedAt: new Date(idTimeMs(attempt.id)),
    hostedReference: attempt.hostedReference,
    pspReference: attempt.pspReference,
  };
}
