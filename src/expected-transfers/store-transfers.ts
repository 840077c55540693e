import type { TenantTransaction } from "../database/transaction.ts";
import type { PartDecision } from "./decide-part.ts";
import type { MatchDeps } from "./deps.ts";
import { getTransfer, insertFollowing, insertMatch, updateTransfer } from "./queries.ts";
import { reversalReference } from "./reversal-reference.ts";
import type { ExpectedTransfer } from "./transfer.ts";

type Matched = Extract<PartDecision, { kind: "matched" }>;

/** Stores what a part of an entry is for. The caller then stores the transfers that have changed. */
export async function storeMatch(
  { events }: MatchDeps,
  trx: TenantTransaction,
  decision: Matched,
): Promise<void> {
  const { match, transfer, isNew } = decision;
  if (isNew) insertFollowing(trx, transfer);
  await insertMatch(trx, match);
  if (!events) return;
  if (match.refundedMinor > 0) await events.refundOwed(trx, match, transfer);
  if (match.action !== "reverse" || transfer.status !== "paid") return;
  const { attemptId } = transfer;
  await events.takenBack(trx, {
    attemptId,
    reference: reversalReference(match),
    amountMinor: -match.countedMinor,
  });
}

/** Stores what transfers have received, and tells of it. The only place where either changes. */
export async function storeTransfers(
  { events }: MatchDeps,
  trx: TenantTransaction,
  transfers: readonly ExpectedTransfer[],
): Promise<void> {
  for (const transfer of transfers) updateTransfer(trx, transfer);
  if (!events) return;
  // Of a chunk there are hundreds: the statements are sent without waiting for each other.
  await Promise.all(transfers.map((transfer) => tell(events, trx, transfer)));
}

async function tell(
  events: NonNullable<MatchDeps["events"]>,
  trx: TenantTransaction,
  { follows, attemptId }: ExpectedTransfer,
): Promise<void> {
  if (follows === null) return events.received(trx, attemptId);
  const first = await getTransfer(trx, follows);
  if (first) await events.followed(trx, first.attemptId);
}
