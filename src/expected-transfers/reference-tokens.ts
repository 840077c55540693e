import type { Incoming } from "../statement-matching/candidate.ts";
import { compact, normalReference } from "../statement-matching/normal-text.ts";
import { isQrReference } from "../transfer-codes/qr-reference.ts";
import { isRfReference } from "../transfer-codes/rf-reference.ts";
import { rfLength } from "./make-reference.ts";

/** Of a text full of references only the first are looked up. */
const tokensAtMost = 20;

/**
 * All that may be a reference of an expected transfer in what a payer and the banks wrote, in its normal form. Expected transfers are
 * looked up by these, so whatever `matchEntry` would find among all of them has to be here. As our references have check digits and
 * one of two lengths, a text has few or none.
 */
export function referenceTokens({ references, texts }: Pick<Incoming, "references" | "texts">): string[] {
  const tokens = new Set<string>();
  for (const text of [...references, ...texts])
    for (const token of tokensIn(text)) if (tokens.size < tokensAtMost) tokens.add(token);
  return [...tokens];
}

function tokensIn(text: string): string[] {
  const joined = compact(text);
  const found = [...text.split(/[\s,;/|:]+/).map(normalReference), ...rfIn(joined), ...qrIn(joined)];
  return found.filter((token) => (token.length === rfLength && isRfReference(token)) || isQrReference(token));
}

/** They may overlap: "RF12RF63482K193P771X". */
const rfIn = (text: string): string[] =>
  [...text.matchAll(/RF(?=[0-9]{2})/g)].map(({ index }) => text.slice(index, index + rfLength));

/** A QR reference is never a part of a longer number, but for zeros before it. */
const qrIn = (text: string): string[] => (text.match(/[0-9]{27,}/g) ?? []).map(normalReference);
