import type { Charge } from "./charge.ts";
import { decideCharge, decline } from "./decide-charge.ts";
import { delaysOf, type SandboxPspDeps } from "./deps.ts";
import type { DeclineReason } from "./errors.ts";
import { findInstrument, type Instrument } from "./instrument.ts";
import { findHostedCharge, lockChargeOfPage } from "./queries/charges.ts";
import { settle } from "./settle-charge.ts";

/** What the customer does on the hosted page. `number`: the chosen test card's number or test IBAN. */
export type HostedChoice =
  | { readonly kind: "pay"; readonly number: string | undefined }
  | { readonly kind: "cancel" };

export type HostedResult =
  | { readonly kind: "unknown_page" }
  /** The number is none of the test numbers. */
  | { readonly kind: "unknown_number"; readonly charge: Charge }
  /** The customer may try another one; the charge still waits. */
  | { readonly kind: "declined"; readonly charge: Charge; readonly reason: DeclineReason }
  /** The customer leaves the page: for the bank's page if the charge still waits, else for the return URL. */
  | { readonly kind: "left"; readonly charge: Charge };

/** The charge of a hosted page; undefined if there is no such page. */
export async function findChargeOfHostedPage(
  deps: SandboxPspDeps,
  pageId: string,
): Promise<Charge | undefined> {
  return await deps.database.inSandboxPsp((trx) => findHostedCharge(trx, pageId));
}

/**
 * Decides a charge on the PSP's hosted page. As at a real PSP, a declined card doesn't end the page: nothing is stored, and the
 * customer may try another one until the page expires.
 */
export async function payOnHostedPage(
  deps: SandboxPspDeps,
  pageId: string,
  choice: HostedChoice,
): Promise<HostedResult> {
  return await deps.database.inSandboxPsp(async (trx) => {
    const charge = await lockChargeOfPage(trx, pageId, "hosted_page");
    if (charge?.status !== "action_required") {
      const earlier = charge ?? (await findHostedCharge(trx, pageId));
      return earlier ? { kind: "left", charge: earlier } : { kind: "unknown_page" };
    }
    if (choice.kind === "cancel")
      return { kind: "left", charge: await settle(deps, trx, charge, decline("abandoned")) };
    const instrument = findEntered(charge, choice.number);
    if (!instrument) return { kind: "unknown_number", charge };
    const { brand, last4, outcome } = instrument;
    const { amount, capture } = charge;
    const state = decideCharge({ amount, capture, outcome }, undefined, delaysOf(deps), charge.now);
    if (state.declineReason !== null) return { kind: "declined", charge, reason: state.declineReason };
    return { kind: "left", charge: await settle(deps, trx, charge, { ...state, brand, last4, outcome }) };
  });
}

/** The test card, account or wallet that the customer pays with. */
function findEntered({ method }: Charge, number = ""): Instrument | undefined {
  const entered = findInstrument(
    method === "card"
      ? { type: "card", number, expiryMonth: 12, expiryYear: 2199, cvc: "123" }
      : method === "bank_debit"
        ? { type: "bank_debit", iban: number, accountHolder: "" }
        : { type: "wallet" },
  );
  return entered.ok ? entered.value : undefined;
}
