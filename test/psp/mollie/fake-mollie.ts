/**
 * A fake of Mollie's API v2, over HTTP and with a memory of its own, for one-off payments on the hosted checkout.
 *
 * See README.md for what it imitates, where each behaviour is known from, and the traps for a connector.
 */
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { present } from "../../../src/kernel/assert.ts";
import { type BalanceSheet, balanceSheets } from "../common/balance-sheet.ts";
import { FakeClock } from "../common/clock.ts";
import { Faults } from "../common/faults.ts";
import { IdempotencyKeys } from "../common/idempotency.ts";
import { type MovedAmounts, movedAmounts } from "../common/moved-amounts.ts";
import { addApiRoutes, keyRefusals, type LoggedRequest } from "./api.ts";
import type { ApiKeys } from "./authentication.ts";
import { recordOther } from "./balances.ts";
import { decideCapture } from "./captures.ts";
import { type ChargebackReason, chargeBack, reverseChargeback } from "./chargebacks.ts";
import { type CheckoutChoice, type CheckoutResult, checkOut } from "./checkout.ts";
import { Notifier } from "./notifications.ts";
import { addPageRoutes } from "./pages.ts";
import { failRefund, releaseQueuedRefunds } from "./refunds.ts";
import { renderPayment } from "./render-payment.ts";
import { returnSettlement, settle } from "./settlements.ts";
import { type Payment, type Settlement, State } from "./state.ts";
import { type EventPayload, renderEvent, rotateSecret } from "./subscriptions.ts";
import type { Delays, LogEntry, World } from "./world.ts";

export type FakeMollieOptions = {
  readonly host?: string;
  /** 0, any free port, if omitted. */
  readonly port?: number;
  readonly keys?: ApiKeys;
  /** Until a notification that wasn't answered by 2xx is sent again; doubled each time. 100 if omitted. */
  readonly webhookRetryMs?: number;
  /** In seconds of the fake's clock. Captures and releases take none, refunds 2 days, authorizations 7 if omitted. */
  readonly delays?: Partial<Delays>;
  /** Finds the merchant's reference in a payment. By default it is metadata that is a text, or its `reference`. */
  readonly referenceOf?: (payment: {
    readonly metadata: unknown;
    readonly description: string;
  }) => string | null;
  /** Whether events carry the payment; `full` if omitted. */
  readonly eventPayload?: EventPayload;
  /** Adds routes beside those of Mollie. */
  readonly control?: (app: FastifyInstance, fake: () => FakeMollie) => void;
};

export const defaultKeys: ApiKeys = {
  test: "test_fakeKassa0000000000000000000000",
  live: "live_fakeKassa000000000000000000000",
  organization: "access_fakeKassa000000000000000000",
};

const day = 86_400;
const defaultDelays: Delays = { capture: 0, release: 0, refund: day, authorization: 7 * day };

export class FakeMollie {
  readonly #world: World;
  readonly #app: FastifyInstance;
  readonly #timer: NodeJS.Timeout;
  readonly url: string;
  readonly keys: ApiKeys;
  readonly clock: FakeClock;
  readonly faults: Faults;
  readonly webhooks: Notifier;
  /** Each request that got as far as to be read, in order. */
  readonly requests: readonly LoggedRequest[];

  constructor(parts: {
    readonly world: World;
    readonly app: FastifyInstance;
    readonly url: string;
    readonly keys: ApiKeys;
    readonly clock: FakeClock;
    readonly faults: Faults;
    readonly webhooks: Notifier;
    readonly requests: readonly LoggedRequest[];
  }) {
    this.#world = parts.world;
    this.#app = parts.app;
    this.url = parts.url;
    this.keys = parts.keys;
    this.clock = parts.clock;
    this.faults = parts.faults;
    this.webhooks = parts.webhooks;
    this.requests = parts.requests;
    this.#timer = setInterval(() => parts.clock.runDue(), 500);
    this.#timer.unref();
  }

  /** Every movement of money, in order. */
  get log(): readonly LogEntry[] {
    return this.#world.log;
  }

