import type {
  DeskRefund,
  DeskTransfer,
  ExpectRequest,
  TransferDesk,
} from "../connectors/bank-transfer/desk.ts";
import type { ConnectorAccount } from "../connectors/connector-account.ts";
import { enterClock } from "../database/clock-time.ts";
import type { Database } from "../database/database.ts";
import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import type { TransferEvents } from "../expected-transfers/deps.ts";
import { endTransfer } from "../expected-transfers/end-transfer.ts";
import { expectTransfer } from "../expected-transfers/expect-transfer.ts";
import { selectFollowing, selectMatch, selectReversals } from "../expected-transfers/find-matches.ts";
import {
  findTransfer,
  findTransferByAttempt,
  type TransferToSend,
} from "../expected-transfers/find-transfer.ts";
import { readWaitDays } from "../expected-transfers/read-rules.ts";
import { parseReversalReference, reversalReference } from "../expected-transfers/reversal-reference.ts";
import { present } from "../kernel/assert.ts";
import { idFloor, idTimeMs } from "../kernel/id.ts";
import type { BankRefund } from "./bank-refund.ts";
import { noteRefund, noteRefundOwed } from "./note-refund.ts";
import { findRefundByKey, selectRefundsOfTransfer } from "./queries.ts";
import { toInstructions } from "./to-instructions.ts";

type Deps = { readonly database: Database; readonly nowMs: () => number };

const dayMs = 86_400_000;

const pageSize = 100;

/** What the connector to the tenants' own bank accounts asks. Each call is one transaction. */
export function makeTransferDesk(deps: Deps): TransferDesk {
  const { database, nowMs } = deps;
  const inTenant = <Value>(account: ConnectorAccount, work: (trx: TenantTransaction) => Promise<Value>) =>
    database.inTenant(scopeOf(account), work);
  const refundOwed: TransferEvents["refundOwed"] = (trx, match, transfer) =>
    noteRefundOwed({ nowMs }, trx, match, transfer);
  return {
    expect: (account, request) => inTenant(account, (trx) => expect(deps, trx, request)),
    find: (account, attemptId) => inTenant(account, (trx) => find(trx, attemptId)),
    end: (account, attemptId) =>
      inTenant(account, async (trx) => {
        await endTransfer(refundOwed, trx, attemptId);
        return find(trx, attemptId);
      }),
    listFollowing: (account, { createdAfter, cursor }) =>
      inTenant(account, async (trx) => {
        const from = cursor ?? idFloor("etr", trx.mode, trx.tenantId, createdAfter.getTime());
        const rows = await selectFollowing(trx, from, pageSize);
        const transfers: DeskTransfer[] = [];
        for (const { attemptId } of rows) transfers.push(present(await find(trx, attemptId), "the transfer"));
        return { transfers, next: rows.length === pageSize ? (rows.at(-1)?.id ?? null) : null };
      }),
    findReversal: (account, reference) => inTenant(account, (trx) => findReversal(trx, reference)),
    refund: (account, request) =>
      inTenant(account, async (trx) =>
        toDeskRefund(await noteRefund({ nowMs }, trx, request), request.attemptId),
      ),
    findRefund: (account, key) => inTenant(account, (trx) => findRefund(trx, key)),
  };
}

const scopeOf = ({ tenantId, mode }: ConnectorAccount): TenantScope => ({ tenantId, mode });

async function expect(
  deps: Deps,
  trx: TenantTransaction,
  { attemptId, sessionId, amount, currency, country, clockId }: ExpectRequest,
): Promise<DeskTransfer | "no_account"> {
  const clock = clockId === null ? undefined : await enterClock(trx, clockId);
  const now = clock?.now.getTime() ?? deps.nowMs();
  const waitDays = await readWaitDays(trx);
  const expected = await expectTransfer(deps, trx, {
    ...{ attemptId, sessionId, amountMinor: amount, currency, country },
    ...{ payerName: null, payerAccount: null },
    expiresAt: new Date(now + waitDays * dayMs),
  });
  return expected.ok ? present(await find(trx, attemptId), "the transfer just expected") : expected.failure;
}

async function find(trx: TenantTransaction, attemptId: string): Promise<DeskTransfer | undefined> {
  const found = await findTransferByAttempt(trx, attemptId);
  return found && toDeskTransfer(trx, found);
}

async function toDeskTransfer(
  trx: TenantTransaction,
  { transfer, instructions }: TransferToSend,
): Promise<DeskTransfer> {
  const { id, attemptId, sessionId, status, currency } = transfer;
  // Only a paid transfer has refunds of its payment, and its money can be taken back from it.
  const isPaid = status === "paid";
  const refunds = isPaid ? await selectRefundsOfTransfer(trx, id) : [];
  const reversals = isPaid ? await selectReversals(trx, id) : [];
  return {
    ...{ id, attemptId, sessionId, status, currency },
    createdAt: new Date(idTimeMs(id)),
    amount: transfer.amountMinor,
    received: transfer.receivedMinor,
    charged: transfer.chargedMinor,
    surplus: transfer.surplusMinor ?? 0,
    refunded: sumOf(refunds.filter((refund) => refund.movementKey !== null && refund.status === "confirmed")),
    reversals: reversals.map(reversalReference),
    instructions: toInstructions(transfer, instructions),
  };
}

const sumOf = (refunds: readonly BankRefund[]): number =>
  refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

async function findReversal(trx: TenantTransaction, reference: string) {
  const place = parseReversalReference(reference);
  const match = place && (await selectMatch(trx, place.entryId, place.number));
  if (match?.action !== "reverse" || match.transferId === null) return undefined;
  const found = present(await findTransfer(trx, match.transferId), "the transfer of a reversal");
  const { attemptId, chargedMinor, currency } = found.transfer;
  // A surplus isn't part of the charge. What is taken back of it is in the log of the one who was told.
  return { attemptId, amount: Math.min(-match.countedMinor, chargedMinor ?? 0), currency };
}

async function findRefund(trx: TenantTransaction, key: string): Promise<DeskRefund | undefined> {
  const refund = await findRefundByKey(trx, key);
  if (!refund) return undefined;
  const { transfer } = present(await findTransfer(trx, refund.transferId), "the transfer of a refund");
  return toDeskRefund(refund, transfer.attemptId);
}

function toDeskRefund(
  { id, amountMinor: amount, currency, status }: BankRefund,
  attemptId: string,
): DeskRefund {
  const isOpen = status === "waiting" || status === "in_file" || status === "sent";
  return { id, attemptId, amount, currency, status: isOpen ? "open" : status, reason: "refused_by_psp" };
}
