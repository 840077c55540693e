import { currentLocale } from "../../texts/texts.ts";

/** A month in the reader's language. */
export const monthText = (month: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
