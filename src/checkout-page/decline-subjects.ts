import type { DeclineSubject } from "../payments/declines/submits-in-flight.ts";
import type { PaymentChoice } from "../payments/payment-choice.ts";
import { networkOf } from "../tenants/networks.ts";
import type { PageDeps } from "./deps.ts";
import type { Checkout } from "./read-checkout.ts";

/**
 * Declines within ten minutes: after how many an attempt is delayed, and the maximum. Three typos cause no delay. A
 * household, an office or a school can share an IP address, so an address may have more. Sessions have a separate limit.
 */
export const declineThresholds = {
  session: { slowAfter: 3, most: Number.POSITIVE_INFINITY },
  instrument: { slowAfter: 5, most: 20 },
  address: { slowAfter: 20, most: 60 },
  // Against many cards from many addresses. Only a shop with very high sales has so many declines from real customers.
  tenant: { slowAfter: 500, most: 2_000 },
} as const;

/** Declines are counted per session, per card or account, per IP address and in total, for each tenant and mode separately. */
export function declineSubjects(
  { keyring }: Pick<PageDeps, "keyring">,
  { scope: { tenantId, mode }, session }: Checkout,
  choice: PaymentChoice,
  address: string,
): DeclineSubject[] {
  const digest = (subject: string) => keyring.digest("decline-limits", `${mode} ${tenantId} ${subject}`);
  const instrument = instrumentOf(choice);
  return [
    { kind: "session", digest: digest(`session ${session.id}`), ...declineThresholds.session },
    ...(instrument === null
      ? []
      : [
          {
            kind: instrument.kind,
            digest: digest(`${instrument.kind} ${instrument.number}`),
            ...declineThresholds.instrument,
          },
        ]),
    { kind: "address", digest: digest(`address ${networkOf(address)}`), ...declineThresholds.address },
    { kind: "tenant", digest: digest("tenant"), ...declineThresholds.tenant },
  ];
}

/** The number that card testing would guess; null for methods without one. On its hosted page the PSP counts. */
function instrumentOf(choice: PaymentChoice): { kind: "card" | "account"; number: string } | null {
  switch (choice.type) {
    case "card":
      return { kind: "card", number: choice.number };
    case "bank_debit":
      return { kind: "account", number: choice.iban };
    case "wallet":
    case "bank_transfer":
    case "hosted_page":
      return null;
  }
}
