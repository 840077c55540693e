import type { Locale } from "./locale.ts";

/** A path of this page in the language that the customer reads now, so that a reload doesn't change it. */
export function localizedPath(path: string, locale: Locale): string {
  return `${path}?locale=${locale}`;
}
