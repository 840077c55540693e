import type { ListBatchesOutcome, ListLinesOutcome, Settlements } from "../settlements.ts";
import type { StripeAnswer, StripeCall, StripeClient } from "./client.ts";
import type { FormFields } from "./form.ts";
import { unexpected } from "./read-payment.ts";
import { unknown } from "./translate-charge.ts";
import { translateBatch, translateLine } from "./translate-settlement.ts";
import { wireBalanceTransactions, wirePayouts } from "./wire.ts";

/** A page of lines has the charges, refunds and disputes that they are about: some kilobytes each. */
const linesAtMost = 50;
const batchesAtMost = 100;

const since = (time: string) => ({ gte: Math.floor(Date.parse(time) / 1000) });

const hourMs = 3_600_000;

/** Lines are Stripe's balance transactions, batches its payouts. Stripe names a line's payout only by listing the payout's lines. */
export function settlements(client: StripeClient): Settlements {
  return {
    lateMs: hourMs,
    delayMs: 0,
    listLines: ({ account, bookedAfter, cursor }, { timeoutMs }) =>
      listLines(client, { account, timeoutMs }, { created: since(bookedAfter) }, { cursor, batch: null }),
    listBatchLines: ({ account, batch, cursor }, { timeoutMs }) =>
      listLines(client, { account, timeoutMs }, { payout: batch }, { cursor, batch }),
    listBatches: ({ account, createdAfter, cursor }, { timeoutMs }) =>
      listBatches(client, { account, timeoutMs }, createdAfter, cursor),
  };
}

async function listLines(
  client: StripeClient,
  call: StripeCall,
  which: FormFields,
  { cursor, batch }: { readonly cursor: string | null; readonly batch: string | null },
): Promise<ListLinesOutcome> {
  const expand = ["data.source"];
  const query = { ...which, limit: linesAtMost, starting_after: cursor ?? undefined, expand };
  const answer = await client.get(call, "/v1/balance_transactions", query);
  if (answer.kind !== "ok") return notListed(answer);
  if (!wireBalanceTransactions.fits(answer.body)) return unexpected;
  const { data, has_more: hasMore } = answer.body;
  const lines = data.map((transaction) => translateLine(transaction, batch));
  const next = hasMore ? (data.at(-1)?.id ?? null) : null;
  return lines.every((line) => line !== undefined)
    ? { kind: "page", lines, next }
    : unknown("a balance transaction's amount isn't a whole number of minor units");
}

async function listBatches(
  client: StripeClient,
  call: StripeCall,
  createdAfter: string,
  cursor: string | null,
): Promise<ListBatchesOutcome> {
  const query = { created: since(createdAfter), limit: batchesAtMost, starting_after: cursor ?? undefined };
  const answer = await client.get(call, "/v1/payouts", query);
  if (answer.kind !== "ok") return notListed(answer);
  if (!wirePayouts.fits(answer.body)) return unexpected;
  const { data, has_more: hasMore } = answer.body;
  const batches = data.map(translateBatch);
  const next = hasMore ? (data.at(-1)?.id ?? null) : null;
  return batches.every((batch) => batch !== undefined)
    ? { kind: "page", batches, next }
    : unknown("a payout's amount isn't a whole number of minor units");
}

const notListed = (answer: Exclude<StripeAnswer, { kind: "ok" }>) =>
  answer.kind === "unknown" ? answer : unknown(`Stripe can't list settlements (${answer.error.code})`);
