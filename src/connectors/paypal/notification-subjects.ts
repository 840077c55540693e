import { parseId } from "../../kernel/id.ts";
import type { ChargeName, NotificationSubject } from "../contract.ts";
import { captureIn } from "./translate-movements.ts";
import type { WireEvent } from "./wire.ts";

type Resource = WireEvent["resource"];

/** What an event is about, by the attempt's id in `custom_id`. Empty for payments that the merchant takes without Kassa. */
export function subjectsOf({ event_type: type, resource }: WireEvent): readonly NotificationSubject[] {
  if (type.startsWith("CHECKOUT."))
    return chargeSubject(named(resource.purchase_units?.[0]?.custom_id, hosted(resource.id)));
  if (type.startsWith("PAYMENT.AUTHORIZATION."))
    return chargeSubject(named(resource.custom_id, orderIn(resource)));
  if (type.startsWith("CUSTOMER.DISPUTE.")) return disputeSubject(resource);
  if (type.startsWith("PAYMENT.CAPTURE.") || type.startsWith("PAYMENT.REFUND.")) {
    const capture = captureIn(resource);
    return movementSubject(
      resource,
      named(resource.custom_id, capture ? { pspReference: capture } : orderIn(resource)),
    );
  }
  return [];
}

const hosted = (id: string | undefined): ChargeName | undefined =>
  id === undefined ? undefined : { hostedReference: id };

const orderIn = ({ supplementary_data: data }: Resource): ChargeName | undefined =>
  hosted(data?.related_ids?.order_id);

/** The charge by the attempt's id, or by a reference of PayPal if the object has no id at all. */
function named(customId: string | undefined, otherwise: ChargeName | undefined): ChargeName | undefined {
  if (customId === undefined) return otherwise;
  return parseId(customId, "att") ? { idempotencyKey: customId } : undefined;
}

const chargeSubject = (charge: ChargeName | undefined): readonly NotificationSubject[] =>
  charge ? [{ kind: "charge", charge }] : [];

/** Kassa's captures and refunds have its key as invoice ID. An order that is captured at once has none, nor have refunds of the dashboard. */
function movementSubject({ invoice_id: key }: Resource, charge: ChargeName | undefined) {
  if (!charge || key === undefined) return chargeSubject(charge);
  return [{ kind: "movement", idempotencyKey: key, charge }] as const;
}

function disputeSubject({ dispute_id: id, disputed_transactions: [transaction] = [] }: Resource) {
  const capture = transaction?.seller_transaction_id;
  const charge = named(transaction?.custom, capture === undefined ? undefined : { pspReference: capture });
  return id !== undefined && charge ? ([{ kind: "dispute", pspReference: id, charge }] as const) : [];
}
