import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  CheckoutAPI,
  Client,
  DisputesAPI,
  EnvironmentEnum,
  HttpClientException,
  hmacValidator,
  type Types,
} from "@adyen/api-library";
import {
  defaultMerchantAccount,
  type FakeAdyen,
  type FakeAdyenOptions,
  startFakeAdyen,
} from "./fake-adyen.ts";
import type { NotificationItem } from "./notification-item.ts";
import type { NotificationEndpoint } from "./notification-sender.ts";

export const merchantAccount = defaultMerchantAccount;

/** Hexadecimal, as Adyen's Customer Area makes them. */
export const hmacKey = "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056";

type HttpClient = NonNullable<ConstructorParameters<typeof Client>[1]>;

/** Adyen's own SDK, aimed at another server: its HTTP client speaks only https, so this one takes its place. */
export function sdkFor(url: string, apiKey: string) {
  const request: HttpClient["request"] = async (endpoint, json, config, _needsKey, options = {}) => {
    const { pathname } = new URL(endpoint);
    const query = options.params ? `?${new URLSearchParams(options.params)}` : "";
    const method = options.method ?? "POST";
    const response = await fetch(`${url}${pathname}${query}`, {
      method,
      headers: {
        "content-type": "application/json",
        "x-api-key": config.apiKey ?? "",
        ...(options.idempotencyKey === undefined ? {} : { "idempotency-key": options.idempotencyKey }),
      },
      ...(method === "GET" ? {} : { body: String(json) }),
      signal: AbortSignal.timeout(options.timeout ?? 10_000),
    });
    const text = await response.text();
    if (response.ok) return text;
    const responseHeaders = Object.fromEntries(response.headers);
    throw new HttpClientException({
      ...{ message: text, statusCode: response.status, responseHeaders, responseBody: text },
      apiError: JSON.parse(text),
    });
  };
  const client = new Client({ apiKey, environment: EnvironmentEnum.TEST }, { request });
  const checkout = new CheckoutAPI(client);
  return {
    payments: checkout.PaymentsApi,
    modifications: checkout.ModificationsApi,
    disputes: new DisputesAPI(client).DisputesApi,
  };
}

export type Sdk = ReturnType<typeof sdkFor>;
export type Testbed = { readonly fake: FakeAdyen; readonly adyen: Sdk; readonly receiver: Receiver };

export async function startTestbed(options: FakeAdyenOptions = {}): Promise<Testbed> {
  const receiver = await startReceiver();
  const fake = await startFakeAdyen({ webhookRetryMs: 10, endpoint: receiver.endpoint, ...options });
  return { fake, adyen: sdkFor(fake.url, fake.apiKey), receiver };
}

export async function closeTestbed({ fake, receiver }: Testbed): Promise<void> {
  await fake.close();
  await receiver.close();
}

type SessionRequest = Types.checkout.CreateCheckoutSessionRequest;

export function sessionRequest(overrides: Partial<SessionRequest> = {}): SessionRequest {
  return {
    merchantAccount,
    reference: "order-1",
    amount: { value: 1000, currency: "EUR" },
    returnUrl: "https://shop.example/thanks?order=1",
    mode: "hosted" as SessionRequest["mode"] & string,
    countryCode: "NL",
    shopperEmail: "ada@example.com",
    ...overrides,
  } as SessionRequest;
}

export const manualCapture = { additionalData: { manualCapture: "true" } };

/** A payment that is authorised, and captured unless the overrides ask for manual capture. */
export async function paidSession({ fake, adyen }: Testbed, overrides: Partial<SessionRequest> = {}) {
  const { id } = await adyen.payments.sessions(sessionRequest(overrides));
  fake.pay(id, { outcome: "authorised" });
  fake.clock.runDue();
  const [payment = ""] = fake.paymentsOf(id);
  return { session: id, payment };
}

/** What the customer's browser takes back to the merchant. */
export function returnParameters(redirectUrl: string) {
  const { searchParams } = new URL(redirectUrl);
  return {
    sessionId: searchParams.get("sessionId") ?? "",
    sessionResult: searchParams.get("sessionResult") ?? "",
  };
}

export type Receiver = {
  readonly endpoint: NotificationEndpoint;
  /** The items that arrived, verified by Adyen's SDK. */
  readonly items: NotificationItem[];
  /** How many items each message had. */
  readonly messageSizes: number[];
  /** Of which environment each message said that it is. */
  readonly live: string[];
  /** What the next notifications are answered with, instead of 200 and `[accepted]`. */
  readonly answers: { readonly status: number; readonly body: string }[];
  close(): Promise<void>;
};

/** A merchant's endpoint that checks each item as Adyen's documentation says. */
export async function startReceiver(): Promise<Receiver> {
  const items: NotificationItem[] = [];
  const answers: Receiver["answers"] = [];
  const messageSizes: number[] = [];
  const live: string[] = [];
  const validator = new hmacValidator();
  const accept = (body: string) => {
    const message = JSON.parse(body) as Types.notification.Notification;
    const received = (message.notificationItems ?? []).map(({ NotificationRequestItem: item }) => item);
    if (!received.every((item) => validator.validateHMAC(item, hmacKey))) return { status: 401, body: "" };
    items.push(...(received as unknown as NotificationItem[]));
    messageSizes.push(received.length);
    live.push(String(message.live));
    return { status: 200, body: "[accepted]" };
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { status, body } = answers.shift() ?? accept(Buffer.concat(chunks).toString());
      response.writeHead(status).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  return {
    endpoint: { url, hmacKey },
    items,
    messageSizes,
    live,
    answers,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** What Adyen's SDK throws for a refused request. */
export function refusal(status: number, fields: { readonly errorCode?: string; readonly message?: string }) {
  return (error: unknown): boolean => {
    if (!(error instanceof HttpClientException)) return false;
    const raw = JSON.parse(error.responseBody ?? "{}") as Record<string, unknown>;
    const found = Object.fromEntries(Object.keys(fields).map((key) => [key, raw[key]]));
    return (
      error.statusCode === status && raw.status === status && JSON.stringify(found) === JSON.stringify(fields)
    );
  };
}
