import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeCertificate } from "../test/psp/paypal/certificate.ts";
import { type Answer, type Client, inParallel, openClient, withStatus } from "./client.ts";
import { type BenchContext, runSql } from "./context.ts";
import { type Cpu, startCpu } from "./cpu.ts";
import { type FilledForm, fillHostedForm, makeMerchant, submitForm } from "./merchant.ts";
import { type Server, startServer } from "./processes.ts";
import { pagesUrl } from "./psp-answers.ts";
import { percentile } from "./receivers.ts";
import { median, round } from "./report.ts";

/** A PSP whose hosted page customers are sent to, by the body that stores an account at it. Undefined for the simulated PSP. */
const psps: readonly { readonly name: string; readonly method: string; readonly account?: object }[] = [
  { name: "sandbox", method: "card" },
  {
    name: "stripe",
    method: "card",
    account: {
      credentials: { apiKey: `sk_test_${"b".repeat(24)}`, webhookSecret: `whsec_${"b".repeat(32)}` },
    },
  },
  { name: "mollie", method: "card", account: { credentials: { apiKey: `test_${"b".repeat(30)}` } } },
  {
    name: "paypal",
    method: "wallet",
    account: {
      credentials: {
        clientId: "b".repeat(80),
        clientSecret: "c".repeat(80),
        webhookId: "0EH40505U7160970P",
      },
    },
  },
  {
    name: "adyen",
    method: "card",
    account: {
      credentials: { apiKey: `AQE${"b".repeat(80)}`, hmacKey: "44".repeat(32) },
      settings: { merchantAccount: "BenchECOM" },
    },
  },
];

/** So many at a time, fewer than the submits from one address that may be in flight before more are refused. */
const width = 8;

/**
 * The form post on the payment page that sends the customer to a PSP's page: from the post to the redirect, with the commit of the intent,
 * the call to the PSP over TLS, and the commit of the outcome. The PSP is a process that answers at once. The bare server makes the same
 * call and nothing else.
 */
export async function benchBegin(context: BenchContext): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-bench-tls-"));
  const servers: Server[] = [];
  try {
    const tls = makeTls();
    const trust = { NODE_EXTRA_CA_CERTS: path.join(folder, "psp.pem") };
    writeFileSync(trust.NODE_EXTRA_CA_CERTS, tls.BENCH_TLS_CERTIFICATE);
    const psp = await startServer("psp-server.ts", tls);
    servers.push(psp);
    const bare = await startServer("bare-begin-server.ts", { ...trust, BENCH_PSP_URL: psp.url });
    servers.push(bare);
    const databaseUrl = await context.makeDatabase("bench_begin");
    const kassa = await startServer("kassa-server.ts", {
      ...trust,
      DATABASE_URL: databaseUrl,
      BENCH_TENANTS: String(psps.length),
      KASSA_SANDBOX_PAGE: "hosted",
      ...Object.fromEntries(
        ["STRIPE", "MOLLIE", "PAYPAL", "ADYEN"].map((name) => [`KASSA_${name}_URL`, psp.url]),
      ),
    });
    servers.push(kassa);
    await measureAll(context, kassa, bare, databaseUrl);
  } finally {
    for (const server of servers.reverse()) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeTls() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const now = Math.floor(Date.now() / 1000);
  return {
    BENCH_TLS_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    BENCH_TLS_CERTIFICATE: makeCertificate(privateKey, "localhost", {
      notBefore: now - 3600,
      notAfter: now + 86_400,
    }),
  };
}

/** In milliseconds: how long each begin took that was the only one, and the CPU time of one of several. */
type Measured = { readonly aloneMs: number[]; readonly perSecond: number[]; readonly cpu: Cpu[] };

