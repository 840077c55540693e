import assert from "node:assert/strict";
import { type DeliveredFacts, startDeliveredFacts } from "../../../test/conformance/delivered-facts.ts";
import { unreferenced } from "../../../test/conformance/rig.ts";
import {
  defaultMerchantAccount,
  type FakeAdyen,
  type FakeAdyenOptions,
  startFakeAdyen,
} from "../../../test/psp/adyen/fake-adyen.ts";
import type { PageChoice } from "../../../test/psp/adyen/pay.ts";
import { hmacKey, returnParameters } from "../../../test/psp/adyen/test-support.ts";
import { HostResolver } from "../../kernel/host-resolver.ts";
import { makeId } from "../../kernel/id.ts";
import type { ConnectorAccount } from "../connector-account.ts";
import type {
  ChargeRef,
  Connector,
  FindChargeOutcome,
  FindMovementOutcome,
  HostedRequest,
  PspFact,
  ReferencedCharge,
} from "../contract.ts";
import { makePspClients } from "../psp-client.ts";
import { createAdyenConnector } from "./connector.ts";

export const call = { timeoutMs: 5_000 };

/** The connector, the fake of Adyen that it calls, and what the fake's notifications have told. */
export type AdyenRig = {
  readonly fake: FakeAdyen;
  readonly connector: Connector;
  readonly account: ConnectorAccount;
  readonly facts: DeliveredFacts;
  request(changes?: Partial<HostedRequest>): HostedRequest;
  /** Makes a page, and returns the charge as it is then known. */
  begin(changes?: Partial<HostedRequest>): Promise<ChargeRef>;
  /** A customer acts on the page, and comes back if the page sends them back. */
  act(charge: ChargeRef, choice: PageChoice): Promise<ChargeRef>;
  /** A charge whose customer has paid or authorized it. */
  paid(changes?: Partial<HostedRequest>): Promise<ReferencedCharge>;
  /** The charge with the facts that have arrived so far. */
  stored<Charge extends ChargeRef>(charge: Charge): Charge;
  find(charge: ChargeRef): Promise<FindChargeOutcome>;
  /** The movement of a charge by its key. */
  findMovement(
    charge: ChargeRef,
    idempotencyKey: string,
    what: { kind: "capture" | "void" | "refund"; amount: number | null },
  ): Promise<FindMovementOutcome>;
  /** Lets time pass at Adyen, and waits for the notifications. */
  advance(seconds: number): Promise<void>;
  /** What Adyen has moved for an attempt, in minor units, by effect. */
  moved(attempt: string): Readonly<Record<string, number>>;
  close(): Promise<void>;
};

export async function startAdyenRig(options: FakeAdyenOptions = {}): Promise<AdyenRig> {
  const fake = await startFakeAdyen({ webhookRetryMs: 10, ...options });
  const psps = makePspClients({ resolver: new HostResolver(), urls: { adyen: fake.url }, timeoutMs: 5_000 });
  const connector = createAdyenConnector(psps, () => fake.clock.now() * 1_000);
  const account: ConnectorAccount = {
    id: "ca_1",
    tenantId: 1,
    mode: "sandbox",
    settings: {
      apiKey: fake.apiKey,
      hmacKey,
      merchantAccount: defaultMerchantAccount,
      ...(options.multiplePartialCaptures ? { multiplePartialCaptures: "yes" } : {}),
    },
  };
  const facts = await startDeliveredFacts(connector, account);
  fake.notifications.connect({ url: facts.url, hmacKey });
  return {
    ...{ fake, connector, account, facts },
    ...actionsOf({ fake, connector, account, facts }),
    moved: (attempt) => fake.movedAmounts().get(attempt)?.amounts ?? {},
    close: async () => {
      await fake.close();
      await facts.close();
    },
  };
}

function actionsOf({
  fake,
  connector,
  account,
  facts,
}: Pick<AdyenRig, "fake" | "connector" | "account" | "facts">) {
  const request = (changes: Partial<HostedRequest> = {}): HostedRequest => ({
    account,
    idempotencyKey: makeId("att", "sandbox", 1, Date.now()),
    session: "cs_1",
    ...{ amount: 2599, currency: "EUR", capture: "automatic", method: "card" },
    ...{
      clock: null,
      locale: "de-AT",
      description: "Order 1",
      statementDescriptor: null,
      customerEmail: null,
      lineItems: [],
    },
    sessionExpiresAt: new Date(fake.clock.now() * 1_000 + 3_600_000).toISOString(),
    returnUrl: "https://pay.example/pay/cs_1/return",
    ...changes,
  });
  const begin = async (changes: Partial<HostedRequest> = {}): Promise<ChargeRef> => {
    const asked = request(changes);
    const begun = await connector.hosted?.begin(asked, call);
    assert.ok(begun?.kind === "created", JSON.stringify(begun));
    const { hostedReference, pspReference, url, expiresAt } = begun;
    return { ...unreferenced(asked), hostedReference, pspReference, page: { url, expiresAt } };
  };
  const advance = async (seconds: number): Promise<void> => {
    fake.clock.advance(seconds);
    await fake.notifications.settled();
  };
  const act = async (charge: ChargeRef, choice: PageChoice): Promise<ChargeRef> => {
    const answer = fake.pay(charge.hostedReference ?? "", choice);
    await advance(0);
    if (answer.kind !== "returned") return charge;
    const { sessionResult } = returnParameters(answer.redirectUrl);
    return { ...charge, returnedWith: { sessionResult } };
  };
  const stored = <Charge extends ChargeRef>(charge: Charge): Charge => ({
    ...charge,
    facts: facts.factsOf(charge),
  });
  const find = (charge: ChargeRef) => connector.findCharge(stored(charge), call);
  return {
    ...{ request, begin, act, advance, stored, find },
    findMovement: (
      charge: ChargeRef,
      idempotencyKey: string,
      what: { kind: "capture" | "void" | "refund"; amount: number | null },
    ) => connector.findMovement({ charge: stored(charge), idempotencyKey, ...what }, call),
    paid: async (changes: Partial<HostedRequest> = {}): Promise<ReferencedCharge> => {
      const charge = await begin(changes);
      await act(charge, { outcome: "authorised" });
      const [pspReference = ""] = fake.paymentsOf(charge.hostedReference ?? "");
      return { ...charge, pspReference };
    },
  };
}

/** A fact as the connector keeps it; by default the approval of 25.99 EUR. */
export function factOf(content: Readonly<Record<string, string | number | boolean | null>>): PspFact {
  const full = {
    eventCode: "AUTHORISATION",
    success: true,
    value: 2599,
    currency: "EUR",
    pspReference: "PAYMENT",
    originalReference: null,
    merchantReference: "att_1",
    eventDate: "2026-11-25T10:00:00.000Z",
    reason: null,
    paymentMethod: "visa",
    cardSummary: "1111",
    cvcResult: null,
    threeDSecure: null,
    threeDSVersion: null,
    eci: null,
    liabilityShift: null,
    action: null,
    disputeStatus: null,
    defendable: null,
    defensePeriodEndsAt: null,
    chargebackReasonCode: null,
    ...content,
  };
  return { key: `${full.eventCode} ${full.pspReference} ${full.success} ${full.eventDate}`, content: full };
}
