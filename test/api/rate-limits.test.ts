import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createKey } from "../../src/tenants/create-key.ts";
import type { CallResult } from "../support/app.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { assertProblem, sessionsPath } from "./support.ts";

const kassa = useTestApp({ KASSA_RATE_LIMIT: "sandbox=5" });

const get = (key: string) => kassa.call("GET", sessionsPath, { key });
const burst = (key: string, count: number): Promise<CallResult[]> =>
  Promise.all(Array.from({ length: count }, () => get(key)));

async function newKey(): Promise<string> {
  const deps = { database: kassa.db.database, keyring: kassa.keyring };
  const made = await createKey(deps, { tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox" });
  assert.ok(made.ok);
  return made.value.secret;
}

test("every response states the limit and what is left of it", async () => {
  const key = await newKey();
  const [first] = await burst(key, 1);
  assert.equal(first?.headers.get("ratelimit-policy"), '"key";q=5;w=1');
  assert.match(first?.headers.get("ratelimit") ?? "", /^"key";r=4;t=1$/);
  const second = await get(key);
  assert.match(second.headers.get("ratelimit") ?? "", /^"key";r=[34];t=1$/);
});

test("beyond the limit the response is 429 with Retry-After, and later requests are accepted again", async () => {
  const key = await newKey();
  const answers = await burst(key, 30);
  const refused = answers.filter(({ status }) => status === 429);
  const taken = answers.filter(({ status }) => status === 200);
  assert.equal(refused.length + taken.length, 30);
  assert.ok(taken.length >= 5 && taken.length <= 15, `${taken.length} of 30 were accepted`);
  for (const answer of refused) {
    assertProblem(answer, "rate_limited");
    assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
    assert.equal(answer.headers.get("ratelimit"), '"key";r=0;t=1');
    assert.equal(answer.headers.get("ratelimit-policy"), '"key";q=5;w=1');
  }
  await sleep(Number(refused[0]?.headers.get("retry-after")) * 1000);
  assert.equal((await get(key)).status, 200);
});

test("requests of one key don't count for another, and refused ones don't count", async () => {
  const [busy, quiet] = [await newKey(), await newKey()];
  await burst(busy, 30);
  assert.equal((await get(quiet)).status, 200);
  assert.equal((await get(kassa.tenant.keys.live.secret)).headers.get("ratelimit-policy"), '"key";q=100;w=1');
});

test("creating or revoking other keys doesn't refill a bucket", async () => {
  const key = await newKey();
  const count = async () => (await burst(key, 10)).filter(({ status }) => status === 200).length;
  const beganAt = performance.now();
  let taken = await count();
  for (let round = 0; round < 3; round += 1) {
    await newKey();
    await sleep(300);
    taken += await count();
  }
  const most = 5 + Math.ceil(((performance.now() - beganAt) / 1000) * 5);
  assert.ok(taken <= most, `${taken} were accepted, at most ${most} are allowed`);
});

test("a tenant can have its own limits", async () => {
  const special = await kassa.makeTenant("Special");
  await kassa.db.sql(`UPDATE tenants SET rate_limits = '{"sandbox": 50}' WHERE tenant_id = $1`, [
    special.tenant.tenantId,
  ]);
  const policy = async (key: string) => (await get(key)).headers.get("ratelimit-policy");
  assert.equal(await policy(special.keys.sandbox.secret), '"key";q=50;w=1');
  assert.equal(await policy(special.keys.live.secret), '"key";q=100;w=1');
});
