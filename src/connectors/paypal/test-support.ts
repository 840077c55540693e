import assert from "node:assert/strict";
import { unreferenced } from "../../../test/conformance/rig.ts";
import type { ApprovalChoice } from "../../../test/psp/paypal/approval.ts";
import {
  type FakePayPal,
  type FakePayPalOptions,
  startFakePayPal,
} from "../../../test/psp/paypal/fake-paypal.ts";
import { present } from "../../kernel/assert.ts";
import { HostResolver } from "../../kernel/host-resolver.ts";
import { makeId } from "../../kernel/id.ts";
import type { ConnectorAccount } from "../connector-account.ts";
import type {
  AuthorizeOutcome,
  CaptureRequest,
  ChargeRef,
  Connector,
  FindChargeOutcome,
  HostedRequest,
  ReferencedCharge,
  RefundRequest,
} from "../contract.ts";
import { makePspClients } from "../psp-client.ts";
import { createPayPalConnector } from "./connector.ts";

export const call = { timeoutMs: 5_000 };

/** The connector and the fake of PayPal that it calls. */
export type PayPalRig = {
  readonly fake: FakePayPal;
  readonly connector: Connector;
  readonly account: ConnectorAccount;
  /** What was really moved for an attempt, in minor units, by effect: "authorized 2599, captured 2599". */
  movedFor(attempt: string): string;
  /** Ends the fake, which has to have answered as the specifications say. */
  close(): Promise<void>;
};

export async function startPayPalRig(options: FakePayPalOptions = {}): Promise<PayPalRig> {
  const fake = await startFakePayPal(options);
  const psps = makePspClients({ resolver: new HostResolver(), urls: { paypal: fake.url }, timeoutMs: 2_000 });
  return {
    fake,
    connector: createPayPalConnector(psps, { nowMs: () => fake.clock.now() * 1_000 }),
    account: { id: "ca_1", tenantId: 1, mode: "sandbox", settings: { ...fake.app } },
    movedFor: (attempt) =>
      Object.entries(fake.movedAmounts().get(attempt)?.amounts ?? {})
        .filter(([, amount]) => amount !== 0)
        .map(([effect, amount]) => `${effect} ${amount}`)
        .join(", "),
    close: async () => {
      await fake.close();
      assert.deepEqual(
        fake.problems.map(({ where, problem }) => `${where} ${problem.at} ${problem.message}`),
        [],
      );
    },
  };
}

export const newAttempt = (): string => makeId("att", "sandbox", 1, Date.now());

/** By default 25.99 EUR. */
export function hostedRequest({ account }: PayPalRig, changes: Partial<HostedRequest> = {}): HostedRequest {
  const attempt = newAttempt();
  return {
    account,
    idempotencyKey: attempt,
    session: `cs_of_${attempt}`,
    ...{ amount: 2599, currency: "EUR", capture: "automatic", method: "wallet" },
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

/** An order that waits for its customer. */
export async function beginCharge(rig: PayPalRig, changes: Partial<HostedRequest> = {}): Promise<ChargeRef> {
  const request = hostedRequest(rig, changes);
  const begun = await rig.connector.hosted?.begin(request, call);
  assert.ok(begun?.kind === "created", JSON.stringify(begun));
  return {
    ...unreferenced(request),
    startedAt: new Date(rig.fake.clock.now() * 1_000),
    hostedReference: begun.hostedReference,
  };
}

export const orderOf = ({ hostedReference }: ChargeRef): string => present(hostedReference, "the order's ID");

/** An order that its customer has approved. */
export async function approvedCharge(
  rig: PayPalRig,
  choice: Partial<ApprovalChoice> = {},
  changes: Partial<HostedRequest> = {},
): Promise<ChargeRef> {
  const charge = await beginCharge(rig, changes);
  assert.equal(rig.fake.pay(orderOf(charge), { outcome: "approve", ...choice }).kind, "return");
  return charge;
}

export async function finish({ connector }: PayPalRig, charge: ChargeRef): Promise<AuthorizeOutcome> {
  const outcome = await connector.hosted?.finish?.(charge, call);
  return present(outcome, "the outcome of finish");
}

/** An order that is captured, or authorized for a manual capture. */
export async function finishedCharge(
  rig: PayPalRig,
  choice: Partial<ApprovalChoice> = {},
  changes: Partial<HostedRequest> = {},
): Promise<ReferencedCharge> {
  const charge = await approvedCharge(rig, choice, changes);
  const outcome = await finish(rig, charge);
  assert.ok(outcome.kind !== "unknown" && outcome.pspReference !== null, JSON.stringify(outcome));
  return { ...charge, pspReference: outcome.pspReference };
}

export const authorizedCharge = (
  rig: PayPalRig,
  choice: Partial<ApprovalChoice> = {},
): Promise<ReferencedCharge> => finishedCharge(rig, choice, { capture: "manual" });

let made = 0;

export function refundOf(charge: ReferencedCharge, amount: number): RefundRequest {
  made += 1;
  const { currency } = charge;
  return { charge, idempotencyKey: `re_key_${made}`, reference: `re_id_${made}`, amount, currency };
}

export function captureOf(charge: ReferencedCharge, amount: number, final = true): CaptureRequest {
  made += 1;
  const { currency } = charge;
  return { charge, idempotencyKey: `cap_key_${made}`, reference: `cap_id_${made}`, amount, currency, final };
}

/** The charge as a look-up finds it. */
export async function found(
  { connector }: PayPalRig,
  charge: ChargeRef,
): Promise<Extract<FindChargeOutcome, { kind: "found" }>> {
  const outcome = await connector.findCharge(charge, call);
  assert.equal(outcome.kind, "found", JSON.stringify(outcome));
  return outcome;
}