  /** What was really moved, and how often, by the merchant's reference, or by the payment's id where there is none. */
  movedAmounts(): ReadonlyMap<string, MovedAmounts> {
    return movedAmounts(this.#world.log, ({ payment }) => payment);
  }

  /** A customer acts on the payment's hosted page. */
  checkOut(payment: string, choice: CheckoutChoice): CheckoutResult {
    return checkOut(this.#world, this.#payment(payment), choice);
  }

  /** The issuer decides a capture that is still pending. */
  decideCapture(capture: string, succeeds: boolean): void {
    decideCapture(this.#world, present(this.#world.state.captures.get(capture), capture), succeeds);
  }

  /** From now on, releases of authorizations are accepted and have no effect. */
  ignoreReleases(): void {
    this.#world.releasesIgnored = true;
  }

  /** While the merchant's balance is short, refunds are queued; afterwards they go on. */
  setBalanceShort(short: boolean): void {
    this.#world.balanceShort = short;
    if (!short) releaseQueuedRefunds(this.#world);
  }

  /** A refund comes back, even one that was `refunded`. */
  failRefund(refund: string): void {
    failRefund(this.#world, present(this.#world.state.refunds.get(refund), refund));
  }

  /** The customer's bank takes a payment back, or a part of it in minor units. @returns the chargeback's id */
  chargeBack(payment: string, amount?: number, reason: ChargebackReason = fraud): string {
    const charged = this.#payment(payment);
    return chargeBack(this.#world, charged, amount ?? charged.amountReceived, reason).id;
  }

  reverseChargeback(chargeback: string): void {
    reverseChargeback(this.#world, present(this.#world.state.chargebacks.get(chargeback), chargeback));
  }

  /** Pays out what a balance holds. Undefined if that is nothing. */
  settle(currency = "EUR", livemode = false): Settlement | undefined {
    return settle(this.#world, currency, livemode);
  }

  /** Pays out each balance of the test mode. */
  payOutAll(): void {
    for (const { currency } of this.balanceSheets()) this.settle(currency);
  }

  /** The merchant's balances in the test mode. */
  balanceSheets(): BalanceSheet[] {
    const booked = [...this.#world.state.balanceTransactions.values()].filter(({ livemode }) => !livemode);
    return balanceSheets(
      booked.map(({ currency, amount, fee, type }) => ({
        currency,
        net: amount - fee,
        isPayout: type === "outgoing-transfer" || type === "returned-transfer",
      })),
    );
  }

  /** The merchant's bank sends a settlement back. */
  returnSettlement(settlement: string): void {
    returnSettlement(this.#world, present(this.#world.state.settlements.get(settlement), settlement));
  }

  /** Books what belongs to no payment on the balance in EUR, such as a `payment-fee`. @param amount minor units, signed */
  book(type: string, amount: number, livemode = false): void {
    recordOther(this.#world, { type, livemode, currency: "EUR", amount, context: {}, settlement: null });
  }

  /** Sends the classic notification again, though nothing has changed. */
  notifyAgain(payment: string): void {
    this.webhooks.sendClassic(this.#payment(payment));
  }

  /** Sends a signed event that a payment failed, whatever became of it: it contradicts the API and other events. */
  contradict(payment: string): void {
    const contradicted = this.#payment(payment);
    const entity = { ...renderPayment(this.#world, contradicted, {}), status: "failed" };
    this.webhooks.sendEvent(contradicted, "payment.failed", entity, this.clock.now());
  }

  /** Gives a subscription another secret. For a day, events are signed with both. @returns the new secret */
  rotateSecret(subscription: string): string {
    return rotateSecret(
      this.#world,
      present(this.#world.state.subscriptions.get(subscription), subscription),
    );
  }

  #payment(id: string): Payment {
    return present(this.#world.state.payments.get(id), `payment ${id}`);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.webhooks.stop();
    await this.#app.close();
  }
}

const fraud: ChargebackReason = { code: "4837", description: "No cardholder authorization" };

export async function startFakeMollie(options: FakeMollieOptions = {}): Promise<FakeMollie> {
  const { host = "127.0.0.1", port = 0, keys = defaultKeys, referenceOf = referenceInMetadata } = options;
  const app = Fastify({ forceCloseConnections: true });
  const clock = new FakeClock();
  const state = new State();
  let url = "";
  const webhooks: Notifier = new Notifier(state, options.webhookRetryMs ?? 100, (event) =>
    renderEvent(world, event, options.eventPayload ?? "full"),
  );
  const world: World = {
    state,
    clock,
    log: [],
    url: () => url,
    delays: { ...defaultDelays, ...options.delays },
    referenceOf: ({ details }) => referenceOf(details),
    notify(payment, { classic, event }) {
      if (classic) webhooks.sendClassic(payment);
      if (event !== undefined)
        webhooks.sendEvent(payment, event, renderPayment(world, payment, {}), clock.now());
    },
    idempotencyKey: null,
    balanceShort: false,
    releasesIgnored: false,
  };
  const faults = new Faults();
  const requests: LoggedRequest[] = [];
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  addApiRoutes(app, { world, keys, faults, idempotency: new IdempotencyKeys(clock, keyRefusals), requests });
  addPageRoutes(app, world);
  let fake: FakeMollie | undefined;
  options.control?.(app, () => present(fake, "the started fake"));
  await app.listen({ host, port });
  url = `http://${host}:${(app.server.address() as AddressInfo).port}`;
  fake = new FakeMollie({ world, app, url, keys, clock, faults, webhooks, requests });
  return fake;
}

function referenceInMetadata({ metadata }: { readonly metadata: unknown }): string | null {
  if (typeof metadata === "string") return metadata;
  const { reference } = (metadata ?? {}) as { reference?: unknown };
  return typeof reference === "string" ? reference : null;
}
