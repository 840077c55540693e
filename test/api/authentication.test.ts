import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makeApiKey } from "../../src/tenants/api-key.ts";
import { createKey, type KeyRequest, type NewKey } from "../../src/tenants/create-key.ts";
import { revokeKey, rollKey } from "../../src/tenants/roll-key.ts";
import { startStopwatch } from "../support/stopwatch.ts";
import { until } from "../support/until.ts";
import { useTestApp } from "../support/use-test-app.ts";
import {
  assertProblem,
  exchangeRaw,
  makeSession,
  sessionBody,
  sessionsPath,
  withoutRequestId,
} from "./support.ts";

let secret: string;
let tenantId: number;
const kassa = useTestApp({}, async () => {
  secret = kassa.tenant.keys.sandbox.secret;
  tenantId = kassa.tenant.tenant.tenantId;
});

const deps = () => ({ database: kassa.db.database, keyring: kassa.keyring });

async function newKey(request: Partial<KeyRequest> = {}): Promise<NewKey> {
  const made = await createKey(deps(), { tenantId, mode: "sandbox", ...request });
  assert.ok(made.ok);
  return made.value;
}

const status = async (key: string) => (await kassa.call("GET", sessionsPath, { key })).status;

/** A revocation takes effect within a second: waits for it, and fails if it takes longer. */
async function refusedWithinASecond(key: string): Promise<void> {
  const watch = startStopwatch();
  await until(async () => (await status(key)) !== 200, "the key is refused");
  watch.assertWithin(1_000, "the end of the key");
}

test("only a request without any key is told that it sent none", async () => {
  const noKeys = [undefined, "", "Bearer", "bearer  "];
  for (const authorization of [...noKeys, "Bearer x", secret, "Basic eDp5"]) {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await kassa.call("GET", sessionsPath, { key: null, headers });
    assertProblem(answer, "authentication_failed", undefined, authorization);
    assert.equal(answer.headers.get("www-authenticate"), "Bearer");
    const detail = noKeys.includes(authorization) ? /^No API key was sent/ : /^The API key is not valid\.$/;
    assert.match(answer.body.detail, detail, authorization);
  }
});

test("every invalid key gets the same 401", async () => {
  const revoked = await newKey();
  assert.equal(await status(revoked.secret), 200);
  await revokeKey(deps(), revoked.id);
  await refusedWithinASecond(revoked.secret);
  const expired = await newKey({ expiresAt: new Date(Date.now() - 1000) });
  const other = secret.endsWith("0") ? "1" : "0";
  const authorizations = {
    "no scheme": secret,
    "another scheme": `Basic ${Buffer.from(`${secret}:`).toString("base64")}`,
    "no key of ours": "Bearer sk_live_abcdef",
    "two keys": `Bearer ${secret} ${secret}`,
    "two spaces": `Bearer  ${secret}`,
    truncated: `Bearer ${secret.slice(0, -1)}`,
    mistyped: `Bearer ${secret.slice(0, 30)}${secret[30] === "x" ? "y" : "x"}${secret.slice(31)}`,
    "wrong checksum": `Bearer ${secret.slice(0, -1)}${other}`,
    "other case": `Bearer ${secret.toUpperCase()}`,
    "other mode": `Bearer ${secret.replace("sandbox", "live")}`,
    unknown: `Bearer ${makeApiKey("sandbox", tenantId)}`,
    "unknown tenant": `Bearer ${makeApiKey("sandbox", tenantId + 1)}`,
    revoked: `Bearer ${revoked.secret}`,
    expired: `Bearer ${expired.secret}`,
    "very long": `Bearer ${"a".repeat(10_000)}`,
    injection: "Bearer ' OR 1=1 --",
  };
  const seen = new Set<string>();
  for (const [name, authorization] of Object.entries(authorizations)) {
    for (const method of ["GET", "POST"]) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const answer = await kassa.call(method, sessionsPath, {
        key: null,
        headers,
        ...(method === "POST" ? { body: sessionBody() } : {}),
      });
      assertProblem(answer, "authentication_failed", undefined, name);
      assert.equal(answer.headers.get("www-authenticate"), "Bearer", name);
      const kept = [...answer.headers].filter(([header]) => !["date", "x-request-id"].includes(header));
      seen.add(JSON.stringify(kept) + withoutRequestId(answer));
    }
  }
  assert.equal(seen.size, 1, [...seen].join("\n"));
});

