/** The fields of an object that say how much money it is about, as one text: its amounts, fee and currency. */
export function amountFields(object: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(object).filter(([name]) => /^(amount|fee|currency)/.test(name));
  return fields
    .map(([name, value]) => `${name} ${value}`)
    .sort()
    .join(", ");
}
