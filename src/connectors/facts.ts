/**
 * How Kassa learns of a charge's state for certain. "look_up": it asks the PSP, and a notification is only a reason to ask.
 * "notifications": the PSP has no look-up, or none that tells everything. What its signed notifications say is stored as facts with the
 * charge, and the connector reads the charge's state from all of them.
 */
export type Proof = "look_up" | "notifications";

/**
 * What a verified notification says of a charge, one of its movements or its disputes. A charge's facts are a set: they may come in any
 * order, and a connector reads the same state from them whatever their order.
 */
export type PspFact = {
  /** Names the fact among those of its charge, at most 200 characters. A second fact with the same key is the same notification. */
  readonly key: string;
  /** What the connector needs of the notification; no personal data. */
  readonly content: Readonly<Record<string, string | number | boolean | null>>;
};
