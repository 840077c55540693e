import type { Transaction } from "../database/transaction.ts";
import { logApproval } from "./authorize.ts";
import type { Charge, Method } from "./charge.ts";
import { approval, type ChargeState, decideAtLast, decline } from "./decide-charge.ts";
import { delaysOf, type SandboxPspDeps } from "./deps.ts";
import { notifyOfCharge } from "./notify.ts";
import { findChargeOfPage, lockChargeOfPage, updateCharge } from "./queries/charges.ts";

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

/**
 * The consumer sends a transfer from the simulated bank, or says that it won't be sent by itself. Money can also be sent
 * for a charge that was called off: no PSP can keep a customer from transferring too late.
 */
export async function answerTransfer(
  deps: SandboxPspDeps,
  pageId: string,
  choice: "send" | "withhold",
): Promise<Charge | undefined> {
  return await deps.database.inSandboxPsp(async (trx) => {
    const charge = await lockChargeOfPage(trx, pageId, "bank_transfer");
    if (!charge || charge.status === "approved") return charge;
    if (choice === "send")
      return await settle(deps, trx, charge, approval(charge, delaysOf(deps), charge.now));
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
  const state =
    charge.status === "action_required" ? decline("abandoned") : decideAtLast(charge, delaysOf(deps), now);
  await settle(deps, trx, charge, state);
}

/** The new state, its line in the charge log and the notification that tells of it, all or nothing. */
async function settle(
  deps: Pick<SandboxPspDeps, "publicUrl">,
  trx: Transaction,
  charge: Charge,
  state: ChargeState,
): Promise<Charge> {
  const settled = { ...charge, ...state };
  await updateCharge(trx, settled);
  await logApproval(trx, settled);
  await notifyOfCharge(deps, trx, settled);
  return settled;
}
