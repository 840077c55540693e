export const periods = [7, 30, 90] as const;

/** What the start shows, as it stands in the address. */
export type View = { readonly days?: (typeof periods)[number]; readonly currency?: string };

export function readView({ days, currency }: Record<string, unknown>): View {
  const period = periods.find((each) => each === Number(days));
  return {
    ...(period && { days: period }),
    ...(/^[A-Z]{3}$/.test(String(currency)) && { currency: String(currency) }),
  };
}
