import assert from "node:assert/strict";
import { unreferenced } from "../../../test/conformance/rig.ts";
import type { CheckoutChoice } from "../../../test/psp/mollie/checkout.ts";
import {
  type FakeMollie,
  type FakeMollieOptions,
  startFakeMollie,
} from "../../../test/psp/mollie/fake-mollie.ts";
import { HostResolver } from "../../kernel/host-resolver.ts";
import { makeId } from "../../kernel/id.ts";
import type { ConnectorAccount } from "../connector-account.ts";
import type {
  CaptureRequest,
  ChargeRef,
  Connector,
  FindChargeOutcome,
  HostedRequest,
  ListChargesOutcome,
  ListChargesRequest,
  ListedCharge,
  ReferencedCharge,
  RefundRequest,
} from "../contract.ts";
import { makePspClients } from "../psp-client.ts";
import { createMollieConnector } from "./connector.ts";

export const call = { timeoutMs: 2_000 };

export const notificationUrl = "https://pay.example/api/notifications/mollie/ca_1";

/** The connector and the fake of Mollie that it calls. */
export type MollieRig = {
  readonly fake: FakeMollie;
  readonly connector: Connector;
  readonly account: ConnectorAccount;
  /** What was really moved for an attempt, in minor units, by effect: "authorized 2599, captured 2599". */
  movedFor(attempt: string): string;
  close(): Promise<void>;
};

/** @param aheadMs how far Kassa's clock is ahead of Mollie's */
export async function startMollieRig(options: FakeMollieOptions = {}, aheadMs = 0): Promise<MollieRig> {
  const fake = await startFakeMollie({ referenceOf: attemptIn, ...options });
  const psps = makePspClients({ resolver: new HostResolver(), urls: { mollie: fake.url }, timeoutMs: 2_000 });
  return {
    fake,
    connector: createMollieConnector(psps, {
      notificationUrl: () => notificationUrl,
      nowMs: () => fake.clock.now() * 1_000 + aheadMs,
    }),
    account: { id: "ca_1", tenantId: 1, mode: "sandbox", settings: { apiKey: fake.keys.test } },
    movedFor: (attempt) =>
      Object.entries(fake.movedAmounts().get(attempt)?.amounts ?? {})
        .filter(([, amount]) => amount !== 0)
        .map(([effect, amount]) => `${effect} ${amount}`)
        .join(", "),
    close: () => fake.close(),
  };
}

function attemptIn({ metadata }: { readonly metadata: unknown }): string | null {
  const { kassa_attempt: attempt } = (metadata ?? {}) as { readonly kassa_attempt?: unknown };
  return typeof attempt === "string" ? attempt : null;
}

export const newAttempt = (): string => makeId("att", "sandbox", 1, Date.now());

/** By default 25.99 EUR by card. */
export function hostedRequest(
  { account }: MollieRig,
  attempt: string,
  changes: Partial<HostedRequest> = {},
): HostedRequest {
  return {
    account,
    idempotencyKey: attempt,
    session: `cs_of_${attempt}`,
    ...{ amount: 2599, currency: "EUR", capture: "automatic", method: "card" },
    ...{
      clock: null,
      locale: "de-AT",
      description: "Order 1",
      statementDescriptor: null,
      customerEmail: null,
      lineItems: [],
    },
    sessionExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    returnUrl: "https://pay.example/pay/cs_1/return",
    ...changes,
  };
}

/** A payment that waits for its customer. */
export async function beginCharge(
  rig: MollieRig,
  changes: Partial<HostedRequest> = {},
): Promise<ReferencedCharge> {
  const attempt = newAttempt();
  const request = hostedRequest(rig, attempt, changes);
  const begun = await rig.connector.hosted?.begin(request, call);
  assert.equal(begun?.kind, "created");
  return {
    ...unreferenced(request),
    hostedReference: begun.hostedReference,
    pspReference: begun.hostedReference,
  };
}

/** A payment for which the customer has done something on Mollie's page: paid by default. */
export async function chargeAfter(
  rig: MollieRig,
  choice: Partial<CheckoutChoice> = {},
  changes: Partial<HostedRequest> = {},
): Promise<ReferencedCharge> {
  const charge = await beginCharge(rig, changes);
  const result = rig.fake.checkOut(charge.pspReference, { outcome: "paid", ...choice });
  assert.equal(result.kind, "return");
  return charge;
}

export const authorizedCharge = (rig: MollieRig): Promise<ReferencedCharge> =>
  chargeAfter(rig, { outcome: "authorized" }, { capture: "manual" });

let made = 0;

export function refundOf(charge: ReferencedCharge, amount: number): RefundRequest {
  made += 1;
  return {
    charge,
    idempotencyKey: `re_key_${made}`,
    reference: `re_id_${made}`,
    amount,
    currency: charge.currency,
  };
}

export function captureOf(charge: ReferencedCharge, amount: number, final = true): CaptureRequest {
  made += 1;
  const idempotencyKey = `cap_key_${made}`;
  return { charge, idempotencyKey, reference: `cap_id_${made}`, amount, currency: charge.currency, final };
}

/** The charge as a look-up finds it. */
export async function found(
  { connector }: MollieRig,
  charge: ChargeRef,
): Promise<Extract<FindChargeOutcome, { kind: "found" }>> {
  const outcome = await connector.findCharge(charge, call);
  assert.equal(outcome.kind, "found", JSON.stringify(outcome));
  return outcome;
}

/** All pages of the list of charges that changed since a time. */
export async function listAll({ connector, account }: MollieRig, since: Date): Promise<ListedCharge[]> {
  const charges: ListedCharge[] = [];
  let cursor: string | null = null;
  do {
    const request: ListChargesRequest = { account, changedAfter: since.toISOString(), cursor };
    const page: ListChargesOutcome | undefined = await connector.listCharges?.(request, call);
    assert.ok(page?.kind === "page", JSON.stringify(page));
    charges.push(...page.charges);
    cursor = page.next;
  } while (cursor !== null);
  return charges;
}
