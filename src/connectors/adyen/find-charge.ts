import type { CallOptions, ChargeRef, FindChargeOutcome } from "../contract.ts";
import { readCharge } from "./charge-state.ts";
import type { Client } from "./client.ts";
import { translateApproved } from "./translate.ts";
import { unknown } from "./unknown.ts";

const nothingMoved = { amountCaptured: 0, amountRefunded: 0, released: false, disputes: [] };

/** Reads a charge from its facts. Adyen is asked only with what the customer's browser brought back, before the notification. */
export async function findCharge(
  client: Client,
  charge: ChargeRef,
  call: CallOptions,
  nowMs: number,
): Promise<FindChargeOutcome> {
  const state = await readCharge(client(call), charge, nowMs);
  switch (state.kind) {
    case "approved":
      return translateApproved(state, charge);
    case "pending": {
      const { pspReference } = state;
      const outcome = { kind: "pending", pspReference, instructions: null, amountReceived: 0 } as const;
      return { kind: "found", outcome, charge: nothingMoved };
    }
    case "open": {
      const { hostedReference, page } = charge;
      if (!page) return unknown("the page isn't known");
      const { expiresAt } = state;
      const outcome = {
        kind: "action_required",
        pspReference: null,
        hostedReference,
        redirectUrl: page.url,
        expiresAt,
      } as const;
      return { kind: "found", outcome, charge: nothingMoved };
    }
    case "ending":
      return unknown("the page has ended, and a notification may still come");
    case "over":
      if (!state.refusal) return { kind: "not_charged" };
      return { kind: "found", outcome: { kind: "declined", ...state.refusal }, charge: nothingMoved };
    case "unknown":
      return state;
  }
}
