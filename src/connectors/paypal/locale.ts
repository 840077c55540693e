/**
 * The language of PayPal's page in the form that the Orders API takes (`language`), for a BCP 47 tag. Undefined for a tag that has no
 * such form: PayPal then chooses by the customer's account or browser.
 */
export function paypalLocale(tag: string | null): string | undefined {
  if (tag === null) return undefined;
  try {
    const { language, script, region } = new Intl.Locale(tag);
    const subtags = [language, script, region].filter((subtag) => subtag !== undefined);
    return language.length === 2 ? subtags.join("-") : undefined;
  } catch {
    // Not a well-formed tag.
    return undefined;
  }
}
