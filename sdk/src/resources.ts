import type { ApiFile, ApiRequest, Transport } from "./transport.ts";
import type {
  AnswerOf,
  Balance,
  BodyOf,
  CheckoutSession,
  Dispute,
  Event,
  LedgerEntry,
  Page,
  Payment,
  QueryOf,
  Refund,
  SandboxClock,
  SandboxClockAdvance,
  WebhookDelivery,
  WebhookEndpoint,
} from "./types.ts";

export type CallOptions = {
  /** Something of yours that stands for this one call, such as the order's number. Default: random. */
  readonly idempotencyKey?: string;
};

type Cursor = { startingAfter?: string; endingBefore?: string };

/** Every object of a list, fetched page by page as it is asked for. */
async function* through<Item extends { id: string }>(
  fetchPage: (cursor: Cursor) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let cursor: Cursor = {};
  for (;;) {
    const page = await fetchPage(cursor);
    yield* page.data;
    const last = page.data.at(-1);
    if (!page.hasMore || !last) return;
    cursor = { startingAfter: last.id };
  }
}

const at = (base: string, id: string, action = ""): string => `${base}/${encodeURIComponent(id)}${action}`;

/** Sends by its method, so that each call reads as one line. */
class Sender {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get<Answer>(path: string, query?: object): Promise<Answer> {
    return this.#transport.send<Answer>({ method: "GET", path, query });
  }

  post<Answer>(path: string, body: object | undefined, options: CallOptions): Promise<Answer> {
    const request: ApiRequest = { method: "POST", path, body, idempotencyKey: options.idempotencyKey };
    return this.#transport.send<Answer>(request);
  }

  upload<Answer>(path: string, query: object, file: ApiFile, options: CallOptions): Promise<Answer> {
    const { idempotencyKey } = options;
    return this.#transport.send<Answer>({ method: "POST", path, query, file, idempotencyKey });
  }

  download(path: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.#transport.send<Uint8Array<ArrayBuffer>>({ method: "GET", path, answer: "bytes" });
  }

  delete<Answer>(path: string): Promise<Answer> {
    return this.#transport.send<Answer>({ method: "DELETE", path });
  }
}

const sessions = "/api/checkout/sessions";
type SessionQuery = QueryOf<"listCheckoutSessions">;

/** One purchase to be paid, with its page. */
export class CheckoutSessions {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  /** Makes a session. Send the consumer to the `url` of the answer. */
  create(params: BodyOf<"createCheckoutSession">, options: CallOptions = {}): Promise<CheckoutSession> {
    return this.#send.post(sessions, params, options);
  }

  get(id: string): Promise<CheckoutSession> {
    return this.#send.get(at(sessions, id));
  }

  /** One page, newest first. */
  list(query: SessionQuery = {}): Promise<Page<CheckoutSession>> {
    return this.#send.get(sessions, query);
  }

  /** All that match, newest first: `for await (const session of kassa.checkout.sessions.each()) …` */
  each(query: Omit<SessionQuery, keyof Cursor> = {}): AsyncGenerator<CheckoutSession> {
    return through((cursor) => this.list({ limit: 100, ...query, ...cursor }));
  }

  /** Replaces the metadata; null removes it. */
  update(
    id: string,
    params: BodyOf<"updateCheckoutSession">,
    options: CallOptions = {},
  ): Promise<CheckoutSession> {
    return this.#send.post(at(sessions, id), params, options);
  }

  /** Ends an open session, so that it can't be paid any more. */
  expire(id: string, options: CallOptions = {}): Promise<CheckoutSession> {
    return this.#send.post(at(sessions, id, "/expire"), undefined, options);
  }
}

const payments = "/api/payments";
type PaymentQuery = QueryOf<"listPayments">;

/** What came of the sessions: the money that was authorized, captured and given back. */
export class Payments {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  get(id: string): Promise<Payment> {
    return this.#send.get(at(payments, id));
  }

  /** One page, newest first. `search` takes any detail: an id, an e-mail address, a reference, last digits, an amount. */
  list(query: PaymentQuery = {}): Promise<Page<Payment>> {
    return this.#send.get(payments, query);
  }

