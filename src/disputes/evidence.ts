/**
 * The texts of the evidence, by what they prove. Merchants know the names from their PSPs. Which of them help depends on the
 * reason of the dispute.
 */
export const evidenceTexts = {
  customerName: "The customer's name.",
  customerEmailAddress: "The customer's e-mail address.",
  customerPurchaseIp: "The IP address that the purchase was made from.",
  billingAddress: "The customer's billing address.",
  productDescription: "What was sold, as it was described to the customer.",
  accessActivityLog: "Proof that the customer used the product, such as a log of sign-ins or downloads.",
  serviceDate: "When the service was provided.",
  shippingAddress: "The address that the goods were sent to.",
  shippingCarrier: "The carrier, such as DHL or UPS.",
  shippingDate: "When the goods were sent.",
  shippingTrackingNumber: "The carrier's tracking number.",
  refundPolicy: "The refund policy that the customer saw.",
  refundRefusalExplanation: "Why the customer has no right to a refund.",
  cancellationPolicy: "The cancellation policy that the customer saw.",
  cancellationRebuttal: "Why the purchase was not cancelled, or not in time.",
  duplicateChargeId: "Id of the payment that the customer says this one duplicates.",
  duplicateChargeExplanation: "Why the two payments are not for the same thing.",
  uncategorizedText: "Anything else that the bank should know.",
} as const;

export type EvidenceName = keyof typeof evidenceTexts;
export const evidenceNames = Object.keys(evidenceTexts) as readonly EvidenceName[];

/** The maximum length of one text, in characters: the limit of the strictest PSP. */
export const evidenceTextLength = 20_000;

/** The maximum length of all texts together, in UTF-16 units. Bounds the size of every response that has the dispute. */
export const evidenceTotalLength = 100_000;
