/** The amounts, fee and currency of an API object as one sorted text, to be compared for equality. */
export function amountFields(object: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(object).filter(([name]) => /^(amount|fee|currency)/.test(name));
  return fields
    .map(([name, value]) => `${name} ${value}`)
    .sort()
    .join(", ");
}
