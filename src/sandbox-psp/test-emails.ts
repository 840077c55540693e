/**
 * Whether a customer's test address asks that an account makes no hosted page: `psp-1-down@example.com` stands for the first account of
 * a tenant, `psp-2-down@example.com` for the second, and so on. Lets merchants see how the next account is used.
 */
export function isDownFor(email: string | null | undefined, account: string): boolean {
  const [, down] = /^psp-([1-9])-down@example\.com$/.exec(email ?? "") ?? [];
  const [, number] = /^[0-9A-Za-z]{7}([2-9]?)_sandbox$/.exec(account) ?? [];
  return down !== undefined && down === (number || "1");
}
