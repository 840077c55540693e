/**
 * A fake of Stripe, over HTTP and with a memory of its own, for one-off card payments on Checkout's hosted page.
 *
 * Imitates the API of version 2026-08-26.dahlia: Checkout Sessions and their page, PaymentIntents with manual and partial
 * capture and multicapture, charges, refunds, disputes with evidence and files, balance transactions with fees, payouts,
 * events, webhook endpoints with signed deliveries; API keys of both modes, idempotency keys, cursors, expansions, errors.
 * Each request is held to Stripe's published specification and refused as Stripe refuses it; each answer and event is held
 * to it, too, and what differs stands in `problems`.
 *
 * Not imitated: other payment methods than cards, customers, saved cards, subscriptions, taxes, discounts, shipping,
 * currency conversion (balances are kept in the currency of the charge), Connect, Radar, restricted keys, search, other
 * versions of the API, payouts that fail. What Stripe's specification and documentation leave open is guessed: the texts of
 * some messages, what a declined card leaves in the session, `cancellation_reason` of an expired session's intent.
 */
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { present } from "../../../src/kernel/assert.ts";
import { type BalanceSheet, balanceSheets } from "../common/balance-sheet.ts";
import { FakeClock } from "../common/clock.ts";
import { Faults } from "../common/faults.ts";
import { IdempotencyKeys } from "../common/idempotency.ts";
import { type MovedAmounts, movedAmounts } from "../common/moved-amounts.ts";
import { addApiRoutes, type FoundProblem, type LoggedRequest } from "./api.ts";
import type { ApiKeys } from "./authentication.ts";
import { payOut } from "./balance.ts";
import type { LogEntry } from "./charge-log.ts";
import { decideDispute, openDispute } from "./disputes.ts";
import { emit, renderById } from "./events.ts";
import { keyRefusals } from "./key-refusals.ts";
import { addPageRoutes } from "./pages.ts";
import { answerChallenge, type Entry, type PageOutcome, submitCard } from "./pay.ts";
import { failRefund } from "./refunds.ts";
import { renderEvent } from "./render-other.ts";
import { stripeSpecification } from "./specification.ts";
import { type Payout, State } from "./state.ts";
import { WebhookSender } from "./webhook-sender.ts";
import type { World } from "./world.ts";

export type FakeStripeOptions = {
  readonly host?: string;
  /** 0, any free port, if omitted. */
  readonly port?: number;
  readonly keys?: ApiKeys;
  /** Until a notification that wasn't answered by 2xx is sent again; doubled each time. 100 if omitted. */
  readonly webhookRetryMs?: number;
  /** Until an uncaptured authorization lapses; 7 if omitted. */
  readonly authorizationDays?: number;
  /** Days until booked money can be paid out, and until a payout arrives; 2 and 2 if omitted. */
  readonly settlement?: World["settlement"];
  /** Whether what is booked can be paid out at once, unless `settlement` says otherwise. */
  readonly booksAtOnce?: boolean;
  /** Adds routes beside those of Stripe. */
  readonly control?: (app: FastifyInstance, fake: () => FakeStripe) => void;
};

export const defaultKeys: ApiKeys = { test: "sk_test_fake51Kassa0000", live: "sk_live_fake51Kassa0000" };

export class FakeStripe {
  readonly #world: World;
  readonly #app: FastifyInstance;
  readonly #timer: NodeJS.Timeout;
  readonly url: string;
  readonly keys: ApiKeys;
  readonly clock: FakeClock;
  readonly faults: Faults;
  readonly webhooks: WebhookSender;
  /** Each request that got as far as to be read, in order. */
  readonly requests: readonly LoggedRequest[];
  /** Where the fake's answers and events aren't as the specification says. */
  readonly problems: readonly FoundProblem[];

  constructor(parts: {
    readonly world: World;
    readonly app: FastifyInstance;
    readonly url: string;
    readonly keys: ApiKeys;
    readonly clock: FakeClock;
    readonly faults: Faults;
    readonly webhooks: WebhookSender;
    readonly requests: readonly LoggedRequest[];
    readonly problems: readonly FoundProblem[];
  }) {
    this.#world = parts.world;
    this.#app = parts.app;
    this.url = parts.url;
    this.keys = parts.keys;
    this.clock = parts.clock;
    this.faults = parts.faults;
    this.webhooks = parts.webhooks;
    this.requests = parts.requests;
    this.problems = parts.problems;
    this.#timer = setInterval(() => parts.clock.runDue(), 500);
    this.#timer.unref();
  }

  /** Every movement of money, in order. */
  get log(): readonly LogEntry[] {
    return this.#world.log;
  }

