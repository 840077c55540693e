/**
 * A fake of PayPal's REST APIs, over HTTP and with a memory of its own, for one-off payments that customers approve on
 * PayPal's page.
 *
 * See README.md for what it imitates, where each behaviour is known from, and the traps for a connector.
 */
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { present } from "../../../src/kernel/assert.ts";
import { type BalanceSheet, balanceSheets } from "../common/balance-sheet.ts";
import { FakeClock } from "../common/clock.ts";
import { Faults } from "../common/faults.ts";
import { type MovedAmounts, movedAmounts } from "../common/moved-amounts.ts";
import { addApiRoutes, type LoggedRequest } from "./api.ts";
import { type ApprovalChoice, type ApprovalResult, actOnOrder } from "./approval.ts";
import { AccessTokens, type AppCredentials } from "./authentication.ts";
import { decideAuthorization, voidHold } from "./authorizations.ts";
import { capturesOf, decideCapture } from "./captures.ts";
import { addCertificateRoute } from "./certificate-route.ts";
import { checkEvent, type FoundProblem } from "./check-exchange.ts";
import { toMoney } from "./currencies.ts";
import {
  type DisputeOpening,
  escalateDispute,
  openDispute,
  reopenDispute,
  resolveDispute,
  reverseCapture,
} from "./disputes.ts";
import type { EventName } from "./event-types.ts";
import { Notifier } from "./notifier.ts";
import { addPageRoutes } from "./pages.ts";
import { decideRefund, refundAmount } from "./refunds.ts";
import { renderCapture } from "./render-payment.ts";
import { isBooked } from "./reporting.ts";
import { RequestIds } from "./request-ids.ts";
import { type DisputeOutcome, makeId, type Order, State, type WebhookEvent } from "./state.ts";
import { makeEvent, wants } from "./webhook-events.ts";
import { type AccountSettings, bookOther, type LogEntry, type World } from "./world.ts";

export type FakePayPalOptions = {
  readonly host?: string;
  /** 0, any free port, if omitted. */
  readonly port?: number;
  readonly app?: AppCredentials;
  /** Until a notification that wasn't answered by 2xx is sent again; doubled each time. 100 if omitted. */
  readonly webhookRetryMs?: number;
  readonly settings?: Partial<AccountSettings>;
  /** Whether what is booked is reported at once, unless `settings` say otherwise. */
  readonly booksAtOnce?: boolean;
  /** Adds routes beside those of PayPal. */
  readonly control?: (app: FastifyInstance, fake: () => FakePayPal) => void;
};

export const defaultApp: AppCredentials = {
  clientId: `AfakeKassa${"0".repeat(70)}`,
  clientSecret: `EfakeKassa${"0".repeat(70)}`,
};

const hour = 3600;
const defaultSettings: AccountSettings = {
  live: false,
  orderSeconds: 3 * hour,
  tokenSeconds: 9 * hour,
  reportingLagSeconds: 3 * hour,
  reportMaxTransactions: 10_000,
  mayReadReports: true,
  blocksDuplicateInvoices: true,
  refundsPending: false,
  overCapture: 1.15,
};

type Parts = Pick<
  FakePayPal,
  "url" | "app" | "clock" | "faults" | "webhooks" | "requests" | "problems" | "tokens"
> & {
  readonly world: World;
  readonly server: FastifyInstance;
};

export class FakePayPal {
  readonly #world: World;
  readonly #server: FastifyInstance;
  readonly #timer: NodeJS.Timeout;
  readonly url: string;
  readonly app: AppCredentials;
  readonly clock: FakeClock;
  readonly faults: Faults;
  readonly webhooks: Notifier;
  readonly tokens: AccessTokens;
  /** Each request that got as far as to be read, in order, with what the specification says against it. */
  readonly requests: readonly LoggedRequest[];
  /** Where the fake's own answers and events aren't as the specification says. Tests expect none. */
  readonly problems: readonly FoundProblem[];

  constructor(parts: Parts) {
    this.#world = parts.world;
    this.#server = parts.server;
    this.url = parts.url;
    this.app = parts.app;
    this.clock = parts.clock;
    this.faults = parts.faults;
    this.webhooks = parts.webhooks;
    this.tokens = parts.tokens;
    this.requests = parts.requests;
    this.problems = parts.problems;
    this.#timer = setInterval(() => parts.clock.runDue(), 500);
    this.#timer.unref();
  }

