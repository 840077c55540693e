import { Client } from "pg";
import { encodeTenantKey, parseId } from "../src/kernel/id.ts";
import { type BenchContext, runSql } from "./context.ts";
import { createSession } from "./merchant.ts";
import { type Server, startServer } from "./processes.ts";
import { median, round } from "./report.ts";

/** BENCH_TRANSACTIONS sets another number, a multiple of 20, for a busy machine. */
const transactions = Number(process.env.BENCH_TRANSACTIONS ?? 1_000_000);

/** Their dates are spread over January to October. */
const months = 10;

/**
 * What reads the books of a tenant with a million ledger transactions: half of them payments, the other half the settlement lines that
 * settle all but one in a hundred of these.
 */
export async function benchBooks(context: BenchContext): Promise<void> {
  const databaseUrl = await context.makeDatabase("bench_books");
  const kassa = await startServer("kassa-server.ts", { DATABASE_URL: databaseUrl });
  try {
    const { id } = await createSession(kassa.url, kassa.keys[0] ?? "");
    const begun = performance.now();
    await seedBooks(databaseUrl, parseId(id, "cs")?.tenantId ?? Number.NaN);
    context.say(
      `  ${transactions.toLocaleString("en")} transactions were written in ${round((performance.now() - begun) / 1_000)} s`,
    );
    const range = "month=2026-06";
    await measure(context, kassa, "the balance", "GET", "/api/balance");
    await measure(context, kassa, "a page of entries", "GET", "/api/ledger/entries?limit=100");
    await measure(context, kassa, "what isn't settled in one month after ten", "GET", differencesPath);
    await measure(
      context,
      kassa,
      "the report of a month's payments",
      "GET",
      `/api/reports/payments?${range}`,
    );
    await measure(context, kassa, "the report of a month's fees", "GET", `/api/reports/fees?${range}`);
    for (const month of ["2026-01", "2026-02"])
      await measure(context, kassa, `closing ${month}`, "POST", "/api/ledger/periods", {
        month,
        despiteDifferences: true,
      });
  } finally {
    await kassa.stop();
  }
}

const differencesPath = "/api/ledger/differences?month=2026-10";

/** How long it takes: one that only reads as a median of three, and its CPU time in PostgreSQL. */
async function measure(
  { say, databaseCpuMicros }: BenchContext,
  kassa: Server,
  name: string,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<void> {
  const timesMs: number[] = [];
  const cpuMs: number[] = [];
  let problem = "";
  for (let turn = 0; turn < (method === "GET" ? 3 : 1); turn += 1) {
    const [begun, cpu] = [performance.now(), databaseCpuMicros() ?? Number.NaN];
    const response = await fetch(kassa.url + path, {
      method,
      headers: { authorization: `Bearer ${kassa.keys[0]}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    timesMs.push(performance.now() - begun);
    cpuMs.push(((databaseCpuMicros() ?? Number.NaN) - cpu) / 1_000);
    if (!response.ok) problem = `, answered ${response.status}: ${text.slice(0, 200)}`;
  }
  say(`  ${name}: ${round(median(timesMs))} ms, ${round(median(cpuMs))} ms of CPU in PostgreSQL${problem}`);
}

/** Writes the payments' transactions, the settlement lines and their transactions, and the sums of all of them. */
async function seedBooks(databaseUrl: string, tenantId: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const key = encodeTenantKey(tenantId);
  const payments = transactions / 2;
  const at = `'2026-01-01T00:00:00Z'::timestamptz + interval '${months * 30} days' * (n::float8 / ${payments})`;
  const idOf = (prefix: string, digits: string): string =>
    `'${prefix}_sandbox_${key}' || id_time(${at}) || lpad((${digits})::text, 22, '0')`;
  const of = `FROM generate_series(0, ${payments - 1}) AS n`;
  const isSettled = "WHERE n % 100 <> 0";
  try {
    await client.query("SET session_replication_role = replica");
    await client.query(
      `INSERT INTO ledger_transactions (tenant_id, id, mode, kind, source_id, payment_id, connector_account, currency, accounts, amounts,
         created_at, position)
       SELECT ${tenantId}, ${idOf("ltx", "n * 20")}, 'sandbox', 'captured', ${idOf("att", "n")}, ${idOf("pay", "n")}, 'ca_bench', 'EUR',
         '{psp_clearing,merchant_payable}', '{2599,-2599}', ${at}, n * 2 + 1 ${of}`,
    );
    await client.query(
      `INSERT INTO settlement_lines (tenant_id, id, mode, connector_account, psp_reference, about, type, category, currency, gross, fee, net,
         booked_at, available_at, status, source_id, source_version, payment_id, imported_at, batch, batch_known_at)
       SELECT ${tenantId}, ${idOf("stl", "n")}, 'sandbox', 'ca_bench', 'txn_' || n, 'pi_' || n, 'charge', 'charge', 'EUR', 2599, 99, 2500, ${at},
         ${at}, 'matched', ${idOf("att", "n")}, 0, ${idOf("pay", "n")}, ${at}, 'po_' || n / 1000, ${at} ${of} ${isSettled}`,
    );
    await client.query(
      `INSERT INTO ledger_transactions (tenant_id, id, mode, kind, source_id, payment_id, connector_account, currency, accounts, amounts,
         created_at, position)
       SELECT ${tenantId}, ${idOf("ltx", "n * 20 + 10")}, 'sandbox', 'settled', ${idOf("stl", "n")}, ${idOf("pay", "n")}, 'ca_bench', 'EUR',
         '{psp_receivable,processing_fees,psp_clearing}', '{2500,99,-2599}', ${at}, n * 2 + 2 ${of} ${isSettled}`,
    );
    await client.query(
      `INSERT INTO settlement_imports (tenant_id, connector_account, mode, booked_until) VALUES ($1, 'ca_bench', 'sandbox', now())`,
      [tenantId],
    );
    await client.query(
      `INSERT INTO ledger_closed_sums (tenant_id, mode, connector_account, account, currency, sum)
       SELECT t.tenant_id, mode, connector_account, e.account, currency, sum(e.amount)
       FROM ledger_transactions t CROSS JOIN LATERAL unnest(t.accounts, t.amounts) AS e (account, amount) GROUP BY 1, 2, 3, 4, 5`,
    );
    await client.query("INSERT INTO ledger_closings (tenant_id, mode, through) VALUES ($1, 'sandbox', $2)", [
      tenantId,
      transactions,
    ]);
  } finally {
    await client.end();
  }
  await runSql(databaseUrl, "VACUUM ANALYZE ledger_transactions");
  await runSql(databaseUrl, "VACUUM ANALYZE settlement_lines");
}
