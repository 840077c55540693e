import assert from "node:assert/strict";
import { createTenant } from "../../src/tenants/create-tenant.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { fetchWithRetry } from "../support/fetch-with-retry.ts";
import { freePort } from "../support/free-port.ts";
import { openTestKeyring, testSecretKey } from "../support/keyring.ts";
import { type CardName, cardOf } from "../support/payments.ts";
import { type KassaProcess, startPsp, startServe } from "../support/process.ts";
import { moveAtDashboard } from "../support/psp-dashboard.ts";

/** A merchant's installation: a database, the simulated PSP in its own process, and any number of Kassa processes. */
export type Testbed = {
  readonly db: TestDatabase;
  readonly key: string;
  /** Starts Kassa at the URL that the PSP notifies and that the sessions' pages have. */
  startKassa(env?: Record<string, string>): Promise<KassaProcess>;
  /** Refunds an amount of a payment at the PSP's own dashboard. */
  refundAtPsp(payment: string, amount: number): Promise<void>;
  close(): Promise<void>;
};

const pspTimeoutMs = 500;

export async function openTestbed(env: Record<string, string> = {}): Promise<Testbed> {
  const db = await openTestDatabase();
  const keyring = await openTestKeyring(db.database);
  const { keys, tenant } = await createTenant({ database: db.database, keyring }, "Test shop");
  const port = String(await freePort());
  const common = {
    DATABASE_URL: String(db.settings.connectionString),
    KASSA_SECRET_KEY: testSecretKey,
    KASSA_PUBLIC_URL: `http://localhost:${port}`,
    KASSA_SANDBOX_PENDING_MS: "1000",
    KASSA_RATE_LIMIT: "off",
    ...env,
  };
  const psp = await startPsp(common);
  const running = new Set<KassaProcess>();
  return {
    db,
    key: keys.sandbox.secret,
    startKassa: async (extra = {}) => {
      const kassa = await startServe({
        ...common,
        PORT: port,
        KASSA_SANDBOX_PSP_URL: psp.url,
        KASSA_PSP_TIMEOUT_MS: env.KASSA_PSP_TIMEOUT_MS ?? String(pspTimeoutMs),
        KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on",
        ...extra,
      });
      running.add(kassa);
      void kassa.ended.then(() => running.delete(kassa));
      return kassa;
    },
    refundAtPsp: async (payment, amount) => {
      const [attempt] = await db.sql<{ charge: string }>(
        "SELECT psp_reference AS charge FROM attempts WHERE payment_id = $1 AND status = 'approved'",
        [payment],
      );
      assert.ok(attempt);
      await moveAtDashboard(
        { url: psp.url, keyring },
        {
          tenantId: tenant.tenantId,
          charge: attempt.charge,
          kind: "refund",
          amount,
        },
      );
    },
    close: async () => {
      await Promise.all([...running].map((kassa) => kassa.end("SIGKILL")));
      await psp.end("SIGKILL");
      await db.close();
    },
  };
}

/** Acts for merchant and customer against a Kassa process, over HTTP. */
export class Visitor {
  readonly #url: string;
  readonly #key: string;

  constructor(kassa: Pick<KassaProcess, "url">, key: string) {
    this.#url = kassa.url;
    this.#key = key;
  }