  /** All that match, newest first. */
  each(query: Omit<PaymentQuery, keyof Cursor> = {}): AsyncGenerator<Payment> {
    return through((cursor) => this.list({ limit: 100, ...query, ...cursor }));
  }

  /** Takes a part of what is authorized, or all that is left. A `final` capture releases the rest. */
  capture(id: string, params: BodyOf<"capturePayment"> = {}, options: CallOptions = {}): Promise<Payment> {
    return this.#send.post(at(payments, id, "/capture"), params, options);
  }

  /** Releases what has not been captured. */
  void(id: string, options: CallOptions = {}): Promise<Payment> {
    return this.#send.post(at(payments, id, "/void"), undefined, options);
  }
}

const refunds = "/api/refunds";
type RefundQuery = QueryOf<"listRefunds">;

/** Captured money that is given back. */
export class Refunds {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  /** Gives back a part of a payment, or all that is left. The answer can still be `pending`; events tell of the end. */
  create(params: BodyOf<"createRefund">, options: CallOptions = {}): Promise<Refund> {
    return this.#send.post(refunds, params, options);
  }

  get(id: string): Promise<Refund> {
    return this.#send.get(at(refunds, id));
  }

  list(query: RefundQuery = {}): Promise<Page<Refund>> {
    return this.#send.get(refunds, query);
  }

  each(query: Omit<RefundQuery, keyof Cursor> = {}): AsyncGenerator<Refund> {
    return through((cursor) => this.list({ limit: 100, ...query, ...cursor }));
  }
}

const disputes = "/api/disputes";
type DisputeQuery = QueryOf<"listDisputes">;

/** A file for a dispute's evidence, at most 5 MB. */
export type DisputeUpload = {
  /** As the bank will read it. */
  readonly name: string;
  readonly mediaType: "application/pdf" | "image/png" | "image/jpeg";
  readonly content: Uint8Array<ArrayBuffer>;
};

/** What customers deny at their banks. */
export class Disputes {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  get(id: string): Promise<Dispute> {
    return this.#send.get(at(disputes, id));
  }

  list(query: DisputeQuery = {}): Promise<Page<Dispute>> {
    return this.#send.get(disputes, query);
  }

  each(query: Omit<DisputeQuery, keyof Cursor> = {}): AsyncGenerator<Dispute> {
    return through((cursor) => this.list({ limit: 100, ...query, ...cursor }));
  }

  /** Saves evidence; with `submit` it goes to the bank, which takes it once. */
  provideEvidence(
    id: string,
    params: BodyOf<"provideDisputeEvidence">,
    options: CallOptions = {},
  ): Promise<Dispute> {
    return this.#send.post(at(disputes, id, "/evidence"), params, options);
  }

  /** Adds a file to the evidence. */
  uploadFile(id: string, { name, ...file }: DisputeUpload, options: CallOptions = {}): Promise<Dispute> {
    return this.#send.upload(at(disputes, id, "/files"), { name }, file, options);
  }

  downloadFile(id: string, fileId: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.#send.download(at(disputes, id, `/files/${encodeURIComponent(fileId)}`));
  }

  /** Gives in to a chargeback: the customer keeps the money, for good. */
  accept(id: string, options: CallOptions = {}): Promise<Dispute> {
    return this.#send.post(at(disputes, id, "/accept"), undefined, options);
  }
}

const events = "/api/events";
type EventQuery = QueryOf<"listEvents">;

/** What happened in the last 90 days. */
export class Events {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  get(id: string): Promise<Event> {
    return this.#send.get(at(events, id));
  }

  list(query: EventQuery = {}): Promise<Page<Event>> {
    return this.#send.get(events, query);
  }

  each(query: Omit<EventQuery, keyof Cursor> = {}): AsyncGenerator<Event> {
    return through((cursor) => this.list({ limit: 100, ...query, ...cursor }));
  }

