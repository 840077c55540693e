import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Stripe } from "stripe";
import { type FakeStripe, type FakeStripeOptions, startFakeStripe } from "./fake-stripe.ts";
import { apiVersion } from "./render-other.ts";

/** Stripe's own SDK, aimed at another server, without its retries. */
export function sdkFor(url: string, key: string): Stripe {
  const { hostname, port } = new URL(url);
  // The SDK is a version ahead of the specification that the fake imitates.
  const version: string = apiVersion;
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: 10_000,
    apiVersion: version as Stripe.LatestApiVersion,
  });
}

export type Testbed = { readonly fake: FakeStripe; readonly stripe: Stripe; readonly live: Stripe };

export async function startTestbed(options: FakeStripeOptions = {}): Promise<Testbed> {
  const fake = await startFakeStripe(options);
  return { fake, stripe: sdkFor(fake.url, fake.keys.test), live: sdkFor(fake.url, fake.keys.live) };
}

type Overrides = Partial<Stripe.Checkout.SessionCreateParams> & {
  readonly amount?: number;
  readonly currency?: string;
  readonly capture?: "automatic" | "manual";
};

export function sessionParams(overrides: Overrides = {}): Stripe.Checkout.SessionCreateParams {
  const { amount = 1000, currency = "eur", capture = "automatic", ...rest } = overrides;
  return {
    mode: "payment",
    client_reference_id: "order-1",
    customer_email: "ada@example.com",
    locale: "de",
    line_items: [
      { quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: "Book" } } },
    ],
    metadata: { order: "1" },
    payment_intent_data: {
      capture_method: capture === "manual" ? "manual" : "automatic_async",
      description: "Order 1",
      metadata: { attempt: "a1" },
      statement_descriptor_suffix: "BOOKS",
    },
    success_url: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
    cancel_url: "https://shop.example/cart",
    ...rest,
  };
}

/** A session that a customer has paid; with the intent's and charge's ids. */
export async function paidSession(
  { fake, stripe }: Testbed,
  overrides: Overrides = {},
  number = "4242424242424242",
) {
  const session = await stripe.checkout.sessions.create(sessionParams(overrides));
  fake.pay(session.id, { number });
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] });
  const intent = paid.payment_intent as Stripe.PaymentIntent;
  return { session: session.id, intent: intent.id, charge: String(intent.latest_charge) };
}

export type Receiver = {
  readonly url: string;
  /** The events that arrived, verified by Stripe's SDK. */
  readonly events: Stripe.Event[];
  /** Statuses for the next notifications, instead of 200. */
  readonly answers: number[];
  secret: string;
  close(): Promise<void>;
};

/** A merchant's endpoint that checks each notification as Stripe's documentation says. */
export async function startReceiver(stripe: Stripe): Promise<Receiver> {
  const events: Stripe.Event[] = [];
  const answers: number[] = [];
  const accept = (body: Buffer, signature: string): number => {
    try {
      events.push(stripe.webhooks.constructEvent(body, signature, receiver.secret));
      return 200;
    } catch {
      return 400;
    }
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const signature = String(request.headers["stripe-signature"]);
      const status = answers.shift() ?? accept(Buffer.concat(chunks), signature);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    events,
    answers,
    secret: "",
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const endpoint = await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ["*"] });
  receiver.secret = String(endpoint.secret);
  return receiver;
}

/** What Stripe's SDK throws for a refused request. */
export function refusal(
  status: number,
  fields: { readonly type?: string; readonly code?: string; readonly param?: string },
) {
  return (error: unknown): boolean => {
    if (!(error instanceof Stripe.errors.StripeError)) return false;
    const raw = error.raw as Record<string, unknown>;
    const found = {
      status: error.statusCode,
      ...Object.fromEntries(Object.keys(fields).map((key) => [key, raw[key]])),
    };
    return JSON.stringify(found) === JSON.stringify({ status, ...fields });
  };
}
