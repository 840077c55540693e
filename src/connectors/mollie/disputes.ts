import type { CallOptions } from "../contract.ts";
import type { DisputeFacts, DisputeOutcome, DisputeReason, DisputeRequest } from "../disputes.ts";
import { fromMollie } from "./amounts.ts";
import type { Client } from "./client.ts";
import { readChargeMetadata } from "./metadata.ts";
import { chargebacksOf } from "./translate.ts";
import { unknown } from "./unknown.ts";
import type { WireChargeback } from "./wire.ts";

/** A chargeback, by `tr_…/chb_…`. It is read with its payment, whose metadata names the attempt. */
export async function findDispute(
  client: Client,
  { account, pspReference }: DisputeRequest,
  call: CallOptions,
): Promise<DisputeOutcome> {
  const [, paymentId, chargebackId] =
    /^(tr_[0-9A-Za-z]{1,60})\/(chb_[0-9A-Za-z]{1,60})$/.exec(pspReference) ?? [];
  if (paymentId === undefined) return { kind: "refused", detail: "the reference isn't one of Mollie" };
  const read = await client(call).readPayment(account, paymentId);
  if (read.kind === "unknown") return read;
  const chargeback = chargebacksOf(read.payment).find(({ id }) => id === chargebackId);
  if (!chargeback) return unknown("the payment has no such chargeback");
  const money = fromMollie(chargeback.amount);
  if (!money) return unknown("the amount can't be read");
  const chargeKey = readChargeMetadata(read.payment.metadata)?.kassa_attempt;
  if (chargeKey === undefined) return { kind: "refused", detail: "the payment isn't Kassa's" };
  return { kind: "known", dispute: { pspReference, chargeKey, ...money, ...factsOf(chargeback) } };
}

/**
 * Mollie takes the money at once, and says so if it gives the money back. It never says that a chargeback is final, so one is under
 * review until it is reversed. Mollie's fee isn't in the chargeback.
 */
function factsOf({
  reversedAt,
  reason,
}: WireChargeback): Omit<DisputeFacts, "pspReference" | "chargeKey" | "amount" | "currency"> {
  return {
    stage: "chargeback",
    status: reversedAt ? "won" : "under_review",
    reason: reasonOf(reason?.code ?? ""),
    fee: 0,
    evidenceDueAt: null,
  };
}

/** The reason codes of Mastercard and Visa, which Mollie passes on. */
const reasons: readonly (readonly [DisputeReason, RegExp])[] = [
  ["fraudulent", /^(?:48(?:37|40|63|7[01])|10\.[1-5])$/],
  ["product_not_received", /^(?:4855|13\.1)$/],
  ["duplicate", /^(?:4834|12\.6(?:\.[12])?)$/],
];

const reasonOf = (code: string): DisputeReason =>
  reasons.find(([, codes]) => codes.test(code))?.[0] ?? "general";
