import assert from "node:assert/strict";
import { verify, X509Certificate } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import type { ApprovalChoice } from "./approval.ts";
import { type FakePayPal, type FakePayPalOptions, startFakePayPal } from "./fake-paypal.ts";

export type Json = Readonly<Record<string, unknown>>;

export type CallOptions = {
  readonly body?: object | FormData | string;
  readonly requestId?: string;
  /** Without it, the answer is minimal. */
  readonly representation?: boolean;
  /** Instead of a fresh token. */
  readonly authorization?: string;
  readonly timeoutMs?: number;
};

export type Reply = { readonly status: number; readonly headers: Headers; readonly body: Json };

/** Calls the API as a connector does: with plain `fetch`, so that nothing is repeated. */
export type Client = (method: string, path: string, options?: CallOptions) => Promise<Reply>;

export function clientFor(fake: Pick<FakePayPal, "url" | "app">): Client {
  let token: Promise<string> | undefined;
  return async (method, path, options = {}) => {
    token ??= fetchToken(fake);
    const authorization = options.authorization ?? `Bearer ${await token}`;
    return await call(fake.url, method, path, { ...options, authorization });
  };
}

export async function fetchToken({ url, app }: Pick<FakePayPal, "url" | "app">): Promise<string> {
  const { body } = await requestToken(url, app.clientId, app.clientSecret);
  return String(body.access_token);
}

export async function requestToken(url: string, clientId: string, clientSecret: string): Promise<Reply> {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  const answer = await fetch(`${url}/v1/oauth2/token`, { method: "POST", headers: { authorization }, body });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Json };
}

async function call(
  url: string,
  method: string,
  path: string,
  { body, requestId, representation, authorization, timeoutMs = 10_000 }: CallOptions,
): Promise<Reply> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(method === "POST" && !(body instanceof FormData) ? { "content-type": "application/json" } : {}),
      ...(requestId === undefined ? {} : { "paypal-request-id": requestId }),
      ...(representation ? { prefer: "return=representation" } : {}),
    },
    ...(body === undefined ? {} : { body: toBody(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answered = await answer.text();
  const { status, headers } = answer;
  return { status, headers, body: (answered === "" ? {} : JSON.parse(answered)) as Json };
}

function toBody(body: object | FormData | string): FormData | string {
  return typeof body === "string" || body instanceof FormData ? body : JSON.stringify(body);
}

export type Testbed = { readonly fake: FakePayPal; readonly paypal: Client };

export async function startTestbed(options: FakePayPalOptions = {}): Promise<Testbed> {
  const fake = await startFakePayPal({ webhookRetryMs: 10, ...options });
  return { fake, paypal: clientFor(fake) };
}

/** Ends the fake, which has to have answered as the specifications say. */
export async function closeTestbed({ fake }: Testbed): Promise<void> {
  await fake.close();
  assert.deepEqual(
    fake.problems.map(({ where, problem }) => `${where} ${problem.at} ${problem.message}`),
    [],
  );
}

export const euros = (value: string) => ({ currency_code: "EUR", value });

/** A body of `POST /v2/checkout/orders`. */
export function orderBody(unit: object = {}, order: object = {}, context: object = {}): object {
  return {
    intent: "CAPTURE",
    purchase_units: [{ custom_id: "order-1", amount: euros("10.00"), ...unit }],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: "https://shop.example/thanks",
          cancel_url: "https://shop.example/cart",
          locale: "en-GB",
          brand_name: "Shop",
          shipping_preference: "NO_SHIPPING",
          user_action: "PAY_NOW",
          ...context,
        },
      },
    },
    ...order,
  };
}

export async function createdOrder(
  { paypal }: Testbed,
  unit: object = {},
  order: object = {},
): Promise<string> {
  const { body } = await paypal("POST", "/v2/checkout/orders", { body: orderBody(unit, order) });
  return String(body.id);
}

/** An order that its customer has approved. @returns its id */
export async function approvedOrder(
  testbed: Testbed,
  unit: object = {},
  order: object = {},
  choice: Partial<ApprovalChoice> = {},
): Promise<string> {
  const id = await createdOrder(testbed, unit, order);
  testbed.fake.pay(id, { outcome: "approve", ...choice });
  return id;
}

/** A captured order. @returns the order's and the capture's id */
export async function capturedOrder(
  testbed: Testbed,
  unit: object = {},
  choice: Partial<ApprovalChoice> = {},
) {
  const order = await approvedOrder(testbed, unit, {}, choice);
  await testbed.paypal("POST", `/v2/checkout/orders/${order}/capture`);
  const [capture = ""] = testbed.fake.capturesOf(order);
  return { order, capture };
}

/** An authorized order. @returns the order's and the authorization's id */
export async function authorizedOrder(
  testbed: Testbed,
  unit: object = {},
  choice: Partial<ApprovalChoice> = {},
) {
  const order = await approvedOrder(testbed, unit, { intent: "AUTHORIZE" }, choice);
  await testbed.paypal("POST", `/v2/checkout/orders/${order}/authorize`);
  const [authorization = ""] = testbed.fake.authorizationsOf(order);
  return { order, authorization };
}

/** The first issue of an error. */
export function issueOf({ body }: Reply): string | undefined {
  const [first] = (body.details ?? []) as readonly { readonly issue: string }[];
  return first?.issue;
}

export function linkOf({ body }: Reply, rel: string): string | undefined {
  return (body.links as readonly { rel: string; href: string }[]).find((link) => link.rel === rel)?.href;
}

export type ReceivedEvent = {
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: string;
  readonly body: Json & { readonly event_type: string; readonly resource: Json };
};

export type Receiver = {
  readonly url: string;
  readonly received: ReceivedEvent[];
  /** Statuses for the next events, instead of 200. */
  readonly answers: number[];
  close(): Promise<void>;
};

/** A merchant's address for events. It keeps those that it answers with 200. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedEvent[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const raw = await text(request);
    const status = answers.shift() ?? 200;
    const headers = request.headers as Readonly<Record<string, string>>;
    if (status === 200) received.push({ headers, raw, body: JSON.parse(raw) as ReceivedEvent["body"] });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    answers,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Registers the receiver's address for events. @returns the webhook's id */
export async function registerWebhook({ paypal }: Testbed, url: string, ...names: string[]): Promise<string> {
  const event_types = (names.length === 0 ? ["*"] : names).map((name) => ({ name }));
  const { body } = await paypal("POST", "/v1/notifications/webhooks", { body: { url, event_types } });
  return String(body.id);
}

/** Checks a signature by the certificate alone, as PayPal's documentation says. */
export async function isGenuine({ headers, raw }: ReceivedEvent, webhookId: string): Promise<boolean> {
  const certificate = await (await fetch(headers["paypal-cert-url"] ?? "")).text();
  const { publicKey } = new X509Certificate(certificate);
  const signed = [
    headers["paypal-transmission-id"],
    headers["paypal-transmission-time"],
    webhookId,
    crc32(raw),
  ].join("|");
  const signature = Buffer.from(headers["paypal-transmission-sig"] ?? "", "base64");
  return verify("RSA-SHA256", Buffer.from(signed), publicKey, signature);
}
