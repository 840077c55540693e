import assert from "node:assert/strict";
import { verifyLedger } from "../../src/ledger/verify/verify-ledger.ts";
import { type FakeStripe, startFakeStripe } from "../psp/stripe/fake-stripe.ts";
import { type CallOptions, type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { type CommandEnding, runKassa, runKassaHere } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { testSecretKey } from "../support/keyring.ts";
import { until } from "../support/until.ts";
import { firstImport } from "./first-import.ts";

/** The card of Stripe's whose payment is disputed as fraudulent. */
export const disputedCard = "4000000000000259";

export type StripeShop = Awaited<ReturnType<typeof startStripeShop>>;

/**
 * A shop with an enabled account at Stripe, whose settlements are imported.
 *
 * @param availableDays after how many days what Stripe has booked is available
 */
export async function startStripeShop({ availableDays = 0 } = {}) {
  const stripe = await startFakeStripe({ settlement: { availableDays, arrivalDays: 0 } });
  const port = await freePort();
  const kassa = await startTestApp({
    PORT: String(port),
    KASSA_PUBLIC_URL: `http://localhost:${port}`,
    KASSA_LOG_LEVEL: "debug",
    KASSA_STRIPE_URL: stripe.url,
  });
  await firstImport(kassa);
  const calls = makeCalls(kassa);
  const account = await enableAccount(kassa, stripe, calls);
  return {
    kassa,
    stripe,
    account,
    ...calls,
    ...makePayments(kassa, stripe, calls),
    ...makeBooks(kassa, stripe, calls, account),
    close: async () => {
      await kassa.close();
      await stripe.close();
    },
  };
}

type Calls = ReturnType<typeof makeCalls>;

function makeCalls(kassa: TestApp) {
  const ask = async (method: string, path: string, body?: unknown): Promise<JsonBody> => {
    const key = kassa.tenant.keys.sandbox.secret;
    const options: CallOptions = { key, ...(body === undefined ? {} : { body }) };
    const answer = await kassa.call(method, path, options);
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const makeSession = (more: object = {}) =>
    ask("POST", "/api/checkout/sessions", {
      amount: 10_000,
      currency: "EUR",
      successUrl: "https://shop.example/thanks",
      ...more,
    });
  return { ask, makeSession };
}

async function enableAccount(
  kassa: TestApp,
  stripe: FakeStripe,
  { ask, makeSession }: Calls,
): Promise<string> {
  const credentials = { apiKey: stripe.keys.test };
  const body = { connector: "stripe", label: "Shop", credentials };
  const account: string = (await ask("POST", "/api/connector-accounts", body)).id;
  await ask("POST", `/api/connector-accounts/${account}/register-notifications`);
  await ask("POST", `/api/connector-accounts/${account}`, { status: "enabled" });
  const { id } = await makeSession();
  await until(
    async () => /Stripe/.test(await (await fetch(`${kassa.url}/pay/${id}`)).text()),
    "the page offers Stripe",
  );
  return account;
}

function makePayments(kassa: TestApp, stripe: FakeStripe, { ask, makeSession }: Calls) {
  /** A customer pays a new session on Stripe's page and comes back. */
  const pay = async (more: object = {}, number = "4242424242424242"): Promise<JsonBody> => {
    const { id } = await makeSession(more);
    const url = `${kassa.url}/pay/${id}`;
    const token = /name="token" value="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? "";
    const body = new URLSearchParams({ token, method: "card" });
    const to = (await fetch(url, { method: "POST", body, redirect: "manual" })).headers.get("location") ?? "";
    const outcome = stripe.pay(new URL(to).pathname.split("/").at(-1) ?? "", { number });
    assert.ok(outcome.kind === "paid", outcome.kind);
    await fetch(outcome.redirectUrl, { redirect: "manual" });
    return (await ask("GET", `/api/payments?session=${id}`)).data[0];
  };
  const disputeOf = async ({ id }: JsonBody): Promise<{ reference: string; status: string } | undefined> => {
    const rows = await kassa.db.sql<{ reference: string; status: string }>(
      "SELECT psp_reference AS reference, status FROM disputes WHERE payment_id = $1",
      [id],
    );
    return rows[0];
  };
  /** The bank decides a payment's dispute, and Kassa learns of it. */
  const decideDispute = async (payment: JsonBody, result: "won" | "lost"): Promise<void> => {
    stripe.decideDispute((await disputeOf(payment))?.reference ?? "", result === "won");
    await until(async () => (await disputeOf(payment))?.status === result, result);
  };
  /** A customer pays and disputes it, and Kassa learns of both. */
  const payAndDispute = async (more: object = {}): Promise<JsonBody> => {
    const payment = await pay(more, disputedCard);
    await until(async () => (await disputeOf(payment)) !== undefined, "the dispute is known");
    return payment;
  };
  return { pay, payAndDispute, decideDispute };
}

function makeBooks(kassa: TestApp, stripe: FakeStripe, { ask }: Calls, account: string) {
  const env = {
    DATABASE_URL: kassa.db.settings.connectionString,
    KASSA_SECRET_KEY: testSecretKey,
    KASSA_STRIPE_URL: stripe.url,
  };
  /** A command of Kassa's in a process of its own. */
  const command = (...args: string[]): Promise<CommandEnding> => runKassaHere(args, { env });
  return {
    command,
    /** The same in a process that kills itself at a crash point (`name` or `name:3`). */
    commandThatDies: (crashAt: string, ...args: string[]): Promise<CommandEnding> =>
      runKassa(args, { env: { ...env, KASSA_CRASH_AT: crashAt } }),
    /** `kassa settlements import`, which has to read Stripe to the end. */
    importSettlements: async (): Promise<JsonBody> => {
      const { code, stdout, stderr } = await command("settlements", "import", "--json");
      assert.deepEqual([code, stderr], [0, ""], stdout);
      const { data } = JSON.parse(stdout);
      return data.find((each: JsonBody) => each.connectorAccount === account);
    },
    /** Has everything that was posted so far be posted at a time, which a transaction's id contains, too. */
    movePostings: async (at: string): Promise<void> => {
      await kassa.db.sql(
        `UPDATE ledger_transactions SET created_at = $1, id = left(id, -30) || id_time($1) || right(id, 22),
           reverses = left(reverses, -30) || id_time($1) || right(reverses, 22)`,
        [at],
      );
    },
    balance: async (currency = "EUR"): Promise<JsonBody> =>
      (await ask("GET", "/api/balance")).currencies.find((each: JsonBody) => each.currency === currency),
    /** Stripe pays out everything. Time doesn't pass: Stripe would refuse pages that end at a time of Kassa's. */
    payOut: (): number => stripe.payOut("eur")?.amount ?? 0,
    assertVerified: async (): Promise<void> => {
      const scope = { tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox" } as const;
      assert.deepEqual((await verifyLedger(kassa.db.settings, [scope])).differences, []);
    },
  };
}
