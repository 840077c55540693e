import type { Transaction } from "../database/transaction.ts";
import { logApproval } from "./authorize.ts";
import type { Charge, Method } from "./charge.ts";
import { decideAtLast, decline } from "./decide-charge.ts";
import { type Delays, delaysOf, type SandboxPspDeps } from "./deps.ts";
import { notifyOfCharge } from "./notify.ts";
import { findChargeOfPage, lockChargeOfPage, updateCharge } from "./queries/charges.ts";
import { amountMissing, receive } from "./receive-transfer.ts";

/** What the consumer did on the page of the issuer or the wallet. */
export type Choice = "complete" | "fail";

/** The charge whose page of this method has this id. */
export async function readPage(
  deps: SandboxPspDeps,
  method: Method,
  pageId: string,
): Promise<Charge | undefined> {
  return await deps.database.inSandboxPsp((trx) => findChargeOfPage(trx, pageId, method));
}

/** Ends a wait by the consumer's choice. The first choice counts; later ones find the charge as it is. */
export async function answerPage(
  deps: SandboxPspDeps,
  method: "card" | "wallet",
  pageId: string,
  choice: Choice,
): Promise<Charge | undefined> {
  const refusal = method === "card" ? "authentication_failed" : "abandoned";
  return await deps.database.inSandboxPsp(async (trx) => {
    const charge = await lockChargeOfPage(trx, pageId, method);
    if (charge?.status !== "action_required") return charge;
    const state = choice === "complete" ? decideAtLast(charge, delaysOf(deps), charge.now) : decline(refusal);
    return await settle(deps, trx, charge, state);
  });
}

/** What the consumer does at the simulated bank: sends what is missing, or another amount, or holds it back. */
export type TransferChoice =
  | { readonly kind: "send"; readonly amount?: number }
  | { readonly kind: "withhold" };

/**
 * The consumer sends a transfer from the simulated bank, or says that it won't be sent by itself. Money can also be sent
 * for a charge that was called off: no PSP can keep a customer from transferring too late.
 */
export async function answerTransfer(
  deps: SandboxPspDeps,
  pageId: string,
  choice: TransferChoice,
): Promise<Charge | undefined> {
  return await deps.database.inSandboxPsp(async (trx) => {
    const charge = await lockChargeOfPage(trx, pageId, "bank_transfer");
    if (!charge || charge.status === "approved") return charge;
    if (choice.kind === "send") {
      const sent = choice.amount ?? amountMissing(charge);
      return await settle(deps, trx, charge, receive(charge, sent, delaysOf(deps), charge.now));
    }
    await updateCharge(trx, { ...charge, dueAt: null });
    return { ...charge, dueAt: null };
  });
}

/** Decides a locked charge whose time has come. */
export async function settleDue(
  deps: Pick<SandboxPspDeps, "publicUrl" | "pendingMs" | "challengeMs">,
  trx: Transaction,
  charge: Charge,
  now: Date,
): Promise<void> {
  await settle(deps, trx, charge, dueState(charge, delaysOf(deps), now));
}

function dueState(charge: Charge, delays: Delays, now: Date): Partial<Charge> {
  if (charge.status === "action_required") return decline("abandoned");
  if (charge.method === "bank_transfer") return receive(charge, amountMissing(charge), delays, now);
  return decideAtLast(charge, delays, now);
}

/** The new state, its line in the charge log and the notification that tells of it, all or nothing. */
async function settle(
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
