/**
 * What a merchant can say of a disputed payment, each text under the name of what it proves. The names are those that
 * merchants know from their PSPs; which of them help depends on the reason of the dispute.
 */
export const evidenceTexts = {
  customerName: "The customer's name.",
  customerEmailAddress: "The customer's e-mail address.",
  customerPurchaseIp: "The address on the internet that the purchase was made from.",
  billingAddress: "The address that the customer gave for the bill.",
  productDescription: "What was sold, in the words that the customer read.",
  accessActivityLog: "Proof of use of what was sold, such as a log of sign-ins or downloads.",
  serviceDate: "When the service was rendered.",
  shippingAddress: "Where it was sent.",
  shippingCarrier: "Who carried it.",
  shippingDate: "When it was sent.",
  shippingTrackingNumber: "The carrier's number of the parcel.",
  refundPolicy: "The refund policy that the customer saw.",
  refundRefusalExplanation: "Why the customer has no right to a refund.",
  cancellationPolicy: "The cancellation policy that the customer saw.",
  cancellationRebuttal: "Why the purchase was not cancelled, or not in time.",
  duplicateChargeId: "Id of the payment that this one is said to repeat.",
  duplicateChargeExplanation: "Why the two payments are not for the same thing.",
  uncategorizedText: "Whatever else the bank should know.",
} as const;

export type EvidenceName = keyof typeof evidenceTexts;
export const evidenceNames = Object.keys(evidenceTexts) as readonly EvidenceName[];

/** Characters of one text: what the strictest PSP takes. */
export const evidenceTextLength = 20_000;

/** UTF-16 units of all texts together. Every answer about the dispute holds them, so this bounds what each of them costs. */
export const evidenceTotalLength = 100_000;