/** The bare server and each PSP in turn, so that slow drift of the machine cancels out. */
async function measureAll(
  context: BenchContext,
  kassa: Server,
  bare: Server,
  databaseUrl: string,
): Promise<void> {
  const clients = { bare: openClient(bare.url, width), kassa: openClient(kassa.url, width) };
  const results = new Map<string, Measured>(
    ["bare", ...psps.map(({ name }) => name)].map((name) => [name, { aloneMs: [], perSecond: [], cpu: [] }]),
  );
  const count = 40 * context.seconds;
  try {
    await createAccounts(clients.kassa, kassa.keys);
    for (let roundNumber = -1; roundNumber < context.rounds; roundNumber += 1) {
      // The first round warms up.
      const take = (name: string): Measured =>
        (roundNumber === -1 ? undefined : results.get(name)) ?? { aloneMs: [], perSecond: [], cpu: [] };
      const bareForms = new Array<FilledForm>(2 * count).fill({ path: "/pay", body: "method=card" });
      await measureOne(context, bare, clients.bare, bareForms, "https:", take("bare"));
      for (const [index, { name, method }] of psps.entries()) {
        const sessions = await makeMerchant(clients.kassa, kassa.keys[index] ?? "").createSessions(2 * count);
        const forms = await inParallel(sessions, width, (id) => fillHostedForm(clients.kassa, id, method));
        const page = name === "sandbox" ? "http" : pagesUrl;
        await measureOne(context, kassa, clients.kassa, forms, page, take(name));
        // After a minute without a customer, Kassa would ask the PSP what became of each attempt, while others are measured.
        await runSql(databaseUrl, "UPDATE attempts SET next_check_at = now() + interval '1 day'");
      }
    }
  } finally {
    clients.bare.close();
    clients.kassa.close();
  }
  report(context, results);
}

async function createAccounts(client: Client, keys: readonly string[]): Promise<void> {
  for (const [index, { name, account }] of psps.entries()) {
    if (!account) continue;
    const body = { connector: name, label: "Bench", ...account };
    await makeMerchant(client, keys[index] ?? "").post("/api/connector-accounts", body);
  }
}

/** Posts half of the forms one after the other, for their times, and the others several at a time, for the CPU time. */
async function measureOne(
  context: BenchContext,
  server: Server,
  client: Client,
  forms: readonly FilledForm[],
  page: string,
  measured: Measured,
): Promise<void> {
  const half = forms.length / 2;
  for (const form of forms.slice(0, half)) {
    const begun = performance.now();
    const answer = await submitForm(client, form);
    measured.aloneMs.push(performance.now() - begun);
    assertRedirect(answer, page);
  }
  const cpu = await startCpu(context, server);
  const begun = performance.now();
  const answers = await inParallel(forms.slice(half), width, (form) => submitForm(client, form));
  measured.perSecond.push((half / (performance.now() - begun)) * 1_000);
  const { node, database } = await cpu();
  measured.cpu.push({ node: node / half, database: database / half });
  for (const answer of answers) assertRedirect(answer, page);
}

/** @throws if the customer wasn't sent to the PSP's page: the benchmark would measure a failure */
function assertRedirect(answer: Answer, page: string): void {
  const { location = "" } = withStatus(303, answer);
  if (!location.startsWith(page)) throw new Error(`the customer was sent to ${location}, not to ${page}`);
}

function report({ say }: BenchContext, results: ReadonlyMap<string, Measured>): void {
  const summaries = [...results].map(([name, measured]) => ({ name, ...summarize(measured) }));
  const [bare] = summaries;
  for (const { name, p50Ms, p99Ms, perSecond, nodeMs, databaseMs } of summaries) {
    const ratio = (value: number, of: number | undefined): string => `${round(value / (of ?? Number.NaN))} ×`;
    const compared =
      name === "bare"
        ? ""
        : `; ÷ bare: p50 ${ratio(p50Ms, bare?.p50Ms)}, p99 ${ratio(p99Ms, bare?.p99Ms)}, CPU in Node ${ratio(nodeMs, bare?.nodeMs)}`;
    say(
      `  ${name.padEnd(8)} p50 ${round(p50Ms)} ms, p99 ${round(p99Ms)} ms; ${width} at a time ${round(perSecond)} a second, CPU of each: ${round(nodeMs)} ms in Node, ${round(databaseMs)} ms in PostgreSQL${compared}`,
    );
  }
}

function summarize({ aloneMs, perSecond, cpu }: Measured) {
  return {
    p50Ms: median(aloneMs),
    p99Ms: percentile(aloneMs, 0.99),
    perSecond: median(perSecond),
    nodeMs: median(cpu.map(({ node }) => node)) / 1_000,
    databaseMs: median(cpu.map(({ database }) => database)) / 1_000,
  };
}
