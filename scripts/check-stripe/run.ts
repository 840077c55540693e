/**
 * Sends every request that the Stripe connector makes to stripe-mock, Stripe's own stand-in for its API: `npm run check:stripe`.
 *
 * stripe-mock (Go) checks parameters against the specification that it brings along, and answers with fixtures. So this shows that
 * Stripe's own reading of its specification accepts our requests; test/psp/stripe and the connector's tests show what becomes of them.
 *
 * A fixed version of it is built into a temporary folder. Without Go nothing is run, with a message. The exit code is 1 if a request
 * is refused, or one of those below isn't sent.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { freePort } from "../../test/support/free-port.ts";
import { until } from "../../test/support/until.ts";
import { adaptFixture } from "./adapt-fixtures.ts";
import { makeEveryRequest } from "./every-request.ts";
import { recordExchanges } from "./record-exchanges.ts";

const version = "v0.203.0";

/** What the connector and its set-up send, `{}` for an id. */
const expected = [
  "GET /v1/account",
  "GET /v1/balance_transactions",
  "GET /v1/checkout/sessions",
  "GET /v1/checkout/sessions/{}",
  "GET /v1/disputes",
  "GET /v1/disputes/{}",
  "GET /v1/events",
  "GET /v1/payment_intents/{}",
  "GET /v1/payouts",
  "GET /v1/refunds",
  "POST /v1/checkout/sessions",
  "POST /v1/checkout/sessions/{}/expire",
  "POST /v1/disputes/{}",
  "POST /v1/disputes/{}/close",
  "POST /v1/files",
  "POST /v1/payment_intents/{}",
  "POST /v1/payment_intents/{}/cancel",
  "POST /v1/payment_intents/{}/capture",
  "POST /v1/refunds",
  "POST /v1/webhook_endpoints",
];

const run = promisify(execFile);
const hasGo = await run("go", ["version"]).then(
  () => true,
  () => false,
);
if (hasGo) process.exitCode = (await check()) ? 0 : 1;
else console.log("── Go is not installed: stripe-mock was not run.");

async function check(): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-check-stripe-"));
  try {
    console.log(`── go install stripe-mock@${version}`);
    const env = { ...process.env, GOBIN: folder, GOPATH: path.join(folder, "go"), GOFLAGS: "-modcacherw" };
    await run("go", ["install", `github.com/stripe/stripe-mock@${version}`], { env, timeout: 300_000 });
    return await checkAgainst(path.join(folder, "stripe-mock"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checkAgainst(program: string): Promise<boolean> {
  const port = await freePort();
  const mock = spawn(program, ["-http-addr", `127.0.0.1:${port}`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    const address = `http://127.0.0.1:${port}`;
    await until(() => answers(address, mock), "stripe-mock answers");
    const proxy = await recordExchanges(address, adaptFixture);
    try {
      const unreadable = await makeEveryRequest(proxy.url);
      for (const what of unreadable) console.log(`The connector can't read its response, ${what}`);
      return report(proxy.exchanges) && unreadable.length === 0;
    } finally {
      await proxy.close();
    }
  } finally {
    mock.kill("SIGTERM");
    if (mock.exitCode === null && mock.signalCode === null) await once(mock, "exit");
  }
}

/** @throws if stripe-mock has ended */
async function answers(address: string, { exitCode }: ChildProcess): Promise<boolean> {
  if (exitCode !== null) throw new Error(`stripe-mock ended with exit code ${exitCode}.`);
  return fetch(address).then(
    () => true,
    () => false,
  );
}

type Exchanges = Awaited<ReturnType<typeof recordExchanges>>["exchanges"];

function report(exchanges: Exchanges): boolean {
  const refused = exchanges.filter(({ status }) => status !== 200);
  for (const { request, status, error } of refused)
    console.log(`stripe-mock refused ${request} (status ${status}): ${error}`);
  const sent = new Set(exchanges.map(({ request }) => request));
  const missing = expected.filter((request) => !sent.has(request));
  if (missing.length > 0) console.log(`These requests were not sent:\n  ${missing.join("\n  ")}`);
  const unlisted = [...sent].filter((request) => !expected.includes(request));
  if (unlisted.length > 0)
    console.log(`Add these requests to the list in the check:\n  ${unlisted.join("\n  ")}`);
  console.log(`stripe-mock accepted ${exchanges.length - refused.length} of ${exchanges.length} requests.`);
  return refused.length + missing.length + unlisted.length === 0;
}
