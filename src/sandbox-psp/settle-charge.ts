import type { Transaction } from "../database/transaction.ts";
import { logApproval } from "./authorize.ts";
import { changeCharge } from "./change-charge.ts";
import type { Charge, Method } from "./charge.ts";
import { decideAfterWait, decline } from "./decide-charge.ts";
import { type Delays, delaysOf, type SandboxPspDeps } from "./deps.ts";
import { notifyOfCharge } from "./notify.ts";
import { findChargeOfPage, lockChargeOfPage, updateCharge } from "./queries/charges.ts";
import { amountMissing, receiveTransfer } from "./receive-transfer.ts";

/** The customer's choice on the issuer's or the wallet's page. */
export type PageChoice = "complete" | "fail";

/** The charge of a page; undefined if its method isn't `method`. */
export async function findPageCharge(
  deps: SandboxPspDeps,
  method: Method,
  pageId: string,
): Promise<Charge | undefined> {
  return await deps.database.inSandboxPsp((trx) => findChargeOfPage(trx, pageId, method));
}

/** Decides a charge by the customer's choice. Only the first choice counts; a later one returns the charge unchanged. */
export async function applyPageChoice(
  deps: SandboxPspDeps,
  method: "card" | "wallet",
  pageId: string,
  choice: PageChoice,
): Promise<Charge | undefined> {
  const refusal = method === "card" ? "authentication_failed" : "abandoned";
  return await deps.database.inSandboxPsp(async (trx) => {
    const charge = await lockChargeOfPage(trx, pageId, method);
    if (charge?.status !== "action_required") return charge;
    const state =
      choice === "complete" ? decideAfterWait(charge, delaysOf(deps), charge.now) : decline(refusal);
    return await settle(deps, trx, charge, state);
  });
}

/** At the simulated bank the customer sends the missing amount or another one (minor units), or withholds the transfer. */
export type TransferChoice =
  | { readonly kind: "send"; readonly amount?: number }
  | { readonly kind: "withhold" };

/**
 * The customer sends a transfer at the simulated bank, or stops it from being sent automatically. Money can also be sent
 * for an abandoned charge: no PSP can prevent a late transfer.
 */
export async function applyTransferChoice(
  deps: SandboxPspDeps,
  pageId: string,
  choice: TransferChoice,
): Promise<Charge | undefined> {
  return await deps.database.inSandboxPsp(async (trx) => {
    const charge = await lockChargeOfPage(trx, pageId, "bank_transfer");
    if (!charge || charge.status === "approved") return charge;
    if (choice.kind === "send") {
      const sent = choice.amount ?? amountMissing(charge);
      return await settle(deps, trx, charge, receiveTransfer(charge, sent, delaysOf(deps), charge.now));
    }
    await updateCharge(trx, { ...charge, dueAt: null });
    return { ...charge, dueAt: null };
  });
}

/** Decides a locked charge that is due, or decides it otherwise. */
export async function settleDue(
  deps: Pick<SandboxPspDeps, "publicUrl" | "pendingMs" | "challengeMs">,
  trx: Transaction,
  charge: Charge,
  now: Date,
): Promise<void> {
  if (charge.status === "approved" || charge.status === "failed")
    await changeCharge(deps, trx, charge, delaysOf(deps), now);
  else await settle(deps, trx, charge, dueState(charge, delaysOf(deps), now));
}

function dueState(charge: Charge, delays: Delays, now: Date): Partial<Charge> {
  if (charge.status === "action_required") return decline("abandoned");
  if (charge.method === "bank_transfer") return receiveTransfer(charge, amountMissing(charge), delays, now);
  return decideAfterWait(charge, delays, now);
}

/** Writes the new state, its entry in the charge log and its notification in one transaction. */
export async function settle(
  deps: Pick<SandboxPspDeps, "publicUrl">,
  trx: Transaction,
  charge: Charge,
  state: Partial<Charge>,
): Promise<Charge> {
  const settled = { ...charge, ...state };
  await updateCharge(trx, settled);
  await logApproval(trx, settled);
  await notifyOfCharge(deps, trx, settled);
  return settled;
}