  /** What was really moved, and how often, by `client_reference_id`. */
  movedAmounts(): ReadonlyMap<string, MovedAmounts> {
    return movedAmounts(this.#world.log, ({ session }) => session);
  }

  /** A customer submits a card on the session's page. */
  pay(session: string, entry: Entry): PageOutcome {
    return submitCard(this.#world, this.#session(session), entry);
  }

  /** A customer answers the issuer's page of 3-D Secure. */
  authenticate(session: string, result: "complete" | "fail"): PageOutcome {
    return answerChallenge(this.#world, this.#session(session), result === "complete");
  }

  #session(id: string) {
    return present(this.#world.state.sessions.get(id), `session ${id}`);
  }

  /** The customer's bank disputes a charge. @returns the dispute's id */
  dispute(charge: string, opening = { reason: "fraudulent", inquiry: false }): string {
    return openDispute(this.#world, present(this.#world.state.charges.get(charge), charge), opening).id;
  }

  /**
   * The bank decides, or decides otherwise.
   * @param returned what comes back to the merchant of a won dispute, in minor units; all of it if omitted
   */
  decideDispute(dispute: string, won: boolean, returned?: number): void {
    decideDispute(this.#world, present(this.#world.state.disputes.get(dispute), dispute), won, returned);
  }

  /** A refund comes back, even one that had succeeded. */
  failRefund(refund: string, reason = "lost_or_stolen_card"): void {
    failRefund(this.#world, present(this.#world.state.refunds.get(refund), refund), reason);
  }

  /** Pays out what is available in each currency of the test mode. */
  payOutAll(): void {
    for (const { currency } of this.balanceSheets()) this.payOut(currency.toLowerCase());
  }

  /** The merchant's balance in the test mode. */
  balanceSheets(): BalanceSheet[] {
    const booked = [...this.#world.state.balanceTransactions.values()].filter(({ livemode }) => !livemode);
    return balanceSheets(
      booked.map(({ currency, amount, fee, type }) => ({
        currency,
        net: amount - fee,
        isPayout: type === "payout",
      })),
    );
  }

  /** Pays out what is available in a currency. Undefined if that is nothing. */
  payOut(currency: string, livemode = false): Payout | undefined {
    return payOut(this.#world, currency, livemode);
  }

  /**
   * Tells that a payment failed, whatever became of it: the notification contradicts both the API and the notification of
   * success, which was or will be sent.
   */
  contradict(intent: string): void {
    const { livemode } = present(this.#world.state.intents.get(intent), intent);
    const rendered = present(renderById(this.#world, intent, livemode), intent);
    const stale = {
      ...rendered,
      status: "requires_payment_method",
      amount_capturable: 0,
      amount_received: 0,
    };
    emit(this.#world, "payment_intent.payment_failed", stale, livemode);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.webhooks.stop();
    await this.#app.close();
  }
}

export async function startFakeStripe(options: FakeStripeOptions = {}): Promise<FakeStripe> {
  const { host = "127.0.0.1", port = 0, keys = defaultKeys } = options;
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 20_000_000 });
  const clock = new FakeClock();
  const state = new State();
  const webhooks = new WebhookSender(state, options.webhookRetryMs ?? 100);
  const problems: FoundProblem[] = [];
  let url = "";
  const world: World = {
    state,
    clock,
    log: [],
    pageUrl: () => url,
    authorizationDays: options.authorizationDays ?? 7,
    settlement: options.settlement ?? { availableDays: options.booksAtOnce ? 0 : 2, arrivalDays: 2 },
    send(event) {
      webhooks.enqueue(event);
      const found = stripeSpecification().object("event", renderEvent(event));
      const inObject = checkObject(event.object);
      problems.push(...[...found, ...inObject].map((problem) => ({ where: event.type, problem })));
    },
    request: null,
  };
  const faults = new Faults();
  const requests: LoggedRequest[] = [];
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  addApiRoutes(app, {
    world,
    keys,
    faults,
    idempotency: new IdempotencyKeys(clock, keyRefusals),
    requests,
    problems,
  });
  addPageRoutes(app, world);
  let fake: FakeStripe | undefined;
  options.control?.(app, () => present(fake, "the started fake"));
  // Compiled now, so that no request waits for it.
  stripeSpecification();
  await app.listen({ host, port });
  url = `http://${host}:${(app.server.address() as AddressInfo).port}`;
  fake = new FakeStripe({ world, app, url, keys, clock, faults, webhooks, requests, problems });
  return fake;
}

function checkObject(object: object) {
  const { object: kind } = object as { object: string };
  return stripeSpecification().object(kind, object);
}
