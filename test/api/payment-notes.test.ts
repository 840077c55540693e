import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestApp } from "../support/use-test-app.ts";
import { pay } from "./paying.ts";
import { assertProblem } from "./support.ts";

const kassa = useTestApp();

const post = (path: string, body: unknown, headers = {}) => kassa.call("POST", path, { body, headers });
const get = (path: string) => kassa.call("GET", path);

test("notes are listed newest first with their author, and written once for each idempotency key", async () => {
  const { id } = await pay(kassa);
  const path = `/api/payments/${id}/notes`;
  const first = await post(path, { text: "Asked for a later delivery.\nCall back on Monday." });
  assert.equal(first.status, 200, first.text);
  assert.equal(first.body.author, `API key ${kassa.tenant.keys.sandbox.id}`);
  const once = { "idempotency-key": "second" };
  const second = await post(path, { text: "Called back." }, once);
  assert.deepEqual((await post(path, { text: "Called back." }, once)).body, second.body);
  assert.deepEqual((await get(path)).body, {
    object: "list",
    data: [second.body, first.body],
    hasMore: false,
  });
  const page = (await get(`${path}?limit=1&startingAfter=${second.body.id}`)).body;
  assert.deepEqual(page.data, [first.body]);
});

test("a deleted note is gone, and deleting it again says so", async () => {
  const { id } = await pay(kassa);
  const { body: note } = await post(`/api/payments/${id}/notes`, { text: "A mistake" });
  const path = `/api/payments/${id}/notes/${note.id}`;
  assert.deepEqual((await kassa.call("DELETE", path)).body, {
    object: "payment_note",
    id: note.id,
    deleted: true,
  });
  assert.deepEqual((await get(`/api/payments/${id}/notes`)).body.data, []);
  assertProblem(await kassa.call("DELETE", path), "not_found");
});

test("a note of one payment can't be deleted through another", async () => {
  const [one, other] = [await pay(kassa), await pay(kassa)];
  const { body: note } = await post(`/api/payments/${one.id}/notes`, { text: "Stays" });
  assertProblem(await kassa.call("DELETE", `/api/payments/${other.id}/notes/${note.id}`), "not_found");
  assert.equal((await get(`/api/payments/${one.id}/notes`)).body.data.length, 1);
});

test("refuses notes without text, with control characters or a card number", async () => {
  const { id } = await pay(kassa);
  const path = `/api/payments/${id}/notes`;
  assertProblem(await post(path, {}), "parameter_missing", "/text");
  assertProblem(await post(path, { text: " \n " }), "parameter_invalid", "/text");
  assertProblem(await post(path, { text: "a\u0000b" }), "text_invalid", "/text");
  assertProblem(await post(path, { text: "a".repeat(2_001) }), "parameter_invalid", "/text");
  assertProblem(await post(path, { text: "Card 4242 4242 4242 4242" }), "pan_in_field", "/text");
  assertProblem(await post(`/api/payments/${id.slice(0, -1)}!/notes`, { text: "x" }), "not_found");
});

test("tags are shown sorted, and find the payments that have them", async () => {
  const [gift, both] = [await pay(kassa), await pay(kassa)];
  const tag = (id: string, body: object) => post(`/api/payments/${id}/tags`, body);
  const tagged = await tag(gift.id, { add: ["gift"] });
  assert.deepEqual(tagged.body, { ...gift, tags: ["gift"] });
  assert.deepEqual((await tag(both.id, { add: ["to check", "gift", "gift"] })).body.tags, [
    "gift",
    "to check",
  ]);
  const withTag = async (name: string): Promise<string[]> =>
    (await get(`/api/payments?tag=${encodeURIComponent(name)}`)).body.data.map(
      ({ id }: { id: string }) => id,
    );
  assert.deepEqual(await withTag("gift"), [both.id, gift.id]);
  assert.deepEqual(await withTag("to check"), [both.id]);
  assert.deepEqual(await withTag("Gift"), []);
  assert.deepEqual((await tag(both.id, { remove: ["gift", "unknown"] })).body.tags, ["to check"]);
  assert.deepEqual(await withTag("gift"), [gift.id]);
  assert.deepEqual((await tag(both.id, { remove: ["to check"] })).body.tags, []);
  assert.deepEqual(await withTag("to check"), []);
});

test("refuses tags that are no words, that name a person, and more than 20", async () => {
  const { id } = await pay(kassa);
  const path = `/api/payments/${id}/tags`;
  for (const text of ["", " gift", "a,b", "ada@example.com", "a".repeat(41)])
    assertProblem(await post(path, { add: [text] }), "parameter_invalid", "/add/0", text);
  assertProblem(await post(path, { add: ["a\u202eb"] }), "text_invalid", "/add/0");
  const tags = Array.from({ length: 20 }, (_, number) => `tag ${number}`);
  assert.equal((await post(path, { add: tags })).body.tags.length, 20);
  const full = await post(path, { add: ["one more"] });
  assertProblem(full, "parameter_invalid", "/add");
  assert.match(full.body.detail, /can have 20 tags.*21/);
});

test("requests to tag one payment at the same time lose no tag", async () => {
  const { id } = await pay(kassa);
  const names = Array.from({ length: 8 }, (_, number) => `tag${number}`);
  await Promise.all(names.map((name) => post(`/api/payments/${id}/tags`, { add: [name] })));
  assert.deepEqual((await get(`/api/payments/${id}`)).body.tags, names);
});
