/**
 * Value types that many fields share, by their schema's title, with the type's description. Each field has a description of
 * its own.
 */
export const valueTypes: Readonly<Record<string, string>> = {
  Amount: "Money in minor units of its currency: 2599 is €25.99 or ¥2,599.",
  Mode: "`live` moves real money, `sandbox` does not. Neither mode can see objects of the other.",
  PaymentMethod: "How a customer pays.",
  CaptureMethod: "Whether money is captured at once, or by a later call.",
  RefundReason: "Why money is refunded.",
  LateFunds: "What happens to late funds, and to the part of a transfer that exceeds the requested amount.",
  Metadata: "Your own notes: at most 50 keys, each with a text of at most 500 characters.",
  MetadataChange: "Metadata that is merged by key: null deletes a key, and keys that are not named stay.",
  EventFilter: "An event type, or `*` for all of them.",
  CollectDemand: "Whether the customer may leave the field empty.",
};
