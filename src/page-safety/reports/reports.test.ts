import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestApp } from "../../../test/support/use-test-app.ts";
import { listReports } from "./list-reports.ts";
import { ReportCounts } from "./report-counts.ts";
import { reportsPerMinute } from "./report-limits.ts";
import type { Violation } from "./violation.ts";

let countedBefore: { page: number; browser: number };
const kassa = useTestApp({ KASSA_TRUSTED_PROXIES: "127.0.0.1", KASSA_METRICS_PORT: "0" }, async () => {
  countedBefore = await readCounts();
});

type Post = { from?: string; type?: string; page?: string; headers?: Record<string, string> };

/** Posts like a browser: without an API key or a trustworthy origin. */
function post(body: unknown, { from = "203.0.113.1", type, page = "payment", headers }: Post = {}) {
  return kassa.call("POST", `/page-reports/${page}`, {
    key: null,
    rawBody: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": type ?? "application/csp-report", "x-forwarded-for": from, ...headers },
  });
}

const report = (blocked: string, directive = "script-src-elem") => ({
  "csp-report": {
    "document-uri": `${kassa.url}/pay/cs_live_secret?locale=en`,
    "effective-directive": directive,
    "blocked-uri": blocked,
  },
});

/** The counters in the metrics of this process, which may have run other test files before. */
async function readCounts(): Promise<{ page: number; browser: number }> {
  const line = kassa.logged.find((entry) => entry.includes("metrics are served"));
  const text = await (await fetch(JSON.parse(line ?? "{}").address)).text();
  const countOf = (kind: string): number =>
    Number(new RegExp(`^kassa_page_reports_total\\{kind="${kind}"\\} (\\d+)$`, "m").exec(text)?.[1]);
  return { page: countOf("page"), browser: countOf("browser") };
}

/** The stored rows, once they meet the condition. */
async function stored(until: (rows: Record<string, unknown>[]) => boolean) {
  for (let tries = 0; ; tries += 1) {
    const rows = await kassa.db.sql("SELECT page, source, directive, blocked, count FROM page_reports");
    if (until(rows) || tries === 100) return rows;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test("counts reports of both formats by page, directive and origin, and stores nothing else", async () => {
  assert.equal((await post(report("https://evil.example/skim.js?card=4242424242424242"))).status, 204);
  assert.equal((await post(report("https://evil.example/other.js"))).status, 204);
  const newer = [
    {
      type: "csp-violation",
      url: `${kassa.url}/docs`,
      body: {
        documentURL: `${kassa.url}/docs`,
        effectiveDirective: "img-src",
        blockedURL: "chrome-extension://x/y.png",
      },
    },
  ];
  assert.equal((await post(newer, { type: "application/reports+json", page: "docs" })).status, 204);
  const rows = await stored((found) => found.length === 2 && found.some(({ count }) => count === 2));
  assert.deepEqual(
    rows.sort((one, other) => String(one.page).localeCompare(String(other.page))),
    [
      { page: "docs", source: "browser", directive: "img-src", blocked: "chrome-extension:", count: 1 },
      {
        page: "payment",
        source: "page",
        directive: "script-src-elem",
        blocked: "https://evil.example",
        count: 2,
      },
    ],
  );
  const everything = JSON.stringify(await kassa.db.sql("SELECT * FROM page_reports"));
  assert.doesNotMatch(everything, /cs_live|skim|4242|203\.0\.113|locale/);
});

test("logs a violation once, and none by visitors' extensions", () => {
  const lines = kassa.logged.filter((line) => line.includes("violation of a page's policy"));
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /"blocked":"https:\/\/evil\.example"/);
});

test("metrics count the reports", async () => {
  const { page, browser } = await readCounts();
  assert.deepEqual([page - countedBefore.page, browser - countedBefore.browser], [2, 1]);
});

test("accepts and ignores reports about other pages and from other sites", async () => {
  const foreign = { "csp-report": { "document-uri": "https://shop.example/", "blocked-uri": "inline" } };
  assert.equal((await post(foreign)).status, 204);
  const fromElsewhere = { "sec-fetch-site": "cross-site" };
  assert.equal((await post(report("https://planted.example/"), { headers: fromElsewhere })).status, 204);
  assert.equal((await post(report("https://next.example/"))).status, 204);
  const rows = await stored((found) => found.some(({ blocked }) => blocked === "https://next.example"));
  assert.equal(rows.length, 3, JSON.stringify(rows));
});

test("refuses posts that are no reports, too large, or of another media type", async () => {
  assert.equal((await post("not json")).status, 400);
  assert.equal((await post({})).status, 400);
  assert.equal((await post(`{"csp-report": {"x": "${"x".repeat(33_000)}"}}`)).status, 413);
  assert.equal((await post(report("inline"), { type: "application/json" })).status, 415);
  assert.equal((await post(report("inline"), { page: "tenants" })).status, 404);
  assert.equal((await kassa.call("POST", "/page-reports/payment", { key: null })).status, 400);
});

test("accepts reports from an address that has sent malformed posts", async () => {
  const from = "203.0.113.97";
  for (let time = 0; time < 2 * reportsPerMinute.address; time += 1)
    assert.equal((await post("x", { from })).status, 400);
  assert.equal((await post(report("inline"), { from })).status, 204);
});

test("refuses further reports from an address that posts too many, and from no other", async () => {
  const from = "203.0.113.99";
  for (let time = 0; time < reportsPerMinute.address; time += 1)
    assert.equal((await post(report("inline"), { from })).status, 204);
  const answer = await post(report("inline"), { from });
  assert.equal(answer.status, 429);
  assert.equal(answer.headers.get("retry-after"), "60");
  assert.equal((await post(report("inline"), { from: "203.0.113.98" })).status, 204);
});

test("stores counts with the next write after a failed one", async () => {
  const counts = new ReportCounts({ warn() {} });
  const violation: Violation = { page: "docs", source: "page", directive: "font-src", blocked: "data:" };
  counts.add(violation, Date.now());
  const away = { ...kassa.db.database, inWorker: () => Promise.reject(new Error("the database is away")) };
  await assert.rejects(counts.write(away));
  counts.add(violation, Date.now());
  await counts.write(kassa.db.database);
  const found = (await listReports(kassa.db.database, 1)).find(({ directive }) => directive === "font-src");
  assert.equal(found?.count, 2);
});

test("counts further kinds as other when there are too many", async () => {
  const counts = new ReportCounts({ warn() {} });
  const violation = (number: number): Violation => ({
    page: "receipt",
    source: "page",
    directive: "img-src",
    blocked: `https://${number}.example`,
  });
  for (let number = 0; number < 1_500; number += 1) {
    counts.add(violation(number), Date.now());
    if (number % 100 === 0) await counts.write(kassa.db.database);
  }
  for (let number = 0; number < 250; number += 1) counts.add(violation(number), Date.now());
  await counts.write(kassa.db.database);
  const reports = (await listReports(kassa.db.database, 1)).filter(({ page }) => page === "receipt");
  assert.ok(reports.length <= 1_101, `${reports.length} kinds`);
  assert.equal(
    reports.reduce((sum, { count }) => sum + count, 0),
    1_750,
    "all of them are counted",
  );
  assert.ok(reports.some(({ blocked }) => blocked === "other"));
});
