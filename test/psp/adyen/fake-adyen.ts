/**
 * A fake of Adyen, over HTTP and with a memory of its own, for card payments on Hosted Checkout.
 *
 * Imitates Checkout v72 (sessions with `mode=hosted`, their page and result, captures, cancels, refunds, reversals, payment
 * methods), the dispute service v30, standard webhooks with signatures, and settlement detail reports; API key, merchant
 * accounts, idempotency keys, errors. Each request is held to Adyen's published specification and refused as Adyen refuses
 * it; each answer and notification is held to it, too, and what differs stands in `problems`.
 *
 * Not imitated: payments by API, other front ends than the hosted page, stored payment methods, amount updates, partial
 * orders, platforms, fraud review, 3-D Secure's page, currency conversion. What Adyen leaves open is assumed: how many
 * refusals end a session, that a cancelled session can still be paid, the texts of most refused modifications, the codes
 * of some errors, that a reused idempotency key isn't checked, what follows when a dispute is accepted.
 */
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { present } from "../../../src/kernel/assert.ts";
import type { BalanceSheet } from "../common/balance-sheet.ts";
import { FakeClock } from "../common/clock.ts";
import { Faults } from "../common/faults.ts";
import { addApiRoutes, type FoundProblem, type LoggedRequest } from "./api.ts";
import { type LogEntry, type MovedAmounts, movedAmounts } from "./charge-log.ts";
import { type DisputeOpening, decideDispute, openDispute } from "./disputes.ts";
import { IdempotencyKeys } from "./idempotency.ts";
import { fail, recapture } from "./modifications.ts";
import type { NotificationItem } from "./notification-item.ts";
import { type NotificationEndpoint, NotificationSender } from "./notification-sender.ts";
import { notifyPayment, signed } from "./notifications.ts";
import { Outcomes } from "./outcomes.ts";
import { addPageRoutes } from "./pages.ts";
import { choose, type PageAnswer, type PageChoice, settlePending } from "./pay.ts";
import { addReportRoutes } from "./report-routes.ts";
import { type OtherBooking, Settlement } from "./reports.ts";
import { adyenSpecifications, toMessage } from "./specification.ts";
import { type DefenseDocument, type Payment, State } from "./state.ts";
import type { AccountSettings, World } from "./world.ts";

export type FakeAdyenOptions = Partial<AccountSettings> & {
  readonly host?: string;
  /** 0, any free port, if omitted. */
  readonly port?: number;
  readonly apiKey?: string;
  readonly endpoint?: NotificationEndpoint;
  /** Until a notification that wasn't accepted is sent again; doubled each time. 100 if omitted. */
  readonly webhookRetryMs?: number;
  /** Adds routes beside those of Adyen. */
  readonly control?: (app: FastifyInstance, fake: () => FakeAdyen) => void;
};

export const defaultApiKey = "AQEfakeKassa0000";
export const defaultMerchantAccount = "KassaECOM";

const defaultSettings: AccountSettings = {
  merchantAccounts: [defaultMerchantAccount, "KassaPOS"],
  live: false,
  captureDelayHours: 0,
  multiplePartialCaptures: false,
  notifiesAutomaticCaptures: false,
  sendsSessionId: true,
  decisionSeconds: 1,
  authorizationDays: 28,
  refusalsPerSession: 3,
};

type Parts = {
  readonly world: World;
  readonly app: FastifyInstance;
  readonly url: string;
  readonly apiKey: string;
  readonly faults: Faults;
  readonly notifications: NotificationSender;
  readonly requests: readonly LoggedRequest[];
  readonly problems: readonly FoundProblem[];
};

export class FakeAdyen {
  readonly #world: World;
  readonly #app: FastifyInstance;
  readonly #settlement: Settlement;
  readonly #timer: NodeJS.Timeout;
  readonly url: string;
  readonly apiKey: string;
  readonly clock: FakeClock;
  readonly faults: Faults;
  readonly outcomes: Outcomes;
  readonly notifications: NotificationSender;
  /** Each request that got as far as to be read, in order. */
  readonly requests: readonly LoggedRequest[];
  /** Where the fake's answers and notifications aren't as the specification says. */
  readonly problems: readonly FoundProblem[];

  constructor(parts: Parts) {
    this.#world = parts.world;
    this.#app = parts.app;
    this.#settlement = new Settlement(parts.world);
    this.url = parts.url;
    this.apiKey = parts.apiKey;
    this.clock = parts.world.clock;
    this.faults = parts.faults;
    this.outcomes = parts.world.outcomes;
    this.notifications = parts.notifications;
    this.requests = parts.requests;
    this.problems = parts.problems;
    this.#timer = setInterval(() => this.clock.runDue(), 500);
    this.#timer.unref();
  }

  /** Every movement of money, in order. */
  get log(): readonly LogEntry[] {
    return this.#world.log;
  }

