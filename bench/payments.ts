import { openClient, ratePerSecond } from "./client.ts";
import { type BenchContext, runSql } from "./context.ts";
import { cpuOfEach, startCpu } from "./cpu.ts";
import { fillForm, makeMerchant, submitForm } from "./merchant.ts";
import { startServer } from "./processes.ts";
import { deadUrl } from "./receivers.ts";
import { round } from "./report.ts";
import { measureTpcB } from "./tpcb.ts";

const width = 32;

/**
 * Whole payments, from submitting the form to the redirect: the commit of the intent, the PSP's answer, and the commit of states,
 * ledger, events and a delivery. Then refunds of them. The figures include the simulated PSP, which runs in the same process
 * and writes to the same PostgreSQL.
 */
export async function benchPayments(context: BenchContext): Promise<void> {
  const payments = await measurePayments(context);
  const transactions = await measureTpcB(context.makeDatabase, context.seconds);
  if (transactions === undefined)
    return context.say("  pgbench is not installed, so there is no ratio to its transactions");
  context.say(
    `  payments ÷ pgbench's TPC-B-like transactions: ${round(payments / transactions)} (${round(payments)} ÷ ${round(transactions)})`,
  );
}

/** @returns payments a second */
export async function measurePayments(context: BenchContext): Promise<number> {
  const { seconds, say, makeDatabase } = context;
  const databaseUrl = await makeDatabase("bench_payments");
  const kassa = await startServer("kassa-server.ts", {
    DATABASE_URL: databaseUrl,
    KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on",
  });
  const client = openClient(kassa.url, width);
  const merchant = makeMerchant(client, kassa.keys[0] ?? "");
  try {
    // No server listens there: each event has a delivery row, but no receiver uses CPU.
    await merchant.post("/api/webhook-endpoints", { url: await deadUrl() });
    await payAll(100);
    const { payments, sessions, cpu } = await payAll(300 * seconds);
    say(`  payments: ${round(payments)} a second, ${width} at a time; ${cpu}`);
    await assertDelivered(databaseUrl, sessions.length);
    const ids = await paymentIds(sessions);
    const refundCpu = await startCpu(context, kassa);
    const refunds = await ratePerSecond(ids, width, 200, (payment) =>
      merchant.post("/api/refunds", { payment }),
    );
    say(
      `  refunds: ${round(refunds.perSecond)} a second, ${width} at a time; ${cpuOfEach(await refundCpu(), ids.length)}`,
    );
    return payments;
  } finally {
    client.close();
    await kassa.stop();
  }

  async function payAll(count: number): Promise<{ payments: number; sessions: string[]; cpu: string }> {
    const sessions = await merchant.createSessions(count);
    const forms = [];
    for (const session of sessions) forms.push(await fillForm(client, session));
    const cpu = await startCpu(context, kassa);
    const { perSecond } = await ratePerSecond(forms, width, 303, (form) => submitForm(client, form));
    return { payments: perSecond, sessions, cpu: cpuOfEach(await cpu(), count) };
  }

  async function paymentIds(sessions: readonly string[]): Promise<string[]> {
    const headers = { authorization: `Bearer ${kassa.keys[0]}` };
    const { answers } = await ratePerSecond(sessions, width, 200, (id) =>
      client.send("GET", `/api/checkout/sessions/${id}`, { headers }),
    );
    return answers.map(({ body }) => (JSON.parse(body) as { payment: string }).payment);
  }
}

/** @throws if events of payments have no delivery: the benchmark would measure less than whole payments */
async function assertDelivered(databaseUrl: string, payments: number): Promise<void> {
  const [row] = await runSql<{ count: string }>(databaseUrl, "SELECT count(*) FROM webhook_deliveries");
  if (Number(row?.count) < payments)
    throw new Error(`${payments} payments have ${row?.count} deliveries: the endpoint got none`);
}
