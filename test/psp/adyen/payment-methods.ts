import type { Call } from "./call.ts";
import { checkMerchantAccount } from "./sessions.ts";

const methods = [
  { type: "scheme", name: "Cards", brands: ["visa", "mc", "amex"] },
  { type: "ideal", name: "iDEAL" },
  { type: "paypal", name: "PayPal" },
];

export function listPaymentMethods({ world, body }: Call): object {
  checkMerchantAccount(world, body.merchantAccount);
  const allowed = body.allowedPaymentMethods as readonly string[] | undefined;
  const blocked = (body.blockedPaymentMethods ?? []) as readonly string[];
  const isShown = ({ type }: { type: string }) =>
    (allowed?.includes(type) ?? true) && !blocked.includes(type);
  return { paymentMethods: methods.filter(isShown) };
}
