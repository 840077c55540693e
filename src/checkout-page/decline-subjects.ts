import type { PaymentMethod } from "../connectors/contract.ts";
import type { DeclineSubject } from "../payments/declines/decline-limits.ts";
import { networkOf } from "../tenants/networks.ts";
import type { PageDeps } from "./deps.ts";
import type { Checkout } from "./read-checkout.ts";

/**
 * Within ten minutes. Three typos cost nobody a second; a household, an office or a school can share an address, so it
 * may have more. Sessions have a limit of their own.
 */
export const declineThresholds = {
  session: { slowAfter: 3, most: Number.POSITIVE_INFINITY },
  instrument: { slowAfter: 5, most: 20 },
  address: { slowAfter: 20, most: 60 },
  // Many cards from many addresses. A shop whose own customers are declined so often sells for a large sum in ten minutes.
  tenant: { slowAfter: 500, most: 2_000 },
} as const;

/** Declines are counted by session, by card or account, by address and in all, for each tenant and mode apart. */
export function declineSubjects(
  { keyring }: Pick<PageDeps, "keyring">,
  { scope: { tenantId, mode }, session }: Checkout,
  method: PaymentMethod,
  address: string,
): DeclineSubject[] {
  const digest = (subject: string) => keyring.digest("decline-limits", `${mode} ${tenantId} ${subject}`);
  const instrument = instrumentOf(method);
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

/** What a thief would try numbers of; null where nothing is typed. */
function instrumentOf(method: PaymentMethod): { kind: "card" | "account"; number: string } | null {
  switch (method.type) {
    case "card":
      return { kind: "card", number: method.number };
    case "bank_debit":
      return { kind: "account", number: method.iban };
    case "wallet":
    case "bank_transfer":
      return null;
  }
}
