import type { SettlementLine } from "../connectors/settlements.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { makeId } from "../kernel/id.ts";
import { post, reverse } from "../ledger/post.ts";
import { matchReversal, type PostedLine, settlementPostings } from "../ledger/settlement-postings.ts";
import { findCharges, findDisputes, findRefunds } from "./find-candidates.ts";
import type { LineToMatch, Match } from "./line.ts";
import { type Candidate, matchLine } from "./match-line.ts";
import { insertLine, lockImport, selectKnown, selectToMatch, setBatch, setMatch } from "./queries.ts";

/** What an import has done. */
export type Counts = { readonly stored: number; readonly exceptions: number };

/**
 * Stores the lines that aren't known yet, matches and posts them, and notes which batch pays those that are known. Everything in one
 * transaction, while no other import stores lines of the account.
 */
export async function storeLines(
  trx: TenantTransaction,
  connectorAccount: string,
  lines: readonly SettlementLine[],
): Promise<Counts> {
  await lockImport(trx, connectorAccount);
  const references = lines.map(({ reference }) => reference);
  const known = await selectKnown(trx, connectorAccount, references);
  await noteBatches(trx, connectorAccount, lines, known);
  const added = lines.filter(({ reference }) => !known.has(reference));
  let exceptions = 0;
  // One after the other: a line must see what the ones before it have settled.
  for (const line of added) {
    const match = await storeLine(trx, connectorAccount, line);
    if (match.status === "exception") exceptions += 1;
  }
  return { stored: added.length, exceptions };
}

async function noteBatches(
  trx: TenantTransaction,
  connectorAccount: string,
  lines: readonly SettlementLine[],
  known: ReadonlyMap<string, string | null>,
): Promise<void> {
  const paid = lines.filter(({ reference, batch }) => batch !== null && known.get(reference) === null);
  for (const [batch, own] of Map.groupBy(paid, (line) => line.batch ?? "")) {
    const references = own.map(({ reference }) => reference);
    await setBatch(trx, connectorAccount, references, batch);
  }
}

async function storeLine(
  trx: TenantTransaction,
  connectorAccount: string,
  line: SettlementLine,
): Promise<Match> {
  const exchangedCurrency = line.exchanged?.currency ?? null;
  const exchangedAmount = line.exchanged?.amount ?? null;
  const whole = { ...line, exchangedCurrency, exchangedAmount };
  const match = await findMatch(trx, connectorAccount, whole);
  // Its time is the PSP's, so that lists are in the order of bookings.
  const id = makeId("stl", trx.mode, trx.tenantId, line.bookedAt.getTime());
  if (await insertLine(trx, id, connectorAccount, line, match))
    await postLine(trx, { ...whole, id, connectorAccount, settles: settledBy(match) });
  return match;
}

const settledBy = ({ status, paymentId }: Match): string | null => (status === "matched" ? paymentId : null);

async function postLine(trx: TenantTransaction, line: PostedLine): Promise<void> {
  for (const posting of settlementPostings(line)) await post(trx, posting);
}

async function findMatch(
  trx: TenantTransaction,
  connectorAccount: string,
  line: LineToMatch,
): Promise<Match> {
  return matchLine(line, await findCandidates(trx, connectorAccount, line));
}

async function findCandidates(
  trx: TenantTransaction,
  connectorAccount: string,
  { type, about }: LineToMatch,
): Promise<Candidate[]> {
  if (about === null) return [];
  switch (type) {
    case "charge":
    case "charge_failure":
      return findCharges(trx, connectorAccount, about, type);
    case "refund":
    case "refund_failure":
      return findRefunds(trx, connectorAccount, about, type);
    case "dispute":
    case "dispute_reversal":
      return findDisputes(trx, connectorAccount, about, type);
    case "fee":
    case "exchange":
    case "reserve":
    case "payout":
    case "payout_failure":
    case "adjustment":
      return [];
  }
}

/** The most exceptions that one transaction tries to match. */
const retriedAtMost = 500;

/**
 * Matches lines that were exceptions, because Kassa may have learned since what they are for. The posting as an exception is reversed,
 * and the line is posted as matched.
 *
 * @returns how many were matched
 */
export async function matchExceptions(trx: TenantTransaction, connectorAccount: string): Promise<number> {
  await lockImport(trx, connectorAccount);
  let matched = 0;
  for (const line of (await selectToMatch(trx, connectorAccount, retriedAtMost)).toReversed()) {
    const match = await findMatch(trx, connectorAccount, line);
    if (match.exceptionReason === line.exceptionReason) continue;
    await setMatch(trx, line.id, match);
    if (match.status !== "matched") continue;
    const unmatched = settlementPostings({ ...line, settles: null });
    if (unmatched.length > 0) await reverse(trx, matchReversal(line.id));
    await postLine(trx, { ...line, settles: match.paymentId });
    matched += 1;
  }
  return matched;
}
