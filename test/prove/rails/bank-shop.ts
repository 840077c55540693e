import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "../../support/cluster/cluster.ts";
import type { Random } from "../random.ts";
import type { Merchant } from "../testbed/testbed.ts";
import type { ApiCall, ApiClient, Json } from "../workload/client.ts";
import { accountIban, type Bank } from "./bank.ts";

/** The merchant who is paid by transfers to an account of their own. */
export type BankShop = { readonly merchant: Merchant; readonly bank: Bank };

/** Who imports statements and hands in refunds. */
export type Office = { readonly client: ApiClient; readonly random: Random };

/** Adds the account, and offers transfers to it. */
export async function openBankShop({ merchant }: BankShop, office: Office): Promise<void> {
  const account = { type: "iban", holder: "Ada GmbH", currency: "EUR", iban: accountIban };
  await insist(office, { merchant, method: "POST", path: "/bank-accounts", body: account });
  const body = { connector: "bank_transfer", label: "Our account", credentials: {} };
  await insist(office, { merchant, method: "POST", path: "/connector-accounts", body });
}

/** Imports a statement, and repeats that until it is acknowledged: each entry is stored once. */
export async function importStatement(
  { merchant }: BankShop,
  office: Office,
  statement: string,
): Promise<void> {
  await insist(office, { merchant, method: "POST", path: "/bank-statements", xml: statement });
}

const returnedShare = 0.15;

/** Hands the refunds that wait to the bank, which carries them out, returns a few, and books both. */
export async function sendRefunds(
  shop: BankShop,
  office: Office,
  { sql }: Pick<Cluster, "sql">,
): Promise<void> {
  const { merchant, bank } = shop;
  if ((await sql("SELECT FROM bank_refunds WHERE status IN ('waiting', 'in_file') LIMIT 1")).length === 0)
    return;
  const [account] = await sql<{ id: string }>("SELECT id FROM bank_accounts WHERE tenant_id = $1", [
    merchant.tenantId,
  ]);
  await office.client.call(
    { merchant, method: "POST", path: "/bank-refund-files", body: { account: account?.id } },
    office.random,
  );
  // An answer may have been lost: the file is there, and has to be sent.
  const files = await sql<{ id: string }>("SELECT id FROM bank_refund_files WHERE status = 'made'");
  for (const { id } of files)
    await insist(office, {
      merchant,
      method: "POST",
      path: `/bank-refund-files/${id}`,
      body: { status: "sent" },
    });
  for (const { session, amount, reference } of await sql<SentRefund>(sentRefunds, [
    files.map(({ id }) => id),
  ])) {
    bank.refund(session, amount, reference);
    if (office.random.chance(returnedShare)) {
      await importStatement(shop, office, bank.statement(office.random));
      bank.returnRefund(session, amount, reference);
    }
  }
  await importStatement(shop, office, bank.statement(office.random));
}

type SentRefund = { readonly session: string; readonly amount: number; readonly reference: string };

const sentRefunds = `SELECT t.session_id AS session, r.amount, r.end_to_end_id AS reference
  FROM bank_refunds r JOIN expected_transfers t ON (t.tenant_id, t.id) = (r.tenant_id, r.expected_transfer_id)
  WHERE r.file_id = ANY ($1) AND r.status = 'sent' ORDER BY r.id`;

const giveUpAfterMs = 60_000;

/** Repeats a call whose repetition changes nothing until it succeeds. */
async function insist({ client, random }: Office, call: ApiCall): Promise<Json> {
  const deadline = performance.now() + giveUpAfterMs;
  for (;;) {
    const answer = await client.call(call, random);
    if (answer.kind === "answered" && answer.status === 200) return answer.body;
    if (performance.now() > deadline) throw new Error(`${call.path} failed: ${JSON.stringify(answer)}`);
    await sleep(300);
  }
}
