import type { HostedPages } from "../../connectors/contract.ts";
import { internationalPhone } from "../../connectors/customer-details.ts";

type Request = Pick<Parameters<HostedPages["begin"]>[0], "customer" | "customerEmail">;

/** Shorter texts, such as the code of a country, name nobody. */
const shortestMasked = 3;

/** A PSP's words without what the customer entered, which a refusal may quote: for the log. */
export function maskCustomer(words: string, { customer, customerEmail }: Request): string {
  const sent = [internationalPhone(customer?.phone), customer?.name?.split(/\s+/)];
  const entered = [...textsIn(customer), ...textsIn(customerEmail), ...textsIn(sent)]
    .filter((text) => text.length >= shortestMasked)
    // What contains another text goes first.
    .toSorted((left, right) => right.length - left.length);
  return entered.reduce((masked, text) => masked.replaceAll(new RegExp(escaped(text), "giu"), "…"), words);
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
