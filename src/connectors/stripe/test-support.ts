import assert from "node:assert/strict";
import { type FakeStripe, startFakeStripe } from "../../../test/psp/stripe/fake-stripe.ts";
import { HostResolver } from "../../kernel/host-resolver.ts";
import type { ConnectorAccount } from "../connector-account.ts";
import type { ChargeRef, Connector, HostedRequest, ReferencedCharge } from "../contract.ts";
import { makePspClients } from "../psp-client.ts";
import { createStripeConnector } from "./connector.ts";

export const call = { timeoutMs: 5_000 };

/** The connector, and the fake of Stripe that it calls. */
export type StripeRig = {
  readonly stripe: FakeStripe;
  readonly connector: Required<Pick<Connector, "hosted" | "listCharges" | "disputes">> & Connector;
  readonly account: ConnectorAccount;
  request(key: string, changes?: Partial<HostedRequest>): HostedRequest;
  /** Makes a page, and returns the charge as it is then known. */
  begin(key: string, changes?: Partial<HostedRequest>): Promise<ChargeRef>;
  /** The same, and a customer pays. */
  pay(key: string, changes?: Partial<HostedRequest>, number?: string): Promise<ReferencedCharge>;
  /** What Stripe has moved of a charge. */
  moved(key: string): Readonly<Record<string, number>>;
  close(): Promise<void>;
};

export async function startStripeRig(): Promise<StripeRig> {
  const stripe = await startFakeStripe();
  const resolver = new HostResolver();
  const psps = makePspClients({ resolver, urls: { stripe: stripe.url }, timeoutMs: 5_000 });
  const connector = createStripeConnector(psps, () => stripe.clock.now() * 1000) as StripeRig["connector"];
  const account: ConnectorAccount = {
    id: "ca_sandbox_1",
    tenantId: 1,
    mode: "sandbox",
    settings: { apiKey: stripe.keys.test, webhookSecret: "whsec_0123456789abcdef0123456789abcdef" },
  };
  const request = (key: string, changes: Partial<HostedRequest> = {}): HostedRequest => ({
    account,
    idempotencyKey: `att_${key}`,
    session: `cs_${key}`,
    amount: 2599,
    currency: "EUR",
    capture: "automatic",
    clock: null,
    returnUrl: "https://pay.example/pay/cs_1/return",
    locale: "de-AT",
    description: "A blue teapot",
    statementDescriptor: null,
    method: "card",
    sessionExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    customerEmail: "ada@example.com",
    lineItems: [],
    ...changes,
  });
  const begin = async (key: string, changes: Partial<HostedRequest> = {}): Promise<ChargeRef> => {
    const asked = request(key, changes);
    const startedAt = new Date();
    const made = await connector.hosted.begin(asked, call);
    assert.ok(made.kind === "created", JSON.stringify(made));
    const { idempotencyKey, session, amount, currency, capture } = asked;
    const { hostedReference, pspReference } = made;
    return {
      ...{ account, idempotencyKey, session, amount, currency, capture },
      startedAt,
      hostedReference,
      pspReference,
    };
  };
  return {
    stripe,
    connector,
    account,
    request,
    begin,
    pay: async (key, changes = {}, number = "4242424242424242") => {
      const charge = await begin(key, changes);
      assert.equal(stripe.pay(charge.hostedReference ?? "", { number }).kind, "paid");
      const found = await connector.findCharge(charge, call);
      assert.ok(found.kind === "found" && found.outcome.kind === "approved", JSON.stringify(found));
      return { ...charge, pspReference: found.outcome.pspReference };
    },
    moved: (key) => stripe.movedAmounts().get(`cs_${key}`)?.amounts ?? {},
    close: () => stripe.close(),
  };
}
