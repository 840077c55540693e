import { currentLocale } from "./texts.ts";

/** A country's name in the reader's language. */
export const countryText = (code: string): string =>
  new Intl.DisplayNames(currentLocale(), { type: "region" }).of(code) ?? code;
