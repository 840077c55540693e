import type { Transaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import type { Charge } from "./charge.ts";
import { addMs, type Delays, type SandboxPspDeps } from "./deps.ts";
import { notifyOfCharge } from "./notify.ts";
import { appendLog, updateCharge } from "./queries/charges.ts";
import { behaviourOf } from "./test-outcomes.ts";

/**
 * The money of a locked charge, which was taken with the approval, fails; or it comes after all. Its refunds and disputes stay as they
 * are: the account owes what the customer has got already.
 */
export async function changeCharge(
  deps: Pick<SandboxPspDeps, "publicUrl">,
  trx: Transaction,
  charge: Charge,
  delays: Delays,
  now: Date,
): Promise<void> {
  const fails = charge.status === "approved";
  const plan = present(behaviourOf(charge.outcome).capture, "the plan of a charge that is decided otherwise");
  const changed: Charge = fails
    ? {
        ...charge,
        status: "failed",
        declineReason: plan.end,
        amountCaptured: 0,
        dueAt: plan.afterAll ? addMs(now, delays.pendingMs) : null,
      }
    : { ...charge, status: "approved", declineReason: null, amountCaptured: charge.amount, dueAt: null };
  await updateCharge(trx, changed);
  const { amount, idempotencyKey: source } = charge;
  await appendLog(trx, charge, { kind: fails ? "capture_returned" : "capture", amount, source });
  await notifyOfCharge(deps, trx, changed);
}
