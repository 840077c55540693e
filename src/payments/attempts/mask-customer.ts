import type { HostedPages } from "../../connectors/contract.ts";
import { internationalPhone } from "../../connectors/customer-details.ts";

type Request = Pick<Parameters<HostedPages["begin"]>[0], "customer" | "customerEmail">;

/** Shorter texts, such as the code of a country, name nobody. */
const shortestMasked = 3;

/** A PSP's words without what the customer entered, which a refusal may quote: for the log. */
export function maskCustomer(words: string, { customer, customerEmail }: Request): string {
  const sent = [internationalPhone(customer?.phone), ...namesIn(customer), ...shortPostcodesIn(customer)];
  const entered = [...textsIn(customer), ...textsIn(customerEmail), ...textsIn(sent)]
    .filter((text) => text.length >= shortestMasked)
    // What contains another text goes first.
    .toSorted((left, right) => right.length - left.length);
  return entered.reduce((masked, text) => masked.replaceAll(new RegExp(escaped(text), "giu"), "…"), words);
}

type Customer = Request["customer"];

/** The words of names: some PSPs take given and family name apart. */
const namesIn = (customer: Customer): string[] =>
  [customer?.name, customer?.shippingAddress?.recipient].flatMap((name) => name?.split(/\s+/) ?? []);

/** American postcodes without their extension, as Adyen takes them. */
const shortPostcodesIn = (customer: Customer): string[] =>
  [customer?.billingAddress, customer?.shippingAddress].flatMap(
    (address) => /^\d{5}(?=[ -])/.exec(address?.postalCode ?? "")?.[0] ?? [],
  );

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
