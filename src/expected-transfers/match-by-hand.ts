import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { isOwnId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { isPaidByTenant } from "../statement-imports/entry-to-match.ts";
import { decidePart, type How, type PartDecision } from "./decide-part.ts";
import { decideReversal } from "./decide-reversal.ts";
import type { MatchDeps } from "./deps.ts";
import type { EntryPart } from "./entry-parts.ts";
import { newNames } from "./new-names.ts";
import { chooseOpenPart, settleStatus, takeEntry } from "./open-parts.ts";
import { getTransfer, lastTransferOfSession } from "./queries.ts";
import { readRules } from "./read-rules.ts";
import type { MatchEntryBody } from "./schemas.ts";
import { storeMatch, storeTransfers } from "./store-transfers.ts";
import type { ExpectedTransfer } from "./transfer.ts";

/**
 * Matches an entry, or one of its transactions, to the transfer that a person named. The tenant's rules decide what is done with the
 * amount, but late money is accepted: that is why somebody was asked.
 *
 * Fails with `not_found`, `bank_entry_not_open`, `transfer_currency_differs`, `nothing_to_reverse`, or a problem of a parameter.
 */
export async function matchByHand(
  deps: MatchDeps,
  trx: TenantTransaction,
  id: string,
  body: MatchEntryBody,
): Promise<Result<null, Problem>> {
  const taken = await takeEntry(trx, id);
  if (!taken.ok) return taken;
  if (isPaidByTenant(taken.value.entry)) return failed(paidByYou);
  const part = chooseOpenPart(taken.value, body.transaction);
  if (!part.ok) return part;
  const transfer = await chooseTransfer(trx, body);
  if (!transfer.ok) return transfer;
  const how: How = { rule: "manual", decidedBy: trx.scope.actor?.name ?? null };
  const decision = await decide(deps, trx, part.value, transfer.value, how);
  if (!decision.ok) return decision;
  if (decision.value.kind === "flagged") return failed(currencyDiffers(transfer.value));
  await storeMatch(deps, trx, decision.value);
  await settleStatus(trx, taken.value);
  await storeTransfers(deps, trx, [decision.value.transfer]);
  return success(null);
}

async function chooseTransfer(
  trx: TenantTransaction,
  { expectedTransfer, session }: MatchEntryBody,
): Promise<Result<ExpectedTransfer, Problem>> {
  if ((expectedTransfer === undefined) === (session === undefined))
    return failed(
      problem("parameter_invalid", "Send either expectedTransfer or session.", "/expectedTransfer"),
    );
  if (expectedTransfer !== undefined) {
    const found = isOwnId(expectedTransfer, "etr", trx.scope) && (await getTransfer(trx, expectedTransfer));
    return found
      ? success(found)
      : failed(
          problem(
            "parameter_invalid",
            "It has to be the id of one of your expected transfers.",
            "/expectedTransfer",
          ),
        );
  }
  const found = await lastTransferOfSession(trx, session ?? "");
  return found
    ? success(found)
    : failed(
        problem(
          "parameter_invalid",
          "It has to be the id of a session of yours for which a transfer was expected.",
          "/session",
        ),
      );
}

async function decide(
  deps: MatchDeps,
  trx: TenantTransaction,
  part: EntryPart,
  transfer: ExpectedTransfer,
  how: How,
): Promise<Result<PartDecision, Problem>> {
  if (!part.isReversal) {
    const rules = { ...(await readRules(trx)), late: "accept", wrongCurrency: "flag" } as const;
    return success(
      decidePart(part, transfer, how, { rules, nowMs: deps.nowMs(), newNames: newNames(deps, trx.scope) }),
    );
  }
  const reversed = await decideReversal(trx, part, transfer, how, async (id) =>
    present(await getTransfer(trx, id), "the transfer of a match"),
  );
  return reversed
    ? success(reversed)
    : failed(
        problem(
          "nothing_to_reverse",
          `${transfer.id} received no payment of this amount that isn't reversed.`,
        ),
      );
}

const currencyDiffers = ({ id, currency }: ExpectedTransfer): Problem =>
  problem("transfer_currency_differs", `${id} is expected in ${currency}.`);

const paidByYou = problem("bank_entry_not_open", "It is a debit: money that you paid.");
