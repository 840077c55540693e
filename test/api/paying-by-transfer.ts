import assert from "node:assert/strict";
import { sampleCamt } from "../../src/bank-statements/test-support.ts";
import { type PaidEntry, paidEntry } from "../../src/expected-transfers/test-support.ts";
import { verifyLedger } from "../../src/ledger/verify/verify-ledger.ts";
import { addAccount, imported } from "../../src/statement-imports/test-support.ts";
import type { JsonBody, TestApp } from "../support/app.ts";
import { until } from "../support/until.ts";

/** A merchant who is paid by transfers to an account of their own, without a PSP. */
export type TransferShop = {
  readonly kassa: TestApp;
  readonly key: string;
  readonly tenant: string;
  /** The ids of the bank account and of the connector account. */
  readonly bankAccount: string;
  readonly connectorAccount: string;
  ask(method: string, path: string, body?: unknown): Promise<JsonBody>;
};

export async function openTransferShop(
  kassa: TestApp,
  { mode = "live", account = {} }: { mode?: "live" | "sandbox"; account?: Record<string, unknown> } = {},
): Promise<TransferShop> {
  const tenant = await kassa.makeTenant("Transfers");
  const key = tenant.keys[mode].secret;
  const bankAccount = await addAccount(kassa, { key, ...account });
  return { ...(await takeTransfers(kassa, key)), tenant: tenant.tenant.id, bankAccount };
}

/** Offers transfers beside the PSPs, for the bank accounts that a key's tenant has or will have. */
export async function takeTransfers(
  kassa: TestApp,
  key: string,
): Promise<Pick<TransferShop, "kassa" | "key" | "connectorAccount" | "ask">> {
  const ask = async (method: string, path: string, body?: unknown): Promise<JsonBody> => {
    const answer = await kassa.call(method, path, { key, ...(body === undefined ? {} : { body }) });
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const made = await ask("POST", "/api/connector-accounts", {
    ...{ connector: "bank_transfer", label: "Our account", credentials: {} },
  });
  assert.equal(made.status, "enabled");
  return { kassa, key, connectorAccount: made.id, ask };
}

/** What it takes to ask a customer for a transfer. */
type Offers = Pick<TransferShop, "kassa" | "ask">;

export const pageOf = async ({ kassa }: Offers, session: string): Promise<string> =>
  (await fetch(`${kassa.url}/pay/${session}`)).text();

/**
 * A session whose page offers a transfer to the merchant's own account. Every process knows of new accounts within a second; until
 * then, in the sandbox, the simulated PSP takes the transfers of a tenant that has paid before.
 */
export async function sessionToTransfer(shop: Offers, more: object = {}): Promise<string> {
  const body = { amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks", ...more };
  const { id, amount, currency } = await shop.ask("POST", "/api/checkout/sessions", body);
  const route = `/api/routing/simulation?amount=${amount}&currency=${currency}&method=bank_transfer`;
  const isOwn = async () => (await shop.ask("GET", route)).tried[0]?.connector === "bank_transfer";
  if (id.startsWith("cs_sandbox_")) await until(isOwn, "transfers go to the merchant's own account");
  await until(async () => /value="bank_transfer"/.test(await pageOf(shop, id)), "the page offers a transfer");
  return id;
}

export async function post(
  shop: Offers,
  session: string,
  path: string,
  fields: Record<string, string> = {},
): Promise<void> {
  const token = /name="token" value="([^"]+)"/.exec(await pageOf(shop, session))?.[1] ?? "";
  const answer = await fetch(`${shop.kassa.url}/pay/${session}${path}`, {
    method: "POST",
    body: new URLSearchParams({ token, ...fields }),
    redirect: "manual",
  });
  assert.equal(answer.status, 303, await answer.text());
}

/** Chooses the transfer on the page. Returns the payment. */
export async function chooseTransfer(shop: Offers, session: string): Promise<JsonBody> {
  await post(shop, session, "", { method: "bank_transfer" });
  return paymentOf(shop, session);
}

export const paymentOf = async ({ ask }: Offers, session: string): Promise<JsonBody> =>
  (await ask("GET", `/api/payments?session=${session}`)).data[0];

export const statusOf = async ({ ask }: TransferShop, session: string): Promise<string> =>
  (await ask("GET", `/api/checkout/sessions/${session}`)).paymentStatus;

/** A file of entries, as a bank would send it. */
export const statementOf = (...entries: PaidEntry[]): string => sampleCamt(entries.map(paidEntry).join(""));

export const take = ({ kassa, key }: TransferShop, ...entries: PaidEntry[]): Promise<JsonBody> =>
  imported(kassa, statementOf(...entries), { key });

/** A session that waits for a transfer, with the reference to use. */
export async function waiting(shop: Offers, more: object = {}) {
  const session = await sessionToTransfer(shop, more);
  const payment = await chooseTransfer(shop, session);
  const reference: string = payment.attempts[0].transferInstructions.reference;
  return { session, payment, reference };
}

export const eventsOf = async ({ ask }: TransferShop, session: string): Promise<string[]> =>
  (await ask("GET", `/api/events?session=${session}&limit=100`)).data
    .map(({ type }: JsonBody) => type)
    .reverse();

/** Balances of the ledger in a currency that aren't zero, by account, in minor units. */
export async function balances({ ask }: TransferShop, currency = "EUR"): Promise<Record<string, number>> {
  const { currencies } = await ask("GET", "/api/balance");
  const { accounts = {} } = currencies.find((each: JsonBody) => each.currency === currency) ?? {};
  return Object.fromEntries(Object.entries<number>(accounts).filter(([, balance]) => balance !== 0));
}

/** The ledger agrees with all payments. */
export async function assertBooksAgree({ kassa }: TransferShop): Promise<void> {
  const tenants = await kassa.db.sql<{ tenantId: number; mode: "live" | "sandbox" }>(
    `SELECT DISTINCT tenant_id AS "tenantId", mode FROM payments WHERE tenant_id = ANY($1)`,
    [kassa.tenantIds],
  );
  const { differences } = await verifyLedger(kassa.db.settings, tenants);
  assert.deepEqual(differences, []);
}