  /** Sends it once more to one endpoint, or to all that want it. Answers with the new deliveries. */
  resend(
    id: string,
    params: BodyOf<"resendEvent"> = {},
    options: CallOptions = {},
  ): Promise<Page<WebhookDelivery>> {
    return this.#send.post(at(events, id, "/resend"), params, options);
  }
}

/** What the PSPs hold for the merchant, and the balance of every account. */
export class Balances {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  /** As it is now, in the key's mode. */
  get(): Promise<Balance> {
    return this.#send.get("/api/balance");
  }
}

const entries = "/api/ledger/entries";
type EntryQuery = QueryOf<"listLedgerEntries">;

/** The books: what each movement of money was booked to. */
export class LedgerEntries {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  /** One page, newest first. */
  list(query: EntryQuery = {}): Promise<Page<LedgerEntry>> {
    return this.#send.get(entries, query);
  }

  /** All that match, newest first. */
  each(query: Omit<EntryQuery, keyof Cursor> = {}): AsyncGenerator<LedgerEntry> {
    return through((cursor) => this.list({ limit: 100, ...query, ...cursor }));
  }
}

const endpoints = "/api/webhook-endpoints";

/** Where events are sent. */
export class WebhookEndpoints {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  /** The answer holds the secret for `verifyWebhook`, this once. */
  create(
    params: BodyOf<"createWebhookEndpoint">,
    options: CallOptions = {},
  ): Promise<AnswerOf<"createWebhookEndpoint">> {
    return this.#send.post(endpoints, params, options);
  }

  get(id: string): Promise<WebhookEndpoint> {
    return this.#send.get(at(endpoints, id));
  }

  list(query: QueryOf<"listWebhookEndpoints"> = {}): Promise<Page<WebhookEndpoint>> {
    return this.#send.get(endpoints, query);
  }

  update(
    id: string,
    params: BodyOf<"updateWebhookEndpoint">,
    options: CallOptions = {},
  ): Promise<WebhookEndpoint> {
    return this.#send.post(at(endpoints, id), params, options);
  }

  delete(id: string): Promise<AnswerOf<"deleteWebhookEndpoint">> {
    return this.#send.delete(at(endpoints, id));
  }

  /** A new secret; for 7 days webhooks are signed with the old one too. */
  rotateSecret(id: string, options: CallOptions = {}): Promise<AnswerOf<"rotateWebhookSecret">> {
    return this.#send.post(at(endpoints, id, "/rotate-secret"), undefined, options);
  }

  /** Sends `webhook_endpoint.test`. */
  test(id: string, options: CallOptions = {}): Promise<WebhookDelivery> {
    return this.#send.post(at(endpoints, id, "/test"), undefined, options);
  }

  /** What was sent there, with the last request and its answer. */
  deliveries(id: string, query: QueryOf<"listWebhookDeliveries"> = {}): Promise<Page<WebhookDelivery>> {
    return this.#send.get(at(endpoints, id, "/deliveries"), query);
  }
}

const clocks = "/api/sandbox/clocks";

/** Frozen clocks of the sandbox: sessions that are created with one live in its time. */
export class SandboxClocks {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  create(params: BodyOf<"createSandboxClock"> = {}, options: CallOptions = {}): Promise<SandboxClock> {
    return this.#send.post(clocks, params, options);
  }

  get(id: string): Promise<SandboxClock> {
    return this.#send.get(at(clocks, id));
  }

  list(query: QueryOf<"listSandboxClocks"> = {}): Promise<Page<SandboxClock>> {
    return this.#send.get(clocks, query);
  }

  /** Runs what falls due on the way. A clock that is still `advancing` then goes on by itself. */
  advance(
    id: string,
    params: BodyOf<"advanceSandboxClock">,
    options: CallOptions = {},
  ): Promise<SandboxClockAdvance> {
    return this.#send.post(at(clocks, id, "/advance"), params, options);
  }

  /** What ran so far in the latest advance. */
  lastAdvance(id: string): Promise<SandboxClockAdvance> {
    return this.#send.get(at(clocks, id, "/advance"));
  }

  delete(id: string): Promise<AnswerOf<"deleteSandboxClock">> {
    return this.#send.delete(at(clocks, id));
  }
}
