import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app.ts";
import { testCards } from "../../sandbox-psp/test-cards.ts";
import type { TestOutcome } from "../../sandbox-psp/test-outcomes.ts";
import { CommandFailure } from "../failure.ts";

/** An object of the API, of which the recipes use a few fields. */
export type ApiObject = { readonly id: string; readonly [field: string]: unknown };

type Call = { readonly method: "GET" | "POST"; readonly path: string; readonly body?: object };

const waitMs = 30_000;
const retryMs = 100;

/** A merchant with a sandbox key and its customer: each step is a request to the API or the payment page, as theirs would be. */
export class Shop {
  readonly #app: App;
  readonly #key: string;
  readonly #fields: object;
  session: ApiObject | undefined;

  /** @param fields of the session, in addition to or in place of the usual ones */
  constructor(app: App, key: string, fields: object) {
    this.#app = app;
    this.#key = key;
    this.#fields = fields;
  }

  /** Creates a session: 25.99 EUR unless the fields say otherwise. */
  async createSession(more: object = {}): Promise<ApiObject> {
    const successUrl = `${this.#app.publicUrl.origin}/docs/paid?session={CHECKOUT_SESSION_ID}`;
    const usual = { amount: 2599, currency: "EUR", successUrl };
    const body = { ...usual, ...more, ...this.#fields };
    this.session = await this.call({ method: "POST", path: "checkout/sessions", body });
    return this.session;
  }

  /** The same on a new sandbox clock, which stands still until `advance`. */
  async createSessionOnClock(more: object = {}): Promise<{ clock: string; session: ApiObject }> {
    const body = { name: "kassa trigger" };
    const { id: clock } = await this.call({ method: "POST", path: "sandbox/clocks", body });
    return { clock, session: await this.createSession({ clock, ...more }) };
  }

  /** Everything that falls due within an ISO 8601 duration happens now. */
  advance(clock: string, by: string): Promise<ApiObject> {
    return this.call({ method: "POST", path: `sandbox/clocks/${clock}/advance`, body: { by } });
  }

  /** The customer pays on the payment page with the test card of an outcome. */
  async payByCard({ id }: ApiObject, outcome: TestOutcome): Promise<ApiObject> {
    const card = testCards.find((one) => one.outcome === outcome);
    if (!card) throw new Error(`there is no test card with the outcome ${outcome}`);
    await this.#submit(id, { number: card.number, expiry: "12 / 34", cvc: "1234".slice(0, card.cvcLength) });
    return this.payment(id);
  }

  /** The customer chooses a bank transfer. */
  async orderTransfer({ id }: ApiObject): Promise<ApiObject> {
    await this.#submit(id, { method: "bank_transfer" });
    return this.payment(id);
  }

  /** The customer asks for more time, which the page offers in the session's last hour. */
  extend({ id }: ApiObject): Promise<void> {
    return this.#post(id, "/extend", (page) => ({ shownEnd: hiddenValue(page, "shownEnd") }));
  }

  /** What the customer does at the simulated bank: sends an amount in major units or what is missing, or nothing by itself. */
  async atBank(payment: ApiObject, fields: Record<string, string>): Promise<void> {
    const attempts = payment.attempts as readonly { transferInstructions: { simulatorUrl: string } }[];
    const url = attempts.at(-1)?.transferInstructions.simulatorUrl;
    if (!url) throw new CommandFailure("The transfer has no page of a simulated bank.");
    const answer = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    if (answer.status >= 400) throw new CommandFailure(`The simulated bank answered ${answer.status}.`);
  }

  async payment(session: string): Promise<ApiObject> {
    const { data } = await this.call({ method: "GET", path: `payments?session=${session}` });
    const [payment] = data as ApiObject[];
    if (!payment) throw new CommandFailure(`The session ${session} has no payment.`);
    return payment;
  }

  /** The dispute of a payment, once there is one. */
  dispute({ id }: ApiObject): Promise<ApiObject> {
    return this.until(`the payment ${id} is disputed`, async () => {
      const { data } = await this.call({ method: "GET", path: `disputes?payment=${id}` });
      return (data as ApiObject[])[0];
    });
  }

  /**
   * Repeats a call while it is answered 503, as after a start: movements wait until the account is compared with the PSP.
   *
   * @throws CommandFailure with the API's reason if it refuses
   */
  async call(call: Call): Promise<ApiObject> {
    for (const deadline = performance.now() + waitMs; ; await sleep(retryMs)) {
      const { status, body } = await this.#send(call);
      if (status === 200) return body;
      if (status === 503 && performance.now() < deadline) continue;
      throw new CommandFailure(
        `${call.method} /api/${call.path} answered ${status} ${body.code}: ${body.detail ?? body.title}`,
      );
    }
  }

  async #send({ method, path, body }: Call): Promise<{ status: number; body: ApiObject }> {
    const answer = await this.#app.server.inject({
      method,
      url: `/api/${path}`,
      headers: { host: this.#app.publicUrl.host, authorization: `Bearer ${this.#key}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json() };
  }

  async until<Value>(what: string, look: () => Promise<Value | undefined>): Promise<Value> {
    for (const deadline = performance.now() + waitMs; ; await sleep(retryMs)) {
      const found = await look();
      if (found !== undefined) return found;
      if (performance.now() > deadline)
        throw new CommandFailure(`After 30 seconds it isn't so that ${what}.`);
    }
  }

  #submit(session: string, fields: Record<string, string>): Promise<void> {
    return this.#post(session, "", () => fields);
  }

  /** Posts a form of the payment page to the page's address and this path below it. */
  async #post(
    session: string,
    path: string,
    fieldsOn: (page: string) => Record<string, string>,
  ): Promise<void> {
    const headers = { host: this.#app.publicUrl.host };
    const url = `/pay/${session}`;
    const { body: page } = await this.#app.server.inject({ method: "GET", url, headers });
    const form = new URLSearchParams({ token: hiddenValue(page, "token"), ...fieldsOn(page) }).toString();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await this.#app.server.inject({
      method: "POST",
      url: `${url}${path}`,
      headers: { ...headers, ...type },
      payload: form,
    });
    if (answer.statusCode !== 303)
      throw new CommandFailure(`The payment page answered ${answer.statusCode} instead of taking the form.`);
  }
}

/** The value of a hidden field of a page; empty if there is none. */
const hiddenValue = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? "";
