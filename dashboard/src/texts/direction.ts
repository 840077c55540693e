const rightToLeft: ReadonlySet<string> = new Set([
  "Adlm",
  "Arab",
  "Aran",
  "Hebr",
  "Nkoo",
  "Rohg",
  "Syrc",
  "Thaa",
]);

/** The value of `dir` for a language. Firefox can't tell it yet. */
export const directionOf = (tag: string): "ltr" | "rtl" =>
  rightToLeft.has(new Intl.Locale(tag).maximize().script ?? "") ? "rtl" : "ltr";
