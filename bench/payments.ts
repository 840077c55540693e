import { openClient, ratePerSecond } from "./client.ts";
import type { BenchContext } from "./context.ts";
import { fillForm, makeMerchant, submitForm } from "./merchant.ts";
import { startServer } from "./processes.ts";
import { round } from "./report.ts";

const width = 32;

/**
 * Whole payments: from the submit of the form to the redirect, with the intent's commit, the PSP's answer, and the commit
 * of state, ledger, events and a delivery row. Then refunds of them. The simulated PSP works in the same process and
 * writes to the same PostgreSQL, so its work is in the figures; a real PSP's isn't on this machine.
 */
export async function benchPayments({ seconds, say, makeDatabase }: BenchContext): Promise<void> {
  const kassa = await startServer("kassa-server.ts", {
    DATABASE_URL: await makeDatabase("bench_payments"),
    KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on",
  });
  const client = openClient(kassa.url, width);
  const merchant = makeMerchant(client, kassa.keys[0] ?? "");
  try {
    // Nobody listens there: each event has its delivery row, and the receiver costs nothing.
    await merchant.post("/api/webhook-endpoints", { url: "http://127.0.0.1:9/hook" });
    await payAll(100);
    const { payments, sessions } = await payAll(300 * seconds);
    say(`  payments: ${round(payments)} a second, ${width} at a time`);
    const ids = await paymentIds(sessions);
    const refunds = await ratePerSecond(ids, width, 200, (payment) =>
      merchant.post("/api/refunds", { payment }),
    );
    say(`  refunds: ${round(refunds.perSecond)} a second, ${width} at a time`);
  } finally {
    client.close();
    await kassa.stop();
  }

  async function payAll(count: number): Promise<{ payments: number; sessions: string[] }> {
    const sessions = await merchant.createSessions(count);
    const forms = [];
    for (const session of sessions) forms.push(await fillForm(client, session));
    const { perSecond } = await ratePerSecond(forms, width, 303, (form) => submitForm(client, form));
    return { payments: perSecond, sessions };
  }

  async function paymentIds(sessions: readonly string[]): Promise<string[]> {
    const headers = { authorization: `Bearer ${kassa.keys[0]}` };
    const { answers } = await ratePerSecond(sessions, width, 200, (id) =>
      client.send("GET", `/api/checkout/sessions/${id}`, { headers }),
    );
    return answers.map(({ body }) => (JSON.parse(body) as { payment: string }).payment);
  }
}
