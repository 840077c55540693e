/** What a bank wants to know, by the customer's reason. Everything else can be added under “More”. */
const wanted: Readonly<Record<string, readonly string[]>> = {
  fraudulent: ["customerName", "customerPurchaseIp", "billingAddress", "accessActivityLog"],
  product_not_received: ["shippingCarrier", "shippingTrackingNumber", "shippingDate", "shippingAddress"],
  duplicate: ["duplicateChargeId", "duplicateChargeExplanation"],
  general: ["productDescription", "refundPolicy", "refundRefusalExplanation"],
};

export const evidenceFields = [
  "uncategorizedText",
  "customerName",
  "customerEmailAddress",
  "customerPurchaseIp",
  "billingAddress",
  "productDescription",
  "accessActivityLog",
  "serviceDate",
  "shippingAddress",
  "shippingCarrier",
  "shippingDate",
  "shippingTrackingNumber",
  "refundPolicy",
  "refundRefusalExplanation",
  "cancellationPolicy",
  "cancellationRebuttal",
  "duplicateChargeId",
  "duplicateChargeExplanation",
] as const;

export type EvidenceField = (typeof evidenceFields)[number];

/** The fields that matter for a reason, and those that rarely do. */
export function fieldsFor(reason: string): { first: EvidenceField[]; more: EvidenceField[] } {
  const names = [...(wanted[reason] ?? wanted.general ?? []), "uncategorizedText"];
  return {
    first: evidenceFields
      .filter((each) => names.includes(each))
      .toSorted((a, b) => names.indexOf(a) - names.indexOf(b)),
    more: evidenceFields.filter((each) => !names.includes(each)),
  };
}
