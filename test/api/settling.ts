import assert from "node:assert/strict";
import { verifyLedger } from "../../src/ledger/verify/verify-ledger.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { type CommandEnding, runKassa, runKassaHere } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { testSecretKey } from "../support/keyring.ts";
import { until } from "../support/until.ts";
import { firstImport } from "./first-import.ts";

type Options = {
  /** The connector account to add, as the API takes it. */
  readonly account: {
    readonly connector: string;
    readonly credentials: object;
    readonly settings?: object;
  };
  /** The PSP's name on the payment page, and the method by which customers pay there. */
  readonly title: string;
  readonly method: string;
  /** The address of the PSP's fake. */
  readonly env: Readonly<Record<string, string>>;
  /** What else an account needs to be enabled. */
  readonly complete?: (shop: Shop) => Promise<void>;
};

/** A Kassa with one account at the fake of a PSP. */
export type Shop = {
  readonly kassa: TestApp;
  readonly account: string;
  ask(method: string, path: string, body?: unknown): Promise<JsonBody>;
};

/** A shop whose settlements are imported by the command. */
export type SettlingShop = Awaited<ReturnType<typeof startSettlingShop>>;

export async function startSettlingShop({ account: given, title, method, env, complete }: Options) {
  const port = await freePort();
  const kassa = await startTestApp({
    PORT: String(port),
    KASSA_PUBLIC_URL: `http://localhost:${port}`,
    KASSA_LOG_LEVEL: "debug",
    ...env,
  });
  await firstImport(kassa);
  const ask: Shop["ask"] = async (verb, path, body) => {
    const answer = await kassa.call(verb, path, body === undefined ? {} : { body });
    assert.equal(answer.status, 200, `${verb} ${path}: ${answer.text}`);
    return answer.body;
  };
  const account: string = (await ask("POST", "/api/connector-accounts", { label: "Shop", ...given })).id;
  const shop: Shop = { kassa, account, ask };
  await complete?.(shop);
  const pageOf = async (session: string) => (await fetch(`${kassa.url}/pay/${session}`)).text();
  const makeSession = async (more: object = {}): Promise<string> => {
    const session = { amount: 10_000, currency: "EUR", successUrl: "https://shop.example/thanks", ...more };
    return (await ask("POST", "/api/checkout/sessions", session)).id;
  };
  const first = await makeSession();
  await until(async () => (await pageOf(first)).includes(title), `the page offers ${title}`);
  return {
    ...shop,
    ...readersOf(shop, env),
    /** Submits the payment page of a new session of 100.00 EUR. Returns the session, and the address at the PSP. */
    async submit(more: object = {}): Promise<{ readonly session: string; readonly page: URL }> {
      const session = await makeSession(more);
      const token = /name="token" value="([^"]+)"/.exec(await pageOf(session))?.[1] ?? "";
      const body = new URLSearchParams({ token, method });
      const url = `${kassa.url}/pay/${session}`;
      const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
      return { session, page: new URL(answer.headers.get("location") ?? "") };
    },
  };
}

function readersOf({ kassa, account, ask }: Shop, env: Options["env"]) {
  const settings = { DATABASE_URL: kassa.db.settings.connectionString, KASSA_SECRET_KEY: testSecretKey };
  const scope = { tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox" } as const;
  /** `kassa settlements …` in a process of its own. */
  const run = (...args: readonly string[]): Promise<CommandEnding> =>
    runKassaHere(["settlements", ...args], { env: { ...settings, ...env } });
  return {
    run,
    /** The same in a process that kills itself at a crash point (`name` or `name:3`). */
    runAndDie: (crashAt: string, ...args: readonly string[]): Promise<CommandEnding> =>
      runKassa(["settlements", ...args], { env: { ...settings, ...env, KASSA_CRASH_AT: crashAt } }),
    /** What `kassa settlements import` did for the account. */
    async importSettlements(): Promise<JsonBody> {
      const { code, stdout, stderr } = await run("import", "--json");
      assert.deepEqual([code, stderr], [0, ""], stdout);
      const { data } = JSON.parse(stdout);
      return data.find((each: JsonBody) => each.connectorAccount === account);
    },
    paymentOf: async (session: string): Promise<JsonBody> =>
      (await ask("GET", `/api/payments?session=${session}`)).data[0],
    /** The ledger's accounts in a currency, in minor units. */
    balance: async (currency = "EUR"): Promise<JsonBody> =>
      (await ask("GET", "/api/balance")).currencies.find((each: JsonBody) => each.currency === currency)
        .accounts,
    /** Until when everything that the PSP booked is imported, by the balance. */
    completeUntil: async (): Promise<string> =>
      (await ask("GET", "/api/balance")).currencies
        .flatMap((each: JsonBody) => each.connectorAccounts)
        .find((each: JsonBody) => each.connectorAccount === account)?.completeUntil,
    linesOf: async (query: string): Promise<JsonBody[]> =>
      (await ask("GET", `/api/settlement-lines?limit=100&${query}`)).data,
    /** The payouts, oldest first, as "9820 paid 4 0": amount, status, number of lines and difference. */
    async payouts(): Promise<string[]> {
      const { data } = await ask("GET", "/api/settlements?limit=100");
      return data
        .toReversed()
        .map((each: JsonBody) =>
          [each.amount, each.status, each.lines, each.difference].map(String).join(" "),
        );
    },
    async disputeOf(payment: JsonBody): Promise<JsonBody | undefined> {
      const rows = await kassa.db.sql<{ reference: string; status: string; amountReturned: number }>(
        `SELECT psp_reference AS reference, status, amount_returned AS "amountReturned" FROM disputes WHERE payment_id = $1`,
        [payment.id],
      );
      return rows[0];
    },
    /** Compares the account with the PSP's list of charges at once, instead of within the hour, until something is known. */
    async compareUntil(isKnown: () => Promise<boolean>, what: string): Promise<void> {
      await kassa.db.sql(
        `INSERT INTO compared_accounts (tenant_id, connector_account, mode, compared_until, due_at)
         VALUES ($1, $2, 'sandbox', now() - interval '1 day', now())
         ON CONFLICT (tenant_id, connector_account) DO UPDATE SET due_at = now()`,
        [scope.tenantId, account],
      );
      await until(isKnown, what);
    },
    async assertVerified(): Promise<void> {
      assert.deepEqual((await verifyLedger(kassa.db.settings, [scope])).differences, []);
    },
  };
}
