import type { Locale } from "./locale.ts";

/** A path of this page with the customer's current language, so that a reload doesn't change the language. */
export function localizedPath(path: string, locale: Locale): string {
  return `${path}?locale=${locale}`;
}

/** The path of a session's receipt page. With ".json" appended, the path of the signed file. */
export const receiptPath = (sessionId: string): string => `/pay/${sessionId}/receipt`;
