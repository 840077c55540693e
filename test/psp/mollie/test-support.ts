import http, { createServer } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import {
  createMollieClient,
  type MollieApiError,
  type MollieClient,
  PaymentMethod,
} from "@mollie/api-client";
import type { CheckoutChoice } from "./checkout.ts";
import { defaultKeys, type FakeMollie, type FakeMollieOptions, startFakeMollie } from "./fake-mollie.ts";

type Credentials = { readonly apiKey: string } | { readonly accessToken: string };

/**
 * Mollie's own SDK, aimed at another server. It always makes an agent for HTTPS, which refuses plain HTTP, so that a
 * plain agent takes its place while the client is made.
 */
export function sdkFor(url: string, credentials: Credentials): MollieClient {
  const { Agent } = https;
  Object.assign(https, { Agent: http.Agent });
  try {
    return createMollieClient({ ...credentials, apiEndpoint: `${url}/v2/` });
  } finally {
    Object.assign(https, { Agent });
  }
}

export type Testbed = {
  readonly fake: FakeMollie;
  readonly mollie: MollieClient;
  readonly live: MollieClient;
  /** With the organization token, in test mode. */
  readonly organization: MollieClient;
};

export async function startTestbed(options: FakeMollieOptions = {}): Promise<Testbed> {
  const fake = await startFakeMollie(options);
  return {
    fake,
    mollie: sdkFor(fake.url, { apiKey: fake.keys.test }),
    live: sdkFor(fake.url, { apiKey: fake.keys.live }),
    organization: sdkFor(fake.url, { accessToken: fake.keys.organization }),
  };
}

export type PaymentParams = Parameters<MollieClient["payments"]["create"]>[0];

export function paymentParams(overrides: Partial<PaymentParams> = {}): PaymentParams {
  return {
    amount: { currency: "EUR", value: "10.00" },
    description: "Order 1",
    redirectUrl: "https://shop.example/thanks",
    cancelUrl: "https://shop.example/cart",
    metadata: { reference: "order-1" },
    ...overrides,
  };
}

export const euros = (value: string) => ({ currency: "EUR", value });

/** A payment by card that a customer has paid or authorized. @returns its id */
export async function completedPayment(
  { fake, mollie }: Pick<Testbed, "fake" | "mollie">,
  overrides: Partial<PaymentParams> = {},
  choice: Partial<CheckoutChoice> = {},
): Promise<string> {
  const payment = await mollie.payments.create(
    paymentParams({ method: PaymentMethod.creditcard, ...overrides }),
  );
  fake.checkOut(payment.id, { outcome: "paid", ...choice });
  return payment.id;
}

/** Calls the API as a connector does: with plain `fetch`, so that nothing is repeated. */
export async function call(
  url: string,
  method: string,
  path: string,
  { body, key, token = defaultKeys.test }: { body?: object; key?: string; token?: string } = {},
) {
  const answer = await fetch(`${url}/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(500),
  });
  const text = await answer.text();
  const { status, headers } = answer;
  return { status, headers, body: (text === "" ? null : JSON.parse(text)) as Record<string, unknown> | null };
}

export type ReceivedNotification = {
  readonly body: string;
  readonly contentType: string;
  readonly signature: string | undefined;
};

export type Receiver = {
  readonly url: string;
  readonly received: ReceivedNotification[];
  /** Statuses for the next notifications, instead of 200. */
  readonly answers: number[];
  close(): Promise<void>;
};

/** A merchant's address for notifications. It keeps those that it answers with 200. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedNotification[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const status = answers.shift() ?? 200;
      const signature = request.headers["x-mollie-signature"];
      if (status === 200)
        received.push({
          body: Buffer.concat(chunks).toString(),
          contentType: String(request.headers["content-type"]),
          signature: typeof signature === "string" ? signature : undefined,
        });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    answers,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** What Mollie's SDK throws for a refused request. */
export function refusal(statusCode: number, message?: string, field?: string) {
  return (error: unknown): boolean => {
    const refused = error as MollieApiError;
    return (
      refused.statusCode === statusCode &&
      (message === undefined || refused.message === message) &&
      (field === undefined || refused.field === field)
    );
  };
}