test("accepts the Bearer scheme's name in any case", async () => {
  for (const scheme of ["Bearer", "bearer", "BEARER"]) {
    const answer = await kassa.call("GET", sessionsPath, {
      key: null,
      headers: { authorization: `${scheme} ${secret}` },
    });
    assert.equal(answer.status, 200, scheme);
  }
});

test("refuses a key in the URL, and never logs it", async () => {
  const encoded = secret.replaceAll("_", "%5F");
  const hidden = [...secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
  const paths = [
    `${sessionsPath}?api_key=${secret}`,
    `${sessionsPath}?x=${encoded}`,
    `${sessionsPath}?x=${hidden}`,
    `${sessionsPath}/${secret}`,
    `/nowhere/${secret}`,
    `/?k=${kassa.tenant.keys.live.secret}`,
    `${sessionsPath}?bad=%zz&x=${secret}`,
  ];
  for (const path of paths) {
    for (const key of [secret, null]) {
      const answer = await kassa.call("GET", path, { key });
      assertProblem(answer, "key_in_url", undefined, path);
      assert.ok(!answer.text.includes(secret));
    }
  }
  await exchangeRaw(kassa.url, [
    `GET /%zz?k=${secret} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  ]);
  const lines = kassa.logged.join("\n");
  for (const part of [secret, secret.slice(12), encoded, hidden, kassa.tenant.keys.live.secret]) {
    assert.ok(!lines.includes(part));
  }
});

test("a restricted key can do what its scopes allow and no more", async () => {
  const { id } = await makeSession(kassa);
  const reading = await newKey({ scopes: ["checkout_sessions:read"] });
  const writing = await newKey({ scopes: ["checkout_sessions:write"] });
  const elsewhere = await newKey({ scopes: ["payments:write", "events:read"] });
  const calls: [method: string, path: string, access: "read" | "write", body?: unknown][] = [
    ["GET", sessionsPath, "read"],
    ["GET", `${sessionsPath}/${id}`, "read"],
    ["POST", sessionsPath, "write", sessionBody()],
    ["POST", `${sessionsPath}/${id}`, "write", { metadata: { a: "b" } }],
    ["POST", `${sessionsPath}/${id}/expire`, "write"],
  ];
  for (const [method, path, access, body] of calls) {
    const call = (key: NewKey) => kassa.call(method, path, { key: key.secret, ...(body ? { body } : {}) });
    assertProblem(await call(elsewhere), "scope_missing", undefined, `${method} ${path}`);
    if (access === "read") assert.equal((await call(reading)).status, 200);
    else assertProblem(await call(reading), "scope_missing", undefined, `${method} ${path}`);
    assert.equal((await call(writing)).status, 200, `${method} ${path}`);
  }
});

test("accepts a key with a list of networks from these networks only", async () => {
  const cases: [networks: string[], expected: number][] = [
    [["127.0.0.1"], 200],
    [["127.0.0.0/8"], 200],
    [["203.0.113.0/24", "127.0.0.1/32"], 200],
    [["203.0.113.0/24"], 403],
    [["2001:db8::/32"], 403],
    [["::1"], 403],
  ];
  for (const [allowedNetworks, expected] of cases) {
    const { secret: key } = await newKey({ allowedNetworks });
    const answer = await kassa.call("GET", sessionsPath, { key });
    assert.equal(answer.status, expected, allowedNetworks.join());
    if (expected === 403) assertProblem(answer, "address_not_allowed");
    const forged = await kassa.call("GET", sessionsPath, {
      key,
      headers: { "x-forwarded-for": "203.0.113.7" },
    });
    assert.equal(forged.status, expected, "a forged X-Forwarded-For is ignored");
  }
  assert.equal(
    (await createKey(deps(), { tenantId, mode: "sandbox", allowedNetworks: ["203.0.113.0/33"] })).ok,
    false,
  );
});

test("a key stops working at its expiry", async () => {
  const { id, secret: key } = await newKey({ expiresAt: new Date(Date.now() + 3_600_000) });
  assert.equal(await status(key), 200);
  // Move the expiry near only after the first use, so that a slow machine can still use the key before.
  const [row] = await kassa.db.sql<{ at: Date }>(
    "UPDATE api_keys SET expires_at = now() + interval '3 seconds' WHERE id = $1 RETURNING expires_at AS at",
    [id],
  );
  assert.ok(row);
  const expiresAt = row.at.getTime();
  let askedAt = Date.now();
  for (; (await status(key)) === 200; askedAt = Date.now()) {
    assert.ok(askedAt < expiresAt + 5_000, "the key still works five seconds after its expiry");
    await sleep(20);
  }
  // Kassa knows the database's time to within half a round trip, which is long on a busy machine.
  assert.ok(Date.now() > expiresAt - 2_000, "the key is refused before its expiry");
});

test("a rolled key works beside its successor until the overlap ends", async () => {
  const old = await newKey({
    scopes: ["checkout_sessions:read"],
    allowedNetworks: ["127.0.0.1"],
    name: "Shop",
  });
  assert.equal(await status(old.secret), 200);
  const rolled = await rollKey(deps(), old.id, { overlapSeconds: 3_600 });
  assert.ok(rolled.ok);
  assert.notEqual(rolled.value.secret, old.secret);
  assert.deepEqual([await status(old.secret), await status(rolled.value.secret)], [200, 200]);
  const [first, second] = await kassa.db.sql(
    "SELECT scopes, allowed_networks, name, mode, api_version FROM api_keys WHERE id = ANY($1)",
    [[old.id, rolled.value.id]],
  );
  assert.deepEqual(first, second, "the successor may do what the old key may");
  await kassa.db.sql("UPDATE api_keys SET expires_at = expires_at - interval '1 hour' WHERE id = $1", [
    old.id,
  ]);
  await until(async () => (await status(old.secret)) === 401, "the overlap has ended");
  assert.equal(await status(rolled.value.secret), 200);
});

test("rolling a key never extends its life", async () => {
  const expiresAt = new Date(Date.now() + 60_000);
  const old = await newKey({ expiresAt });
  assert.ok((await rollKey(deps(), old.id, { overlapSeconds: 24 * 3600 })).ok);
  const [row] = await kassa.db.sql<{ expires_at: Date }>("SELECT expires_at FROM api_keys WHERE id = $1", [
    old.id,
  ]);
  assert.equal(row?.expires_at.getTime(), expiresAt.getTime());
});

test("stores only the keyed hash of a secret, and four characters to recognize it by", async () => {
  const made = await newKey({ name: "Looked at" });
  const [row] = await kassa.db.sql<{ text: string; hint: string; secret_hash: Buffer }>(
    "SELECT k::text AS text, hint, secret_hash FROM api_keys k WHERE id = $1",
    [made.id],
  );
  assert.ok(row);
  assert.equal(row.secret_hash.length, 32);
  assert.deepEqual(row.secret_hash, kassa.keyring.digest("api-keys", made.secret));
  assert.equal(row.hint, made.secret.slice(-10, -6));
  assert.ok(!row.text.includes(made.secret.slice(20, 40)));
  assert.ok(!kassa.logged.join("\n").includes(made.secret));
});

test("records when a key was last used", { timeout: 60_000 }, async () => {
  const made = await newKey();
  const lastUse = async () => {
    const [row] = await kassa.db.sql<{ at: Date | null }>(
      "SELECT last_used_at AS at FROM api_keys WHERE id = $1",
      [made.id],
    );
    return row?.at ?? null;
  };
  assert.equal(await lastUse(), null);
  const usedAt = Date.now();
  assert.equal(await status(made.secret), 200);
  const answeredAt = Date.now();
  while ((await lastUse()) === null) await sleep(100);
  const noted = (await lastUse())?.getTime() ?? 0;
  assert.ok(noted > usedAt - 1_000 && noted < answeredAt + 1_000, `${noted - usedAt} ms off`);
});
