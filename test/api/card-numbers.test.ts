import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { searchRows } from "../support/search-rows.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { assertProblem, makeSession, sessionBody, sessionsPath } from "./support.ts";

const kassa = useTestApp({ KASSA_LOG_LEVEL: "trace" });

const plain = "4242424242424242";
/** A card number in the spellings in which it can occur in JSON. */
const spellings = [
  plain,
  "4242 4242 4242 4242",
  "4242-4242-4242-4242",
  "\\u0034242424242424242",
  "4242\\u00204242\\u00204242\\u00204242",
  "card: 4242\u00a04242\u00a04242\u00a04242, cvc 123",
  "378282246310005",
];

/** Members of a create request that take free text, with the pointer in the refusal. */
const places = (text: string): [member: string, param: string][] => [
  [`"description":"${text}"`, "/description"],
  [`"clientReferenceId":"${text}"`, "/clientReferenceId"],
  [`"metadata":{"note":"${text}"}`, "/metadata/note"],
  [`"metadata":{"${text}":"note"}`, "/metadata"],
  [`"lineItems":[{"name":"${text}","quantity":1,"unitAmount":2599}]`, "/lineItems/0/name"],
];

const body = (member: string) =>
  `{"amount":2599,"currency":"EUR","successUrl":"https://shop.example/",${member}}`;

test("refuses a card number in every free-text field, however it is written", async () => {
  for (const spelling of spellings) {
    for (const [member, param] of places(spelling)) {
      const answer = await kassa.call("POST", sessionsPath, { rawBody: body(member) });
      assertProblem(answer, "pan_in_field", param, member);
      assert.doesNotMatch(answer.text, /4242.?4242|82246310005/, "the answer doesn't repeat it");
    }
  }
  const addresses = {
    successUrl: `https://shop.example/?card=${plain}`,
    cancelUrl: `https://shop.example/${plain}`,
  };
  for (const [name, url] of Object.entries(addresses)) {
    const answer = await kassa.call("POST", sessionsPath, { body: sessionBody({ [name]: url }) });
    assertProblem(answer, "pan_in_field", `/${name}`);
  }
  const email = await kassa.call("POST", sessionsPath, {
    body: sessionBody({ customerEmail: `${plain}@shop.example` }),
  });
  assertProblem(email, "pan_in_field", "/customerEmail");
});

test("refuses a card number in a metadata update and in an Idempotency-Key", async () => {
  const { id } = await makeSession(kassa);
  for (const metadata of [{ note: plain }, { [plain]: "note" }]) {
    const answer = await kassa.call("POST", `${sessionsPath}/${id}`, { body: { metadata } });
    assert.equal(answer.body.code, "pan_in_field");
  }
  const headers = { "idempotency-key": `order-${plain}` };
  for (const path of [sessionsPath, `${sessionsPath}/${id}`]) {
    const answer = await kassa.call("POST", path, {
      headers,
      body: path === sessionsPath ? sessionBody() : { metadata: {} },
    });
    assertProblem(answer, "pan_in_field", "Idempotency-Key");
  }
});

test("no card number that was sent is in any row or log line", async () => {
  await kassa.call("GET", `${sessionsPath}?clientReferenceId=${plain}`);
  await kassa.call("GET", `${sessionsPath}/${plain}`);
  await kassa.call("POST", `/nowhere/${plain}`, { rawBody: body(`"description":"${plain}"`) });
  await kassa.call("POST", sessionsPath, { rawBody: `{"${plain}":"${plain}",` });
  // A row stored as bytes, as bodies are, to prove that the search would find one.
  await kassa.db.sql(`CREATE TABLE planted AS SELECT '{"number":"${plain}"}'::bytea AS body`);
  const searched = await searchRows(kassa.db.sql, "4242[ -]?4242[ -]?4242|378282246310005");
  assert.ok(searched.length > 10);
  assert.deepEqual(
    searched.filter(({ count }) => count > 0),
    [{ table: "public.planted", count: 1 }],
  );
  assert.doesNotMatch(kassa.logged.join("\n"), /4242.?4242|378282246310005/);
});

test("accepts references that only look like card numbers", async () => {
  const fine = [
    "ORDER-2026-11-21-0001",
    "1763721000123",
    "4242424242424241",
    "+491701234567",
    "DE89370400440532013000",
    // UUIDs whose digits alone would pass for a card number.
    "36264252-5487-48e2-9e0d-d3d6c225d7ca",
    "66886258-6175-4802-9c93-f9ac23b9e5b6",
    "a0ae8a54-4253-4978-9e40-87830038504e",
    ...Array.from({ length: 20 }, () => randomUUID()),
  ];
  for (const reference of fine) {
    const session = await makeSession(
      kassa,
      { clientReferenceId: reference },
      { headers: { "idempotency-key": reference } },
    );
    assert.equal(session.clientReferenceId, reference);
  }
});
