import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { NewTenant } from "../../src/tenants/create-tenant.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { assertProblem, makeSession, sessionsPath } from "./support.ts";

let other: NewTenant;
/** Ids of 25 sessions, newest first. */
const ids: string[] = [];
const kassa = useTestApp({}, async () => {
  other = await kassa.makeTenant("Other");
  for (let number = 0; number < 25; number += 1) {
    const session = await makeSession(kassa, {
      amount: 100 + (number % 5),
      currency: number % 2 === 0 ? "EUR" : "JPY",
      clientReferenceId: `order-${number % 3}`,
      customerEmail: number % 4 === 0 ? "Kim@shop.example" : "sam@shop.example",
    });
    ids.unshift(session.id);
    // Ids sort by the millisecond of their creation, and Node's timers may fire a millisecond early.
    await sleep(3);
  }
  await makeSession(kassa, {}, { key: kassa.tenant.keys.live.secret });
  await makeSession(kassa, {}, { key: other.keys.sandbox.secret });
});

const list = (query = "", key?: string) =>
  kassa.call("GET", `${sessionsPath}?${query}`, key === undefined ? {} : { key });
async function idsOf(query: string): Promise<string[]> {
  const { status, body, text } = await list(query);
  assert.equal(status, 200, text);
  assert.equal(body.object, "list");
  return body.data.map(({ id }: { id: string }) => id);
}

test("lists the newest first, ten by default", async () => {
  const { body } = await list();
  assert.deepEqual(Object.keys(body).sort(), ["data", "hasMore", "object"]);
  assert.equal(body.hasMore, true);
  assert.deepEqual(await idsOf(""), ids.slice(0, 10));
  assert.deepEqual(await idsOf("limit=1"), ids.slice(0, 1));
  assert.deepEqual(await idsOf("limit=100"), ids);
  assert.deepEqual(body.data[0], (await kassa.call("GET", `${sessionsPath}/${ids[0]}`)).body);
});

