import { readAmount, toAmount } from "./amounts.ts";
import type { Call } from "./call.ts";
import { notFound } from "./errors.ts";
import { link, listLinks } from "./links.ts";

export type Method = {
  readonly id: string;
  readonly description: string;
  /** In minor units of EUR, as are `maximum` and `refundExtra`. Other currencies have no limits here. */
  readonly minimum: number;
  readonly maximum: number;
  readonly otherCurrencies: boolean;
  readonly expiresAfterSeconds: number;
  /** Whether the method can place a hold; `single` if the first capture releases the rest of it. */
  readonly captures: "none" | "single" | "several";
  /** Whether an open payment can be called off. */
  readonly cancelable: boolean;
  /** How much more than the payment may be refunded. */
  readonly refundExtra: number;
  /** What the settlement takes for a payment. */
  readonly fee: { readonly fixed: number; readonly percent: number };
};

const minute = 60;
const hour = 60 * minute;

const inEuro = {
  otherCurrencies: false,
  captures: "none",
  cancelable: false,
  refundExtra: 2500,
  fee: { fixed: 32, percent: 0 },
} as const;

export const methods: readonly Method[] = [
  {
    id: "ideal",
    description: "iDEAL",
    minimum: 1,
    maximum: 5_000_000,
    expiresAfterSeconds: 15 * minute,
    ...inEuro,
  },
  {
    id: "creditcard",
    description: "Card",
    minimum: 1,
    maximum: 1_000_000,
    otherCurrencies: true,
    expiresAfterSeconds: 30 * minute,
    captures: "single",
    cancelable: false,
    refundExtra: 0,
    fee: { fixed: 25, percent: 1.8 },
  },
  {
    id: "paypal",
    description: "PayPal",
    minimum: 1,
    maximum: 800_000,
    otherCurrencies: true,
    expiresAfterSeconds: 3 * hour,
    captures: "none",
    cancelable: false,
    refundExtra: 0,
    fee: { fixed: 10, percent: 0 },
  },
  {
    id: "bancontact",
    description: "Bancontact",
    minimum: 2,
    maximum: 5_000_000,
    expiresAfterSeconds: hour,
    ...inEuro,
  },
  {
    id: "klarna",
    description: "Pay with Klarna",
    minimum: 1,
    maximum: 1_000_000,
    expiresAfterSeconds: 48 * hour,
    ...inEuro,
    captures: "several",
    refundExtra: 0,
    fee: { fixed: 35, percent: 2.99 },
  },
  {
    id: "banktransfer",
    description: "Bank transfer",
    minimum: 1,
    maximum: 100_000_000,
    expiresAfterSeconds: 12 * 24 * hour,
    ...inEuro,
    cancelable: true,
    refundExtra: 0,
  },
];

/** How long a payment without a method lives. */
export const defaultExpirySeconds = 15 * minute;

export function findMethod(id: string): Method | undefined {
  return methods.find((method) => method.id === id);
}

export function takesCurrency(method: Method, currency: string): boolean {
  return currency === "EUR" || method.otherCurrencies;
}

/** Whether the amount is below or above what the method takes. */
export function checkLimits(method: Method, minor: number, currency: string): "ok" | "below" | "above" {
  if (currency !== "EUR") return "ok";
  if (minor < method.minimum) return "below";
  return minor > method.maximum ? "above" : "ok";
}

export function acceptsAmount(method: Method, minor: number, currency: string): boolean {
  return takesCurrency(method, currency) && checkLimits(method, minor, currency) === "ok";
}

function renderMethod({ world }: Call, method: Method): object {
  return {
    resource: "method",
    id: method.id,
    description: method.description,
    minimumAmount: toAmount(method.minimum, "EUR"),
    maximumAmount: toAmount(method.maximum, "EUR"),
    image: {
      size1x: `https://www.mollie.com/external/icons/payment-methods/${method.id}.png`,
      size2x: `https://www.mollie.com/external/icons/payment-methods/${method.id}%402x.png`,
      svg: `https://www.mollie.com/external/icons/payment-methods/${method.id}.svg`,
    },
    status: "activated",
    _links: { self: link(world, `/methods/${method.id}`) },
  };
}

/** The methods that take the amount of the query, or all. */
export function listMethods(call: Call): object {
  const amount = call.query.amount === undefined ? null : readAmount(call.query.amount, "");
  const listed = methods.filter((method) => !amount || acceptsAmount(method, amount.minor, amount.currency));
  return {
    count: listed.length,
    _embedded: { methods: listed.map((method) => renderMethod(call, method)) },
    _links: listLinks(call.world, "/methods"),
  };
}

export function getMethod(call: Call): object {
  const method = findMethod(call.id);
  if (!method) throw notFound("method", call.id);
  return renderMethod(call, method);
}
