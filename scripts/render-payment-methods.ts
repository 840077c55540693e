import { methodRules } from "../src/kernel/payment-method.ts";

/** docs/reference/payments.md with the current table of payment methods. @throws Error if the table's marks are missing */
export function withPaymentMethods(document: string): string {
  const table = /^\| `?paymentMethods`? \|.*?(?=\n\n)/ms;
  if (!table.test(document)) throw new Error("docs/reference/payments.md lacks the table of payment methods");
  const rows = Object.entries(methodRules).map(
    ([method, { currencies, capturesLater }]) =>
      `| \`${method}\` | ${currencies?.join(", ") ?? "any"} | ${capturesLater ? "yes" : "no"} |`,
  );
  const head = ["| `paymentMethods` | currencies | can be captured later |", "| --- | --- | --- |"];
  return document.replace(table, () => [...head, ...rows].join("\n"));
}