  /** Every movement of money, in order. */
  get log(): readonly LogEntry[] {
    return this.#world.log;
  }

  /** What was really moved, and how often, by the merchant's `custom_id`, or by the order's id where there is none. */
  movedAmounts(): ReadonlyMap<string, MovedAmounts> {
    return movedAmounts(this.#world.log, ({ order }) => order);
  }

  /** A customer approves or cancels on PayPal's page. */
  pay(order: string, choice: ApprovalChoice = { outcome: "approve" }): ApprovalResult {
    return actOnOrder(this.#world, this.#order(order), choice);
  }

  /** A customer approves, with an instrument that is declined when the merchant captures or authorizes. */
  decline(order: string): ApprovalResult {
    return this.pay(order, { outcome: "approve", refuse: "INSTRUMENT_DECLINED" });
  }

  /** The ids of an order's captures, oldest first. */
  capturesOf(order: string): readonly string[] {
    return capturesOf(this.#world, this.#order(order)).map(({ id }) => id);
  }

  /** The ids of an order's authorization and reauthorizations. */
  authorizationsOf(order: string): readonly string[] {
    const { authorizations } = this.#world.state;
    return [...authorizations.values()].filter(({ hold }) => hold.order.id === order).map(({ id }) => id);
  }

  decideCapture(capture: string, succeeds: boolean): void {
    decideCapture(this.#world, find(this.#world.state.captures, capture), succeeds);
  }

  decideAuthorization(authorization: string, succeeds: boolean): void {
    decideAuthorization(this.#world, find(this.#world.state.authorizations, authorization), succeeds);
  }

  /** Decides a refund that is pending; or one that is completed comes back. */
  decideRefund(refund: string, status: "COMPLETED" | "FAILED" | "CANCELLED"): void {
    decideRefund(this.#world, find(this.#world.state.refunds, refund), status);
  }

  /** While the merchant's balance is short, refunds are refused. */
  setBalanceShort(short: boolean): void {
    this.#world.balanceShort = short;
  }

  /** Once the honor period is over, the customer of this authorization can't pay. */
  emptyAfterHonorPeriod(authorization: string): void {
    find(this.#world.state.authorizations, authorization).hold.emptyAfterHonorPeriod = true;
  }

  /** Somebody at the merchant's refunds in PayPal's dashboard, in minor units or all. @returns the refund's id */
  refundInDashboard(capture: string, amount?: number): string {
    const found = find(this.#world.state.captures, capture);
    const given = amount === undefined ? {} : { amount: toMoney(amount, found.order.currency) };
    return refundAmount(this.#world, found, given).id;
  }

  /** Somebody at the merchant's voids in PayPal's dashboard. */
  voidInDashboard(authorization: string): void {
    voidHold(this.#world, find(this.#world.state.authorizations, authorization));
  }

  /** @returns the dispute's id */
  openDispute(capture: string, opening: DisputeOpening = {}): string {
    return openDispute(this.#world, find(this.#world.state.captures, capture), opening).id;
  }

  /** The customer turns an inquiry into a claim, which takes the amount. */
  escalateDispute(dispute: string): void {
    escalateDispute(this.#world, find(this.#world.state.disputes, dispute));
  }

  /** PayPal or a bank decides. @param refunded what the customer gets, in minor units; all or nothing if omitted */
  resolveDispute(dispute: string, outcome: DisputeOutcome, refunded?: number): void {
    resolveDispute(this.#world, find(this.#world.state.disputes, dispute), outcome, refunded);
  }

  /** A party appeals against a resolved dispute, and what had come back to the merchant is taken once more. */
  reopenDispute(dispute: string): void {
    reopenDispute(this.#world, find(this.#world.state.disputes, dispute));
  }

  /** PayPal or a bank takes a payment back without a dispute. */
  reverseCapture(capture: string): void {
    reverseCapture(this.#world, find(this.#world.state.captures, capture));
  }

  /** The merchant withdraws everything in a currency to the bank. @returns the transaction's id, and the amount in minor units */
  withdraw(currency = "EUR"): { readonly id: string; readonly amount: number } {
    const own = this.#world.state.transactions.filter((one) => one.currency === currency && isBooked(one));
    const amount = own.reduce((sum, one) => sum + one.amount + one.fee, 0);
    return { id: bookOther(this.#world, { code: "T0400", currency, amount: -amount }), amount };
  }

  /** Withdraws everything in each currency. */
  payOutAll(): void {
    for (const { currency, balance } of this.balanceSheets()) if (balance > 0) this.withdraw(currency);
  }

  balanceSheets(): BalanceSheet[] {
    return balanceSheets(
      this.#world.state.transactions.filter(isBooked).map(({ currency, amount, fee, code }) => ({
        currency,
        net: amount + fee,
        isPayout: code.startsWith("T04"),
      })),
    );
  }

  /** Books a transaction of an event code. Amounts are minor units, signed. @returns its id */
  book(given: Parameters<typeof bookOther>[1]): string {
    return bookOther(this.#world, given);
  }

  /** Sends the last event of a type again, though nothing has changed. */
  notifyAgain(type: EventName): void {
    const event = [...this.#world.state.events.values()].findLast((one) => one.type === type);
    this.#world.resend(present(event, `an event ${type}`), undefined);
  }

  /** Sends an event that a capture was denied, whatever became of it: it contradicts the API and other events. */
  contradict(capture: string): void {
    const rendered = renderCapture(this.#world, find(this.#world.state.captures, capture));
    this.#world.notify("PAYMENT.CAPTURE.DENIED", { ...rendered, status: "DECLINED" });
  }

  /** Somebody else sends an event that a capture completed, with a signature that isn't PayPal's. */
  forge(capture: string): void {
    const resource = renderCapture(this.#world, find(this.#world.state.captures, capture));
    const event = makeEvent(this.#world, "PAYMENT.CAPTURE.COMPLETED", resource);
    for (const webhook of this.#world.state.webhooks.values()) this.webhooks.sendTo(webhook, event, true);
  }

  #order(id: string): Order {
    return find(this.#world.state.orders, id);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.webhooks.stop();
    await this.#server.close();
  }
}

function find<Item>(items: ReadonlyMap<string, Item>, id: string): Item {
  return present(items.get(id), id);
}

export async function startFakePayPal(options: FakePayPalOptions = {}): Promise<FakePayPal> {
  const { host = "127.0.0.1", port = 0, app = defaultApp } = options;
  const server = Fastify({ forceCloseConnections: true });
  const clock = new FakeClock();
  const faults = new Faults();
  const requests: LoggedRequest[] = [];
  const problems: FoundProblem[] = [];
  let url = "";
  const webhooks = new Notifier(options.webhookRetryMs ?? 100, { url: () => url, now: () => clock.now() });
  const lag = options.booksAtOnce ? { reportingLagSeconds: 0 } : {};
  const settings = { ...defaultSettings, ...lag, ...options.settings };
  const world = makeWorld({ clock, settings, url: () => url, webhooks, problems });
  const tokens = new AccessTokens(world, app);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  addApiRoutes(server, { world, tokens, faults, requestIds: new RequestIds(clock), requests, problems });
  addPageRoutes(server, world);
  addCertificateRoute(server, webhooks.certificates);
  let fake: FakePayPal | undefined;
  options.control?.(server, () => present(fake, "the started fake"));
  await server.listen({ host, port });
  url = `http://${host}:${(server.server.address() as AddressInfo).port}`;
  fake = new FakePayPal({ world, server, url, app, clock, faults, webhooks, tokens, requests, problems });
  return fake;
}

type WorldParts = Pick<World, "clock" | "settings" | "url"> & {
  readonly webhooks: Notifier;
  readonly problems: FoundProblem[];
};

function makeWorld({ webhooks, problems, ...parts }: WorldParts): World {
  const state = new State();
  const resend = (event: WebhookEvent, webhookIds?: readonly string[]): void => {
    for (const webhook of state.webhooks.values())
      if (webhookIds ? webhookIds.includes(webhook.id) : wants(webhook, event))
        webhooks.sendTo(webhook, event);
  };
  const world: World = {
    ...parts,
    state,
    log: [],
    merchantId: makeId(13),
    notify(type, resource) {
      const event = makeEvent(world, type, resource);
      problems.push(...checkEvent(type, event.body, resource));
      resend(event);
    },
    resend,
    certificates: () => webhooks.certificates,
    idempotencyKey: null,
    balanceShort: false,
  };
  return world;
}
