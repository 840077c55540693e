import type { Locale } from "./locale.ts";

/** A path of this page in the language that the customer reads now, so that a reload doesn't change it. */
export function localizedPath(path: string, locale: Locale): string {
  return `${path}?locale=${locale}`;
}

/** Where a session's receipt is read; with ".json" behind it, where it is kept from. */
export const receiptPath = (sessionId: string): string => `/pay/${sessionId}/receipt`;