test("startingAfter pages from the newest to the oldest, endingBefore back", async () => {
  for (const limit of [1, 4, 7, 25]) {
    const seen: string[] = [];
    for (let cursor = ""; ; cursor = `&startingAfter=${seen.at(-1)}`) {
      const { body } = await list(`limit=${limit}${cursor}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      assert.equal(body.hasMore, seen.length < 25, `after ${seen.length} by ${limit}`);
      if (!body.hasMore) break;
    }
    assert.deepEqual(seen, ids);
  }
  const back: string[] = [];
  for (let cursor = ids.at(-1); cursor; cursor = back[0]) {
    const { body } = await list(`limit=5&endingBefore=${cursor}`);
    back.unshift(...body.data.map(({ id }: { id: string }) => id));
    assert.equal(body.hasMore, back.length < 24);
    if (!body.hasMore) break;
  }
  assert.deepEqual(back, ids.slice(0, -1));
});

test("a page after the end is empty and says so", async () => {
  for (const query of [`startingAfter=${ids.at(-1)}`, `endingBefore=${ids[0]}`]) {
    const { body } = await list(query);
    assert.deepEqual(body, { object: "list", data: [], hasMore: false });
  }
});

test("a cursor needn't be in the list that it is used with", async () => {
  const absent = ids.at(5)?.replace(/.$/, (last) => (last === "0" ? "1" : "0")) ?? "";
  assert.deepEqual(
    await idsOf(`limit=3&startingAfter=${ids[5]}&currency=EUR`),
    (await idsOf("limit=100&currency=EUR")).filter((id) => ids.indexOf(id) > 5).slice(0, 3),
  );
  assert.equal((await list(`startingAfter=${absent}`)).status, 200);
});

test("each filter returns the matching sessions", async () => {
  await kassa.call("POST", `${sessionsPath}/${ids[3]}/expire`);
  // The first session created is the last of the list.
  const made = (wanted: (number: number) => boolean) => ids.filter((_, index) => wanted(24 - index));
  const cases: [query: string, expected: string[]][] = [
    ["status=expired", [ids[3] ?? ""]],
    ["status=open", ids.filter((id) => id !== ids[3])],
    ["status=complete", []],
    ["amount=102", made((number) => number % 5 === 2)],
    ["currency=jpy", made((number) => number % 2 === 1)],
    ["clientReferenceId=order-1", made((number) => number % 3 === 1)],
    ["customerEmail=KIM@shop.example", made((number) => number % 4 === 0)],
    [
      "customerEmail=kim%40shop.example&currency=EUR&amount=100&status=open",
      made((number) => number % 20 === 0),
    ],
    ["clientReferenceId=nobody", []],
  ];
  for (const [query, expected] of cases) assert.deepEqual(await idsOf(`limit=100&${query}`), expected, query);
  const firstPage = await list("limit=2&currency=EUR");
  assert.equal(firstPage.body.hasMore, true);
});

test("createdAfter includes the moment itself, createdBefore doesn't", async () => {
  const { body } = await list("limit=100");
  const at = (index: number): string => encodeURIComponent(body.data[index].createdAt);
  assert.deepEqual(await idsOf(`limit=100&createdAfter=${at(6)}`), ids.slice(0, 7));
  assert.deepEqual(await idsOf(`limit=100&createdBefore=${at(6)}`), ids.slice(7));
  assert.deepEqual(await idsOf(`limit=100&createdAfter=${at(9)}&createdBefore=${at(6)}`), ids.slice(7, 10));
  assert.deepEqual(
    await idsOf(`limit=2&createdAfter=${at(9)}&createdBefore=${at(6)}&startingAfter=${ids[7]}`),
    ids.slice(8, 10),
  );
  const zoned = encodeURIComponent(
    `${new Date(Date.parse(body.data[6].createdAt) + 7_200_000).toISOString().slice(0, 23)}+02:00`,
  );
  assert.deepEqual(await idsOf(`limit=100&createdAfter=${zoned}`), ids.slice(0, 7));
  assert.deepEqual(await idsOf("createdAfter=9999-12-31T23:59:59Z"), []);
  assert.deepEqual(await idsOf("limit=100&createdAfter=0001-01-01T00:00:00Z"), ids);
});

test("refuses times that don't exist and texts that can't be stored", async () => {
  for (const time of [
    "2026-11-21",
    "now",
    "2026-02-30T00:00:00Z",
    "2016-12-31T23:59:60Z",
    "2026-11-21T25:00:00Z",
    "1e9",
  ]) {
    assertProblem(await list(`createdAfter=${time}`), "parameter_invalid", "createdAfter", time);
  }
  for (const text of ["%00", "%E2%80%AE", "a%0ab"]) {
    assertProblem(await list(`clientReferenceId=${text}`), "text_invalid", "clientReferenceId", text);
    assertProblem(await list(`customerEmail=${text}`), "text_invalid", "customerEmail", text);
  }
});

test("refuses cursors of another tenant, of the other mode and of nothing alike", async () => {
  const live = await list("", kassa.tenant.keys.live.secret);
  const others = await list("", other.keys.sandbox.secret);
  const bad = [
    live.body.data[0].id,
    others.body.data[0].id,
    "garbage",
    "",
    "cs_sandbox_x",
    ids[0]?.replace("cs_", "pay_"),
  ];
  const answers = new Set<string>();
  for (const cursor of bad) {
    const answer = await list(`startingAfter=${cursor}`);
    assertProblem(answer, "cursor_invalid", "startingAfter", cursor);
    answers.add(answer.body.detail);
    assertProblem(await list(`endingBefore=${cursor}`), "cursor_invalid", "endingBefore", cursor);
  }
  assert.equal(answers.size, 1);
  assertProblem(
    await list(`startingAfter=${ids[1]}&endingBefore=${ids[5]}`),
    "cursor_invalid",
    "endingBefore",
  );
});

test("a limit is 1 to 100", async () => {
  for (const limit of ["0", "101", "-1", "1.5", "ten", "", "1&limit=2"]) {
    assertProblem(await list(`limit=${limit}`), "parameter_invalid", "limit", limit);
  }
});

test("both modes and all tenants have separate lists", async () => {
  const live = await list("limit=100", kassa.tenant.keys.live.secret);
  const others = await list("limit=100", other.keys.sandbox.secret);
  const nothing = await list("limit=100", other.keys.live.secret);
  assert.equal(live.body.data.length, 1);
  assert.equal(live.body.data[0].mode, "live");
  assert.equal(others.body.data.length, 1);
  assert.deepEqual(nothing.body, { object: "list", data: [], hasMore: false });
});