  /** What was really moved, and how often, by `reference`. */
  movedAmounts(): ReadonlyMap<string, MovedAmounts> {
    return movedAmounts(this.#world.log);
  }

  /** A customer acts on the session's page. */
  pay(session: string, choice: PageChoice): PageAnswer {
    const found = present(this.#world.state.sessions.get(session), `session ${session}`);
    return choose(this.#world, found, choice);
  }

  /** The PSP references of the payments that were tried in a session. */
  paymentsOf(session: string): string[] {
    const found = present(this.#world.state.sessions.get(session), `session ${session}`);
    return found.payments.map(({ pspReference }) => pspReference);
  }

  /** A pending payment ends, at any time. */
  settlePending(
    payment: string,
    outcome: "authorised" | "refused" | "offer_closed",
    reason = "Refused",
  ): void {
    settlePending(this.#world, this.#payment(payment), outcome, reason);
  }

  /** A capture or refund that had succeeded fails. */
  fail(modification: string, options: { readonly reason?: string; readonly reversed?: boolean } = {}): void {
    fail(this.#world, present(this.#world.state.modifications.get(modification), modification), options);
  }

  /** A capture that had failed succeeds after all. */
  recapture(capture: string): void {
    recapture(this.#world, present(this.#world.state.modifications.get(capture), capture));
  }

  /** The customer's bank disputes a payment. @returns the dispute's PSP reference */
  dispute(payment: string, opening: DisputeOpening = {}): string {
    return openDispute(this.#world, this.#payment(payment), opening).pspReference;
  }

  /** The documents of a dispute's defence, by their types. */
  documentsOf(dispute: string): ReadonlyMap<string, DefenseDocument> {
    return present(this.#world.state.disputes.get(dispute), dispute).documents;
  }

  /** The issuer decides on a defended dispute. */
  decideDispute(dispute: string, won: boolean): void {
    decideDispute(this.#world, present(this.#world.state.disputes.get(dispute), dispute), won);
  }

  /** Settles what moved since the last batch. @returns the names of the report files */
  closeBatch(others: readonly OtherBooking[] = []): string[] {
    return this.#settlement.closeBatch(others);
  }

  payOutAll(): void {
    this.closeBatch();
  }

  balanceSheets(): BalanceSheet[] {
    return this.#settlement.balanceSheets();
  }

  /** The contents of all report files, oldest first. */
  reports(): readonly string[] {
    return [...this.#world.state.reports.values()];
  }

  /** A report file's content, by its name. */
  reportOf(name: string): string {
    const found = [...this.#world.state.reports].find(([path]) => path.endsWith(`/${name}`));
    return present(found, name)[1];
  }

  /**
   * Notifies that a payment was refused, whatever became of it: contradicts the notification of success, which was or will
   * be sent.
   */
  contradict(payment: string): void {
    const outcome = { success: false, reason: "Refused" };
    notifyPayment(this.#world, "AUTHORISATION", this.#payment(payment), outcome);
  }

  #payment(pspReference: string): Payment {
    return present(this.#world.state.payments.get(pspReference), `payment ${pspReference}`);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.notifications.stop();
    await this.#app.close();
  }
}

export async function startFakeAdyen(options: FakeAdyenOptions = {}): Promise<FakeAdyen> {
  const { host = "127.0.0.1", port = 0, apiKey = defaultApiKey } = options;
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 20_000_000 });
  const settings = settingsOf(options);
  const notifications = new NotificationSender({
    live: settings.live,
    retryMs: options.webhookRetryMs ?? 100,
  });
  if (options.endpoint) notifications.connect(options.endpoint);
  const problems: FoundProblem[] = [];
  let url = "";
  const world: World = {
    state: new State(),
    clock: new FakeClock(),
    log: [],
    settings,
    outcomes: new Outcomes(),
    baseUrl: () => url,
    send(item) {
      notifications.enqueue(item);
      problems.push(...checkNotification(settings.live, item));
    },
  };
  const faults = new Faults();
  const requests: LoggedRequest[] = [];
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  const idempotency = new IdempotencyKeys(world.clock);
  addApiRoutes(app, { world, apiKey, faults, idempotency, requests, problems });
  addPageRoutes(app, world);
  addReportRoutes(app, world, apiKey);
  let fake: FakeAdyen | undefined;
  options.control?.(app, () => present(fake, "the started fake"));
  // Compiled now, so that no request waits for it.
  adyenSpecifications();
  await app.listen({ host, port });
  url = `http://${host}:${(app.server.address() as AddressInfo).port}`;
  fake = new FakeAdyen({ world, app, url, apiKey, faults, notifications, requests, problems });
  return fake;
}

function settingsOf(options: FakeAdyenOptions): AccountSettings {
  const names = Object.keys(defaultSettings) as (keyof AccountSettings)[];
  const given = names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]);
  return { ...defaultSettings, ...Object.fromEntries(given) };
}

function checkNotification(live: boolean, item: NotificationItem): FoundProblem[] {
  const message = toMessage(live, [signed(item, "00")]);
  const found = adyenSpecifications().notification(item.eventCode, message);
  return found.map((problem) => ({ where: item.eventCode, problem }));
}
