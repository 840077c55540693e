import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestApp } from "../support/use-test-app.ts";
import { makeSession } from "./support.ts";

/** What the payment page's script gets for the form that it posts, and what a page without a script keeps after a decline. */
const kassa = useTestApp();

const declined = "4000000000009995";
const card = { number: "4242424242424242", expiry: "12 / 34", cvc: "123" };

async function tokenOf(session: string): Promise<string> {
  const page = await (await fetch(`${kassa.url}/pay/${session}`)).text();
  return /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
}

async function post(session: string, fields: Record<string, string>, headers: Record<string, string>) {
  const token = fields.token ?? (await tokenOf(session));
  const body = new URLSearchParams({ ...card, ...fields, token });
  const answer = await fetch(`${kassa.url}/pay/${session}`, {
    method: "POST",
    body,
    headers,
    redirect: "manual",
  });
  const text = await answer.text();
  assert.equal(answer.headers.get("cache-control"), "no-store");
  return { status: answer.status, location: answer.headers.get("location") ?? "", text };
}

async function ask(session: string, fields: Record<string, string> = {}) {
  const { status, text } = await post(session, fields, { accept: "application/json" });
  assert.doesNotMatch(text, /4242|9995|3220|\b123\b/, "nothing that was typed comes back");
  return { status, answer: JSON.parse(text) };
}

const newSession = async (): Promise<string> => (await makeSession(kassa)).id;

test("faults are codes, by field", async () => {
  const { status, answer } = await ask(await newSession(), { number: "4111111111111111", expiry: "01 / 20" });
  assert.equal(status, 422);
  const faults = { number: "number_not_test", expiry: "expiry_past" };
  assert.deepEqual(answer, { state: "open", attempts: 0, faults, message: null, retype: ["number"] });
});

test("a decline is a message in the page's language, with the fields to type again", async () => {
  const session = await newSession();
  const { status, answer } = await ask(session, { number: declined });
  assert.equal(status, 200);
  const { message, ...rest } = answer;
  assert.deepEqual(rest, { state: "open", attempts: 1, faults: {}, retype: [] });
  assert.equal(message.title, "The payment didn’t go through");
  assert.equal(message.paragraphs.length, 1);
  const wrongCode = await ask(session, { number: "4000000000000127" });
  assert.deepEqual(wrongCode.answer.retype, ["cvc"]);
  assert.equal(wrongCode.answer.attempts, 2);
});

test("whoever has paid, or has to go on at the bank, is told where", async () => {
  const paid = await newSession();
  const token = await tokenOf(paid);
  const { answer } = await ask(paid, { token });
  assert.equal(answer.state, "moved");
  assert.match(answer.url, /^https?:/);
  const again = await ask(paid, { token });
  assert.equal(again.status, 409);
  assert.equal(again.answer.url, `/pay/${paid}?locale=en`);
  const challenged = await ask(await newSession(), { number: "4000000000003220" });
  assert.match(challenged.answer.url, /\/sandbox-psp\//);
});

test("a form of another page is refused in words", async () => {
  const session = await newSession();
  const { status, answer } = await ask(session, { token: "made up" });
  assert.equal(status, 403);
  assert.equal(answer.state, "open");
  assert.match(answer.message.title, /no longer valid/);
});

test("without a script, the page after a decline has the expiry date, which its address doesn't tell", async () => {
  const session = await newSession();
  const { status, location } = await post(session, { number: declined, expiry: "07/31" }, {});
  assert.equal(status, 303);
  assert.match(location, /^\/pay\/[^?]+\?kept=[\w-]+$/);
  const kept = new URLSearchParams(location.split("?")[1]).get("kept") ?? "";
  for (const shown of [kept, Buffer.from(kept, "base64url").toString("latin1")])
    assert.doesNotMatch(shown, /07 ?\/ ?31|0731/);
  const expiryOn = async (path: string) =>
    / id="expiry"[^>]* value="([^"]*)"/.exec(await (await fetch(kassa.url + path)).text())?.[1];
  assert.equal(await expiryOn(location), "07 / 31");
  assert.equal(await expiryOn(`/pay/${session}`), undefined);
  const other = await newSession();
  for (const foreign of [
    `/pay/${other}?kept=${kept}`,
    `/pay/${session}?kept=x`,
    `/pay/${session}?kept=a&kept=b`,
  ])
    assert.equal(await expiryOn(foreign), undefined, foreign);
});

test("what a paid session's page is asked for is in no address", async () => {
  const { location } = await post(await newSession(), {}, {});
  assert.doesNotMatch(location, /kept/);
});
