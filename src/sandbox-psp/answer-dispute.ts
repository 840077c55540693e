import { createHash } from "node:crypto";
import { present } from "../kernel/assert.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { delaysOf, type SandboxPspDeps } from "./deps.ts";
import type { Dispute } from "./dispute.ts";
import { acceptDispute, withEvidence } from "./dispute-transitions.ts";
import type { ApiErrorCode } from "./errors.ts";
import { lockCharge, lockKey } from "./queries/charges.ts";
import { findDispute, findDisputeRequest, insertDisputeRequest, updateDispute } from "./queries/disputes.ts";

export type DisputeAnswer = {
  readonly account: string;
  readonly idempotencyKey: string;
  readonly dispute: string;
} & (
  | { readonly kind: "accept" }
  | {
      readonly kind: "evidence";
      readonly texts: Readonly<Record<string, string>>;
      /** Base64. The files are not stored. */
      readonly files: readonly {
        readonly name: string;
        readonly mediaType: string;
        readonly content: string;
      }[];
    }
);

export type AnsweredDispute = { readonly dispute: Dispute; readonly replayed: boolean };

/** Submits evidence or accepts the dispute. A repeated idempotency key returns the dispute's current state. */
export async function answerDispute(
  deps: SandboxPspDeps,
  answer: DisputeAnswer,
): Promise<Result<AnsweredDispute, ApiErrorCode>> {
  const { account, idempotencyKey } = answer;
  const digest = digestOf(answer);
  return await deps.database.inSandboxPsp(async (trx) => {
    await lockKey(trx, account, `dispute ${idempotencyKey}`);
    const earlier = await findDisputeRequest(trx, account, idempotencyKey);
    if (earlier && !earlier.digest.equals(digest)) return failed("idempotency_key_reused");
    const found = await findDispute(trx, account, answer.dispute);
    if (!found) return failed("not_found");
    const charge = present(await lockCharge(trx, account, found.charge), "the disputed charge");
    // Read it again: the previous holder of the charge's lock may have changed it.
    const dispute = present(await findDispute(trx, account, answer.dispute), "the dispute");
    if (earlier) return success({ dispute, replayed: true });
    if (!canAnswer(dispute, answer.kind)) return failed("dispute_not_open");
    const answered =
      answer.kind === "accept"
        ? await acceptDispute(trx, { charge, dispute })
        : withEvidence(dispute, Object.values(answer.texts), delaysOf(deps), charge.now);
    await updateDispute(trx, answered);
    await insertDisputeRequest(trx, account, idempotencyKey, { dispute: dispute.id, digest });
    return success({ dispute: answered, replayed: false });
  });
}

export async function readDispute(
  deps: SandboxPspDeps,
  account: string,
  id: string,
): Promise<Dispute | undefined> {
  return await deps.database.inSandboxPsp((trx) => findDispute(trx, account, id));
}

/** Evidence can be submitted once. A dispute can be accepted until the bank has decided. */
function canAnswer({ status }: Dispute, kind: DisputeAnswer["kind"]): boolean {
  return status === "needs_response" || (kind === "accept" && status === "under_review");
}

function digestOf(answer: DisputeAnswer): Buffer {
  return createHash("sha256").update(JSON.stringify(answer)).digest();
}