  async api(path: string, body: object, headers: Record<string, string> = {}): Promise<{ id: string }> {
    const response = await fetchWithRetry(`${this.#url}/api${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.#key}`, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { id: string };
    assert.equal(response.status, 200, JSON.stringify(answer));
    return answer;
  }

  async createSession(more: object = {}): Promise<string> {
    const successUrl = "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}";
    return (await this.api("/checkout/sessions", { amount: 2599, currency: "EUR", successUrl, ...more })).id;
  }

  /** Repeats an interrupted request; 200 and 422 are both possible. */
  async repeat(path: string, body: object, key: string): Promise<void> {
    const response = await fetchWithRetry(`${this.#url}/api${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${this.#key}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    assert.match(String(response.status), /^(200|422)$/, text);
  }

  /** Types a card into the page and submits it; returns where the page leads. */
  pay(session: string, card: CardName): Promise<string> {
    return this.payWith(session, cardOf(card).number);
  }

  async payWith(session: string, number: string): Promise<string> {
    const { cvc } = cardOf("approved");
    return this.#submit(`/pay/${session}`, session, { number, cvc, expiry: "12 / 49" });
  }

  /** Chooses a method that needs no details here. Returns where the page leads. */
  choose(session: string, method: string): Promise<string> {
    return this.#submit(`/pay/${session}`, session, { method });
  }

  /** Comes back from a PSP's or bank's page. */
  async comeBack(session: string): Promise<string> {
    return finish(await fetchWithRetry(`${this.#url}/pay/${session}/return`, { redirect: "manual" }));
  }

  /** Pays with a card that needs a challenge, authenticates and returns. */
  async payAtBank(session: string): Promise<string> {
    await this.pay(session, "challenge");
    return this.authenticate(session);
  }

  /** Follows the page to the bank, confirms, and returns to Kassa. */
  async authenticate(session: string): Promise<string> {
    const bank = /href="([^"]*\/challenges\/[^"]+)"/.exec(await this.page(session))?.[1];
    assert.ok(bank, "the page doesn't lead to the bank");
    await finish(
      await fetch(bank, { method: "POST", body: form({ choice: "complete" }), redirect: "manual" }),
    );
    return this.comeBack(session);
  }

  /** Leaves Kassa's page for the PSP's hosted page, pays there with a card, and returns. */
  async payOnHostedPage(session: string, card: CardName): Promise<string> {
    await this.pay(session, card);
    return this.payAtPsp(session, card);
  }

  /** Follows the page to the PSP's hosted page, pays there with a card, and returns to Kassa. */
  async payAtPsp(session: string, card: CardName): Promise<string> {
    const page = /href="([^"]*\/checkouts\/[^"]+)"/.exec(await this.page(session))?.[1];
    assert.ok(page, "the page doesn't lead to the PSP's page");
    const body = form({ choice: "pay", number: cardOf(card).number });
    await finish(await fetch(page, { method: "POST", body, redirect: "manual" }));
    return this.comeBack(session);
  }

  /** Orders a transfer, and sends an amount, in major units, from the bank. */
  async transfer(session: string, amount: string): Promise<void> {
    await this.#submit(`/pay/${session}`, session, { method: "bank_transfer" });
    const bank = /href="([^"]*\/transfers\/[^"]+)"/.exec(await this.page(session))?.[1];
    assert.ok(bank, "the page doesn't lead to the bank");
    const sent = await fetch(bank, { method: "POST", body: form({ choice: "send", amount }) });
    assert.equal(sent.status, 200);
  }

  /** Returns from the bank's page to pay another way. */
  callOff(session: string): Promise<string> {
    return this.#submit(`/pay/${session}/call-off`, session, {});
  }

  async page(session: string): Promise<string> {
    return (await fetchWithRetry(`${this.#url}/pay/${session}`)).text();
  }

  async #submit(path: string, session: string, fields: Record<string, string>): Promise<string> {
    const page = await this.page(session);
    const token = /name="token" value="([^"]+)"/.exec(page)?.[1];
    assert.ok(token, `the page of ${session} has no form: ${page}`);
    const body = form({ ...fields, token });
    return finish(await fetchWithRetry(this.#url + path, { method: "POST", body, redirect: "manual" }));
  }
}

const form = (fields: Record<string, string>): URLSearchParams => new URLSearchParams(fields);

/** The URL to which a response redirects, or its status. */
async function finish(response: Response): Promise<string> {
  await response.text();
  return response.headers.get("location") ?? String(response.status);
}
