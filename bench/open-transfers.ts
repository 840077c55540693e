import { Client } from "pg";
import { makeReference } from "../src/expected-transfers/make-reference.ts";
import { type IdPrefix, idPrefixes, makeId } from "../src/kernel/id.ts";
import { openClient, withStatus } from "./client.ts";
import { createSession, fillHostedForm, submitForm } from "./merchant.ts";
import type { Server } from "./processes.ts";
import { iban, post } from "./statements.ts";

/** So many sessions are copied by a statement. */
const atOnce = 5_000;

/**
 * Makes open sessions whose customers have been shown where to transfer the money. The first is made over HTTP, as by a merchant and a
 * customer; the others are copies of every row that names it, in all tables, with ids and a reference of their own. So they differ from
 * the first in nothing else. Returns their references.
 */
export async function makeOpenTransfers(
  kassa: Server,
  databaseUrl: string,
  count: number,
): Promise<string[]> {
  const [key = ""] = kassa.keys;
  const session = await showInstructions(kassa, key);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The copied rows contain what triggers have written and foreign keys have checked.
    await client.query("SET session_replication_role = replica");
    const { rows, own, reference } = await readRowsOf(client, session);
    const references = new Set([reference]);
    while (references.size < count) references.add(makeReference("iban"));
    const all = [...references];
    for (let from = 1; from < count; from += atOnce) {
      const some = all.slice(from, from + atOnce);
      const ids = own.map(({ id, prefix, tenantId }) => ({
        old: id,
        new: some.map(() => makeId(prefix, "sandbox", tenantId, Date.now())),
      }));
      await copy(client, rows, [...ids, { old: reference, new: some }]);
    }
    for (const { table } of rows) await client.query(`ANALYZE ${table}`);
    // Otherwise all would be due for a look at the same time, as soon as the first one is.
    await client.query(
      "UPDATE attempts SET checks = 5, next_check_at = now() + interval '1 hour' * (1 + random())",
    );
    return all;
  } finally {
    await client.end();
  }
}

/** Creates a session and chooses to pay it by bank transfer. Returns its id. */
async function showInstructions(kassa: Server, key: string): Promise<string> {
  const send = (path: string, body: object) =>
    post(kassa.url + path, key, "application/json", JSON.stringify(body));
  await send("/api/bank-accounts", { type: "iban", holder: "Ada", currency: "EUR", iban });
  await send("/api/connector-accounts", { connector: "bank_transfer", label: "Bench", credentials: {} });
  const { id } = await createSession(kassa.url, key);
  const client = openClient(kassa.url, 1);
  try {
    withStatus(303, await submitForm(client, await fillHostedForm(client, id, "bank_transfer")));
  } finally {
    client.close();
  }
  return id;
}

/** The rows of a table, as JSON. */
type Rows = { readonly table: string; readonly columns: string; readonly rows: readonly string[] };
type OwnId = { readonly id: string; readonly prefix: IdPrefix; readonly tenantId: number };

/** All rows that name a session, its payment or its attempt, and the ids that are the rows' own. */
async function readRowsOf(client: Client, session: string) {
  const { rows: found } = await client.query<{ payment: string; attempt: string; reference: string }>(
    `SELECT s.payment_id AS payment, t.attempt_id AS attempt, t.reference
     FROM checkout_sessions s JOIN expected_transfers t ON t.session_id = s.id WHERE s.id = $1`,
    [session],
  );
  const [named] = found;
  if (!named) throw new Error("the session has no expected transfer");
  const { rows: tables } = await client.query<{ table: string; columns: string }>(
    `SELECT table_name AS table, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND c.is_generated = 'NEVER' GROUP BY table_name
     HAVING bool_or(column_name = 'tenant_id')`,
  );
  const rows: Rows[] = [];
  const own: OwnId[] = [];
  for (const { table, columns } of tables) {
    const { rows: these } = await client.query<{ row: string; id: string | null; tenant: string }>(
      `SELECT row::text, row ->> 'id' AS id, row ->> 'tenant_id' AS tenant
       FROM (SELECT to_jsonb(t) AS row FROM ${table} t) AS rows WHERE row::text ~ $1`,
      [[session, named.payment, named.attempt].join("|")],
    );
    if (these.length > 0) rows.push({ table, columns, rows: these.map(({ row }) => row) });
    for (const { id, tenant } of these) {
      const prefix = idPrefixes.find((each) => id?.startsWith(`${each}_`));
      if (id !== null && prefix !== undefined) own.push({ id, prefix, tenantId: Number(tenant) });
    }
  }
  return { rows, own, reference: named.reference };
}

/** Inserts each row once for each set of new values, which stand in place of the old ones wherever they are in it. */
async function copy(
  client: Client,
  tables: readonly Rows[],
  values: readonly { readonly old: string; readonly new: readonly string[] }[],
): Promise<void> {
  const parameters = values.map((value) => value.new);
  const names = values.map((_, index) => `v${index}`);
  const lists = values.map((_, index) => `$${index + 2}::text[]`).join(", ");
  const replaced = values.reduce(
    (text, { old }, index) => `replace(${text}, ${client.escapeLiteral(old)}, v${index})`,
    "$1::text",
  );
  for (const { table, columns, rows } of tables)
    for (const row of rows)
      await client.query(
        `INSERT INTO ${table} (${columns})
         SELECT ${columns} FROM unnest(${lists}) AS new (${names.join(", ")})
           CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, ${replaced}::jsonb)`,
        [row, ...parameters],
      );
}
