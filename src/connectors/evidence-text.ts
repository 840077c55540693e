import type { EvidenceRequest } from "./disputes.ts";

/** All texts of the evidence as one, each after its name. Empty if there are none. */
export function toText(texts: EvidenceRequest["texts"]): string {
  return Object.entries(texts)
    .map(([name, text]) => `${wordsOf(name)}: ${text}`)
    .join("\n\n");
}

/** shippingTrackingNumber is "Shipping tracking number". */
export function wordsOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
