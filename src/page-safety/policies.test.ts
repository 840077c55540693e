import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { checkUnsafeInlineFallback } from "csp_evaluator/dist/checks/strictcsp_checks.js";
import { CspEvaluator, DEFAULT_CHECKS, STRICTCSP_CHECKS } from "csp_evaluator/dist/evaluator.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import type { LightMyRequestResponse } from "fastify";
import { pino } from "pino";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { openTestKeyring } from "../../test/support/keyring.ts";
import { insertSession } from "../../test/support/payments.ts";
import { type App, makeApp } from "../app.ts";
import { makeProbe } from "../checkout-page/probe.ts";
import { readConfig } from "../config.ts";
import type { Keyring } from "../kernel/seal.ts";
import { createTenant } from "../tenants/create-tenant.ts";

/**
 * Requests every route and checks the policy of every page with Google's rules (https://csp-evaluator.withgoogle.com). So
 * these tests also cover new kinds of pages.
 */
let db: TestDatabase;
let app: App;
let keyring: Keyring;
let sessionId: string;
const paths: string[] = [];

before(async () => {
  db = await openTestDatabase();
  keyring = await openTestKeyring(db.database);
  const { tenant } = await createTenant({ database: db.database, keyring }, "Test shop");
  sessionId = await insertSession(db, { tenantId: tenant.tenantId, mode: "sandbox" });
  const config = readConfig({ KASSA_PUBLIC_URL: "https://pay.example", KASSA_METRICS_PORT: "off" });
  const logger = pino({ level: "silent" });
  app = makeApp({ config, settings: db.settings, keyring, logger });
  app.server.addHook("onRoute", ({ method, url }) => {
    if ([method].flat().includes("GET")) paths.push(url);
  });
  await app.server.ready();
});
after(async () => {
  await app.server.close();
  await app.database.close();
  await db.close();
});

const get = (url: string) => app.server.inject({ url, headers: { host: "pay.example" } });

/** The responses with HTML, by path. */
async function pages(): Promise<Map<string, LightMyRequestResponse>> {
  const addresses = [
    ...paths.map((path) => path.replace(/:\w+|\*/g, "x")),
    `/pay/${sessionId}`,
    `/pay/${makeProbe(keyring, Date.now())}`,
  ];
  const found = new Map<string, LightMyRequestResponse>();
  for (const address of addresses) {
    const answer = await get(address);
    if (/html/.test(String(answer.headers["content-type"]))) found.set(address, answer);
  }
  return found;
}

/**
 * All rules but the one that demands 'unsafe-inline' beside hashes, for browsers from before 2016. Without it they run no
 * script, and these pages need none.
 */
const rules = [...DEFAULT_CHECKS, ...STRICTCSP_CHECKS].filter((rule) => rule !== checkUnsafeInlineFallback);

const findingsOf = (policy: string): string[] =>
  new CspEvaluator(new CspParser(policy).csp).evaluate(rules, rules).map(({ description }) => description);

test("the rules have findings for unsafe policies", () => {
  assert.ok(findingsOf("script-src 'unsafe-inline' *").length > 2);
  assert.ok(findingsOf("default-src 'none'; script-src 'self'; base-uri 'none'").length > 0);
});

test("the policy of every page has no findings, and every page has the other security headers", async () => {
  const all = await pages();
  for (const [address, { headers }] of all) {
    const policy = String(headers["content-security-policy"]);
    assert.deepEqual(findingsOf(policy), [], address);
    assert.match(policy, /^default-src 'none';/, address);
    assert.match(policy, /frame-ancestors 'none'/, address);
    const types = address.startsWith("/dashboard") ? "default" : "'none'";
    assert.ok(policy.includes(`require-trusted-types-for 'script'; trusted-types ${types}`), address);
    assert.doesNotMatch(policy, /unsafe/, address);
    assert.equal(headers["referrer-policy"], "no-referrer", address);
    assert.equal(headers["x-content-type-options"], "nosniff", address);
    assert.equal(headers["x-frame-options"], "DENY", address);
    assert.equal(headers["cross-origin-opener-policy"], "same-origin", address);
    assert.equal(headers["cross-origin-resource-policy"], "same-origin", address);
    assert.match(String(headers["permissions-policy"]), /camera=\(\)/, address);
    assert.equal(headers["set-cookie"], undefined, address);
  }
  const addresses = [...all.keys()].join(" ");
  for (const kind of [sessionId, "/pay/x", "/docs", "/docs/api", "/sandbox-psp/challenges/x"])
    assert.match(addresses, new RegExp(kind), `${kind} was requested`);
});

test("Kassa's pages report violations to their own origin, and forbid storing pages of sessions", async () => {
  for (const [address, { headers }] of await pages()) {
    if (address.startsWith("/sandbox-psp/")) continue;
    assert.match(
      String(headers["content-security-policy"]),
      /; report-uri \/page-reports\/\w+; report-to page$/,
    );
    assert.match(
      String(headers["reporting-endpoints"]),
      /^page="https:\/\/pay\.example\/page-reports\/\w+"$/,
    );
    assert.equal(headers["strict-transport-security"], "max-age=31536000", address);
    assert.equal(headers["cache-control"], address.startsWith("/docs") ? "no-cache" : "no-store", address);
  }
});

test("every script and style sheet has an integrity digest, and no page has inline code", async () => {
  for (const [address, { body }] of await pages()) {
    for (const [tag] of body.matchAll(/<script\b[^>]*>|<link\b[^>]*rel="stylesheet"[^>]*>/g))
      assert.match(tag, / integrity="sha384-[A-Za-z0-9+/=]{64}"/, `${tag} of ${address}`);
    assert.doesNotMatch(body, /<script(?![^>]* src=)[^>]*>|<[a-z][^>]* on[a-z]+=|javascript:/i, address);
  }
});
