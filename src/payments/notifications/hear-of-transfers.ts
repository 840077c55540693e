import type { TenantTransaction } from "../../database/transaction.ts";
import type { PaymentDeps, ReconcileJob } from "../deps.ts";
import { reportDispute } from "../dispute-reports/report-dispute.ts";
import { checkSoon, getAttempt } from "../queries/attempts.ts";
import { compareSoon } from "../queries/compared.ts";
import { checkMovementSoon, getMovementByKey } from "../queries/movements.ts";

/** What the payments do when they hear of bank transfers, in the transaction that learns of them. */
export type TransferNews = ReturnType<typeof makeTransferNews>;

/**
 * News of bank transfers that statements tell, in place of a PSP's notifications. They are reasons to ask the connector, which
 * then tells the outcome.
 */
export function makeTransferNews(deps: Pick<PaymentDeps, "log" | "wakeReconciler">) {
  const wake = (trx: TenantTransaction, job: ReconcileJob): void =>
    trx.afterCommit(() => deps.wakeReconciler?.(job));
  return {
    /** What arrived of an attempt's transfer has changed. */
    received: async (trx: TenantTransaction, attemptId: string): Promise<void> => {
      if (await checkSoon(trx, attemptId)) wake(trx, "attempts");
    },
    /** Money came for an attempt's transfer after that was over: the account's list has it. */
    followed: async (trx: TenantTransaction, attemptId: string): Promise<void> => {
      const attempt = await getAttempt(trx, attemptId);
      if (!attempt) return;
      await compareSoon(trx, attempt.connectorAccount);
      wake(trx, "accounts");
    },
    /** The bank took back money that had paid an attempt. */
    takenBack: async (
      trx: TenantTransaction,
      { attemptId, reference, amountMinor }: { attemptId: string; reference: string; amountMinor: number },
    ): Promise<void> => {
      const facts = { attempt: attemptId, reversal: reference, amount: amountMinor };
      trx.afterCommit(() =>
        deps.log.warn(facts, "a bank took back a transfer that had paid; it becomes a lost dispute"),
      );
      const attempt = await getAttempt(trx, attemptId);
      // The comparison learns of an attempt that doesn't exist yet, and then of its dispute.
      if (!attempt) return;
      await reportDispute(trx, {
        connectorAccount: attempt.connectorAccount,
        pspReference: reference,
        attemptId,
      });
      wake(trx, "disputes");
    },
    /** A statement has a refund, or says that it came back. */
    refundMoved: async (trx: TenantTransaction, movementKey: string): Promise<void> => {
      const movement = await getMovementByKey(trx, movementKey);
      if (movement && (await checkMovementSoon(trx, movement.id))) wake(trx, "movements");
    },
  };
}
