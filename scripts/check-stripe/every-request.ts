import type { ConnectorAccount } from "../../src/connectors/connector-account.ts";
import type { ChargeRef, HostedRequest, ReferencedCharge } from "../../src/connectors/contract.ts";
import { makePspClients } from "../../src/connectors/psp-client.ts";
import { createStripeConnector } from "../../src/connectors/stripe/connector.ts";
import { stripe } from "../../src/connectors/stripe/kind.ts";
import { HostResolver } from "../../src/kernel/host-resolver.ts";
import { enteredDetails } from "../../test/conformance/entered-details.ts";
import { paidPage } from "./adapt-fixtures.ts";

const call = { timeoutMs: 10_000 };
const apiKey = "sk_test_0123456789abcdef";
const account: ConnectorAccount = {
  id: "ca_sandbox_1",
  tenantId: 1,
  mode: "sandbox",
  settings: { apiKey, webhookSecret: "whsec_0123456789abcdef0123456789abcdef" },
};

/** Takes the connector's reading of a response. */
type Look = (what: string, outcome: object | undefined) => void;

/**
 * Makes every request of the connector, in all its forms.
 *
 * @param url where Stripe's API answers
 * @returns what it couldn't read. What comes of the requests isn't looked at: fixtures don't know our keys.
 */
export async function makeEveryRequest(url: string): Promise<string[]> {
  const psps = makePspClients({
    resolver: new HostResolver(),
    urls: { stripe: url },
    timeoutMs: call.timeoutMs,
  });
  const connector = createStripeConnector(psps);
  const unreadable: string[] = [];
  const look: Look = (what, outcome) => {
    const said = JSON.stringify(outcome) ?? "nothing";
    if (outcome === undefined || /shape|whole number|no_response/.test(said))
      unreadable.push(`${what}: ${said}`);
  };
  await setUp(psps(stripe.name));
  for (const request of pages()) look("page", await connector.hosted?.begin(request, call));
  await move(connector, look);
  await find(connector, look);
  await dispute(connector, look);
  await readBooks(connector, look);
  return unreadable;
}

type Connector = ReturnType<typeof createStripeConnector>;

async function setUp(psp: Parameters<typeof stripe.check>[1]): Promise<void> {
  const input = { mode: "sandbox", credentials: { apiKey }, settings: {} } as const;
  await stripe.check(input, psp);
  await stripe.registerNotifications?.(
    { ...input, url: "https://pay.example/notifications/ca_1", idempotencyKey: "ca_1" },
    psp,
  );
}

function pages(): HostedRequest[] {
  const plain: HostedRequest = {
    account,
    idempotencyKey: "att_1",
    session: "cs_1",
    amount: 2599,
    currency: "EUR",
    capture: "automatic",
    clock: null,
    returnUrl: "https://pay.example/pay/cs_1/return",
    locale: null,
    description: null,
    statementDescriptor: null,
    method: "card",
    sessionExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    customerEmail: null,
    lineItems: [],
  };
  const full: HostedRequest = {
    ...plain,
    capture: "manual",
    locale: "de-AT",
    country: "AT",
    description: "A blue teapot",
    statementDescriptor: "TEAPOTS",
    customerEmail: "ada@example.com",
    customer: enteredDetails,
    lineItems: [
      { name: "Teapot", quantity: 2, unitAmount: 1000 },
      { name: "Tea", quantity: 1, unitAmount: 599 },
    ],
  };
  return [plain, full, { ...plain, currency: "JPY" }, { ...plain, currency: "KWD", amount: 25_990 }];
}

/** The charge as it is known before the page's response, with the page, and once it is paid. */
const begun: ChargeRef = {
  account,
  idempotencyKey: "att_1",
  session: "cs_1",
  amount: 2599,
  currency: "EUR",
  capture: "manual",
  startedAt: new Date(),
  hostedReference: null,
  pspReference: null,
};
const withPage: ChargeRef = { ...begun, hostedReference: "cs_test_a1" };
const paid: ReferencedCharge = { ...begun, hostedReference: paidPage, pspReference: "pi_1" };
const made: ReferencedCharge = { ...paid, hostedReference: null };

async function move(connector: Connector, looked: Look): Promise<void> {
  const movement = { charge: paid, amount: 1000, currency: "EUR" };
  const capture = { ...movement, idempotencyKey: "att_1-cap_1", reference: "cap_1" };
  looked("last capture", await connector.capture({ ...capture, final: true }, call));
  looked("capture", await connector.capture({ ...capture, final: false }, call));
  looked(
    "refund",
    await connector.refund({ ...movement, idempotencyKey: "att_1-re_1", reference: "re_1" }, call),
  );
  const release = { idempotencyKey: "att_1-vd_1", reference: "vd_1" };
  looked("end of a page", await connector.void({ ...release, charge: withPage }, call));
  looked("void", await connector.void({ ...release, charge: paid }, call));
}

async function find(connector: Connector, looked: Look): Promise<void> {
  for (const charge of [begun, withPage, paid, made])
    looked("look-up of a charge", await connector.findCharge(charge, call));
  for (const kind of ["capture", "void", "refund"] as const) {
    const movement = { charge: paid, idempotencyKey: "att_1-1", kind, amount: 1000 };
    looked(`look-up of a ${kind}`, await connector.findMovement(movement, call));
  }
  const changedAfter = new Date(Date.now() - 3_600_000).toISOString();
  looked("list of charges", await connector.listCharges?.({ account, changedAfter, cursor: null }, call));
}

async function dispute({ disputes }: Connector, looked: Look): Promise<void> {
  const which = { account, pspReference: "dp_1" };
  looked("look-up of a dispute", await disputes?.find(which, call));
  looked("acceptance", await disputes?.accept?.({ ...which, idempotencyKey: "dp_1-accept" }, call));
  const file = { name: "receipt.pdf", mediaType: "application/pdf", content: Buffer.from("%PDF-1.4") };
  const texts = { productDescription: "A teapot", shippingTrackingNumber: "1Z999" };
  const evidence = { ...which, idempotencyKey: "dp_1-evidence", texts, files: [file] };
  looked("evidence", await disputes?.submitEvidence?.(evidence, call));
}

async function readBooks({ settlements }: Connector, looked: Look): Promise<void> {
  const since = new Date(Date.now() - 30 * 86_400_000).toISOString();
  const first = { account, cursor: null };
  looked("list of lines", await settlements?.listLines({ ...first, bookedAfter: since }, call));
  looked("list of payouts", await settlements?.listBatches({ ...first, createdAfter: since }, call));
  looked("lines of a payout", await settlements?.listBatchLines({ ...first, batch: "po_1" }, call));
}
