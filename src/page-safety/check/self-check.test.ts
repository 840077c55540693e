import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, beforeEach, test } from "node:test";
import { startTestApp, type TestApp } from "../../../test/support/app.ts";
import { type CommandEnding, runKassaHere } from "../../../test/support/command.ts";
import { testSecretKey } from "../../../test/support/keyring.ts";
import { script } from "../../checkout-page/assets.ts";
import { rememberEdition } from "../queries.ts";
import type { CheckResult } from "./check-page.ts";
import { digestOf, ownEdition } from "./edition.ts";
import { checkNow, checkWhenDue, lastCheck, type PageCheckDeps } from "./run-check.ts";

/**
 * Kassa behind a proxy that can attack like a skimmer: inject a script, change a header, replace a file. The proxy's address
 * is the public one.
 */
let kassa: TestApp;
let proxy: Server;
let deps: PageCheckDeps;
let tamper: Tamper = {};
const requests: IncomingMessage[] = [];
const logged: { level: string; fields: object }[] = [];

type Tamper = {
  readonly page?: (html: string) => string;
  readonly script?: (text: string) => string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly status?: number;
};

before(async () => {
  proxy = createServer((request, response) => {
    requests.push(request);
    void forward(request).then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  const publicUrl = `http://127.0.0.1:${port}`;
  kassa = await startTestApp({ KASSA_PUBLIC_URL: publicUrl });
  const note = (level: string) => (fields: object) => void logged.push({ level, fields });
  deps = {
    database: kassa.db.database,
    keyring: kassa.keyring,
    publicUrl: new URL(publicUrl),
    nowMs: () => Date.now(),
    log: { info: note("info"), warn: note("warn"), error: note("error") },
  };
});
after(async () => {
  await kassa.close();
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});
beforeEach(() => {
  tamper = {};
  logged.length = 0;
});

/** The address at which Kassa listens, behind the proxy. */
const own = (): string => `http://127.0.0.1:${new URL(kassa.url).port}`;

async function forward(request: IncomingMessage) {
  const answer = await fetch(own() + request.url, {
    headers: { "accept-language": "en" },
    redirect: "manual",
  });
  const headers: Record<string, string> = {};
  for (const [name, value] of answer.headers)
    if (!/^(content-encoding|content-length|connection|keep-alive|transfer-encoding)$/.test(name))
      headers[name] = value;
  for (const [name, value] of Object.entries(tamper.headers ?? {}))
    if (value === null) delete headers[name];
    else headers[name] = value;
  const text = await answer.text();
  const isPage = /html/.test(headers["content-type"] ?? "");
  const change = isPage ? tamper.page : request.url === script.path ? tamper.script : undefined;
  return { status: tamper.status ?? answer.status, headers, body: change ? change(text) : text };
}

const places = (result: CheckResult) =>
  result.outcome === "differs"
    ? result.differences.map(({ where, found }) => `${where}: ${found}`)
    : result.outcome;

test("logs nothing for a page that arrives as it was sent", async () => {
  const result = await checkWhenDue(deps, 300_000);
  assert.deepEqual(result, { outcome: "same", address: deps.publicUrl.origin });
  assert.deepEqual(logged, []);
});

test("requests the page like a customer, with an id that looks like a session's, and creates no session", async () => {
  requests.length = 0;
  await checkNow(deps);
  const page = requests.find(({ url }) => url?.startsWith("/pay/cs_"));
  assert.match(page?.url ?? "", /^\/pay\/cs_live_[0-9A-Za-z]{37}$/);
  assert.match(page?.headers["user-agent"] ?? "", /Mozilla/);
  assert.doesNotMatch(JSON.stringify(requests.map(({ headers }) => headers)), /kassa|authorization/i);
  assert.deepEqual(await kassa.db.sql("SELECT id FROM checkout_sessions"), []);
  const posted = await fetch(own() + page?.url, {
    method: "POST",
    body: new URLSearchParams({ method: "wallet" }),
  });
  assert.equal(posted.status, 404, "nothing can be paid there");
});

test("logs an error for an injected script", async () => {
  tamper = {
    page: (html) => html.replace("</head>", '<script src="https://evil.example/skim.js"></script></head>'),
  };
  await kassa.db.sql("UPDATE page_check SET next_at = '-infinity'");
  const result = await checkWhenDue(deps, 300_000);
  assert.ok(result);
  assert.deepEqual(places(result), ['document: <script src="https://evil.example/skim.js">']);
  assert.equal(logged.length, 1);
  assert.equal(logged[0]?.level, "error");
  assert.match(JSON.stringify(logged[0]?.fields), /evil\.example/);
  assert.equal((await kassa.call("GET", "/readyz", { key: null })).status, 200, "payments continue");
});

const tampers: [string, Tamper, RegExp][] = [
  [
    "an inline script",
    { page: (html) => html.replace("<main", "<script>steal()</script><main") },
    /^document: <script>/,
  ],
  [
    "a frame",
    { page: (html) => html.replace("<main", '<iframe src="//evil.example"></iframe><main') },
    /^document: <iframe/,
  ],
  [
    "a form that leads elsewhere",
    { page: (html) => html.replace(/action="[^"]*"/, 'action="https://evil.example/pay"') },
    /^document: <form .*evil\.example/,
  ],
  [
    "a handler in an attribute",
    { page: (html) => html.replace("<main", '<main onclick="steal()"') },
    /^document: <main onclick/,
  ],
  [
    "a word of the text",
    { page: (html) => html.replace("Page check", "Another shop") },
    /^document: .*Another shop/,
  ],
  [
    "another policy",
    { headers: { "content-security-policy": "script-src *" } },
    /^header content-security-policy: script-src \*$/,
  ],
  [
    "a removed policy",
    { headers: { "content-security-policy": null } },
    /^header content-security-policy: null$/,
  ],
  [
    "a page that may be stored",
    { headers: { "cache-control": "max-age=600" } },
    /^header cache-control: max-age=600$/,
  ],
  [
    "a style sheet in a header",
    { headers: { link: "<https://evil.example/x.css>; rel=stylesheet" } },
    /^header link: <https:\/\/evil/,
  ],
  [
    "another script at the path of Kassa's script",
    { script: (text) => `${text}//` },
    /^\/pay\/assets\/checkout\.[0-9a-f]+\.js: sha384-/,
  ],
];
for (const [what, change, expected] of tampers) {
  test(`reports ${what}`, async () => {
    tamper = change;
    const found = places(await checkNow(deps));
    assert.ok(Array.isArray(found), String(found));
    assert.match(found.join("\n"), new RegExp(expected.source, "ms"));
  });
}

test("ignores harmless headers that servers on the way add", async () => {
  tamper = {
    headers: { server: "nginx", "cf-ray": "8f2", "alt-svc": 'h3=":443"', vary: "accept-encoding, origin" },
  };
  assert.equal((await checkNow(deps)).outcome, "same");
});

test("an unreachable page counts neither as changed nor as unchanged", async () => {
  tamper = { status: 503 };
  await kassa.db.sql("UPDATE page_check SET next_at = '-infinity'");
  const result = await checkWhenDue(deps, 300_000);
  assert.deepEqual(result, {
    outcome: "unreachable",
    address: deps.publicUrl.origin,
    why: "answered with status 503",
  });
  assert.deepEqual(
    logged.map(({ level }) => level),
    ["warn"],
  );
  const nobody = { ...deps, publicUrl: new URL("http://127.0.0.1:9") };
  assert.equal((await checkNow(nobody)).outcome, "unreachable");
});

test("only one of several processes checks, and only when a check is due", async () => {
  await kassa.db.sql("UPDATE page_check SET next_at = '-infinity'");
  requests.length = 0;
  const results = await Promise.all([1, 2, 3, 4].map(() => checkWhenDue(deps, 300_000)));
  assert.equal(results.filter((result) => result !== undefined).length, 1);
  assert.equal(requests.filter(({ url }) => url?.startsWith("/pay/cs_")).length, 1);
  assert.equal(await checkWhenDue(deps, 300_000), undefined);
});

test("takes over the check of a dead process, with a new fence against its late result", async () => {
  await kassa.db.sql(`UPDATE page_check SET lease_until = now() - interval '1 s', next_at = now() + interval '5 min',
    lease_fence = 70`);
  assert.equal((await checkWhenDue(deps, 300_000))?.outcome, "same");
  const [row] = await kassa.db.sql<{ lease_fence: number; free: boolean }>(
    "SELECT lease_fence, lease_until IS NULL AS free FROM page_check",
  );
  assert.deepEqual(row, { lease_fence: 71, free: true });
});

test("accepts the page of either version while two versions run", async () => {
  const changed = (html: string): string => html.replaceAll("Page check", "Page check of the next version");
  const { text, ...mine } = ownEdition(kassa.keyring, deps.publicUrl);
  const headers = { "referrer-policy": "same-origin" };
  const next = {
    ...mine,
    fingerprint: "next",
    headers: { ...mine.headers, ...headers },
    document: digestOf(changed(text)),
  };
  tamper = { headers, page: changed };
  assert.equal((await checkNow(deps)).outcome, "differs", "while no process serves it");
  await kassa.db.database.inWorker((trx) => rememberEdition(trx, next));
  assert.equal(places(await checkNow(deps)), "same");
  tamper = { page: changed };
  assert.deepEqual(
    places(await checkNow(deps)),
    ["header referrer-policy: no-referrer"],
    "all of it or none",
  );
  await kassa.db.sql("UPDATE page_editions SET seen_at = now() - interval '3 minutes'");
  tamper = { headers, page: changed };
  assert.equal((await checkNow(deps)).outcome, "differs", "once no process serves it any more");
});

test("accepts the page of either version while two versions run that differ only in headers", async () => {
  const { text: _text, ...mine } = ownEdition(kassa.keyring, deps.publicUrl);
  const headers = { "referrer-policy": "same-origin" };
  const next = { ...mine, fingerprint: "next headers", headers: { ...mine.headers, ...headers } };
  await kassa.db.database.inWorker((trx) => rememberEdition(trx, next));
  tamper = { headers };
  assert.equal(places(await checkNow(deps)), "same");
  tamper = {};
  assert.equal(places(await checkNow(deps)), "same");
  tamper = { headers: { ...headers, "x-frame-options": null } };
  assert.equal((await checkNow(deps)).outcome, "differs", "all of it or none");
  await kassa.db.sql("DELETE FROM page_editions");
});

test("the command line shows the result, and exits with 1 for a changed page", async () => {
  const unchanged = await page("check");
  assert.equal(unchanged.code, 0, unchanged.stderr);
  assert.match(unchanged.stdout, /^✓ The payment page at http:\/\/127\.0\.0\.1:\d+ arrives unchanged\.\n$/);
  tamper = { headers: { "x-frame-options": null } };
  const changed = await page("check", "--json");
  assert.equal(changed.code, 1, changed.stderr);
  const printed = JSON.parse(changed.stdout);
  assert.equal(printed.object, "page.check");
  assert.deepEqual(printed.differences, [{ where: "header x-frame-options", expected: "DENY", found: null }]);
  tamper = {};
  const last = await page("check", "--last");
  assert.equal(last.code, 1);
  assert.match(last.stdout, /header x-frame-options: missing DENY\n[\s\S]*Checked at 20/);
  assert.equal((await lastCheck(kassa.db.database))?.result.outcome, "differs");
  const doctor = await command("doctor", "--json");
  assert.equal(doctor.code, 1, "the doctor reports it as a problem");
  const { findings } = JSON.parse(doctor.stdout);
  assert.deepEqual(
    findings
      .filter(({ state }: { state: string }) => state === "problem")
      .map(({ name }: { name: string }) => name)
      // The tests' own PostgreSQL runs without fsync.
      .filter((name: string) => name !== "Durability"),
    ["Payment page"],
  );
});

test("the command line lists the reports, with those by visitors' extensions separately", async () => {
  await kassa.db.sql(`INSERT INTO page_reports (day, page, source, directive, blocked, count, first_at, last_at) VALUES
    (current_date, 'payment', 'page', 'script-src-elem', 'https://evil.example', 3, now(), now()),
    (current_date, 'payment', 'browser', 'img-src', 'chrome-extension:', 12, now(), now()),
    (current_date - 30, 'docs', 'page', 'img-src', 'https://old.example', 1, now(), now())`);
  const { code, stdout, stderr } = await page("reports");
  assert.equal(code, 0, stderr);
  assert.match(stdout, /payment +script-src-elem +https:\/\/evil\.example +3 /);
  assert.match(stdout, /Caused by visitors' own extensions[^\n]*\n[^\n]*\n.*chrome-extension: +12 /);
  assert.doesNotMatch(stdout, /old\.example/);
  assert.equal(JSON.parse((await page("reports", "--days", "60", "--json")).stdout).data.length, 3);
  assert.equal((await page("reports", "--days", "0")).code, 2);
});

const page = (...args: string[]): Promise<CommandEnding> => command("page", ...args);

/** Runs a command in a separate process beside the running server. */
const command = (...args: string[]): Promise<CommandEnding> =>
  runKassaHere(args, {
    env: {
      DATABASE_URL: kassa.db.settings.connectionString,
      KASSA_SECRET_KEY: testSecretKey,
      KASSA_PUBLIC_URL: deps.publicUrl.origin,
    },
  });

test("a check from inside expects the page of the public https address, and doesn't replace the last result", async (t) => {
  const inside = await startTestApp({ KASSA_PUBLIC_URL: "https://pay.shop.example" });
  t.after(() => inside.close());
  const { port } = new URL(inside.url);
  const { database, keyring } = { database: inside.db.database, keyring: inside.keyring };
  const publicUrl = new URL("https://pay.shop.example");
  const at = new URL(`http://127.0.0.1:${port}`);
  const result = await checkNow({ database, keyring, publicUrl, at, nowMs: () => Date.now() });
  assert.deepEqual(result, { outcome: "same", address: at.origin });
  assert.equal(await lastCheck(database), undefined);
});
