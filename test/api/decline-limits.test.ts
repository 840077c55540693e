import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createTenant } from "../../src/tenants/create-tenant.ts";
import { type PaymentTestbed, startPaymentTestbed } from "../support/payments.ts";
import { searchRows } from "../support/search-rows.ts";

/**
 * Card testing as seen from outside: forms posted to the pages of one session after another, to two processes that
 * share a database, behind a proxy that tells them the customer's address. Within ten minutes, a merchant's page
 * accepts at most 20 declines of a card and 60 from an address.
 */
const declinedCards = [
  "4000000000000002",
  "4000000000009995",
  "4000000000000069",
  "4000000000000127",
  "4000000000000119",
] as const;
const [declined, anotherDeclined] = declinedCards;
const good = "4242424242424242";

let rig: PaymentTestbed;
let addresses = 0;
/** The pauses before submits, in milliseconds; these tests don't wait for them. */
const pauses: number[] = [];
before(async () => {
  rig = await startPaymentTestbed({
    apps: 2,
    pspTimeoutMs: 5_000,
    env: { KASSA_TRUSTED_PROXIES: "127.0.0.1", KASSA_DATABASE_POOL: "20", KASSA_DECLINE_PAUSE_MS: "8000" },
    pause: async (ms) => void pauses.push(ms),
  });
});
after(() => rig.close());

type Try = {
  readonly session: string;
  readonly card: string;
  /** Default: an address that has not been used before. */
  readonly from?: string;
  /** Which of the two processes receives the request. */
  readonly at?: 0 | 1;
  readonly language?: string;
};

const freshAddress = (): string => `198.51.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;

/** One submit of a session's form, with the token of a page that was just loaded. */
async function submit({ session, card, from = freshAddress(), at = 0, language = "en" }: Try) {
  const url = `${rig.apps[at]?.url}/pay/${session}`;
  const headers = { "x-forwarded-for": from, "accept-language": language };
  const page = await (await fetch(url, { headers })).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const body = new URLSearchParams({ token, number: card, expiry: "12 / 34", cvc: "123" });
  const answer = await fetch(url, { method: "POST", body, headers, redirect: "manual" });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

/** Causes declines, ten on each session, alternating between the processes. */
async function decline(count: number, next: (index: number) => Omit<Try, "session" | "at">): Promise<void> {
  let session = "";
  for (let index = 0; index < count; index += 1) {
    if (index % 10 === 0) session = await rig.makeSession();
    const { status } = await submit({ ...next(index), session, at: index % 2 === 0 ? 0 : 1 });
    assert.equal(status, 303, `decline ${index + 1} of ${count}`);
  }
}

/** Makes all counted declines ten minutes older. */
async function forgetDeclines(): Promise<void> {
  await rig.db.sql("UPDATE recent_declines SET since = seconds_after(since, -600)");
}

async function assertRefused(attempt: Omit<Try, "session">): Promise<void> {
  const session = await rig.makeSession();
  const { status, headers, html } = await submit({ ...attempt, session });
  assert.equal(status, 429);
  const wait = Number(headers.get("retry-after"));
  assert.ok(wait > 500 && wait <= 600, `Retry-After: ${headers.get("retry-after")}`);
  assert.match(headers.get("content-type") ?? "", /^text\/html/);
  assert.match(html, /<h1>Too many attempts<\/h1>/);
  assert.match(html, /You haven’t been charged for the last attempt\./);
  assert.match(html, /Try again in 10 minutes\./);
  assert.deepEqual(await rig.attemptsOf(session), [], "the PSP wasn't called");
}

async function assertPays(attempt: Omit<Try, "session" | "card">): Promise<void> {
  const session = await rig.makeSession();
  assert.equal((await submit({ ...attempt, session, card: good })).status, 303);
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
}

describe("a customer who is declined repeatedly on one session", () => {
  let session: string;
  const page = async (): Promise<string> => (await fetch(`${rig.apps[0]?.url}/pay/${session}`)).text();
  const fail = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1)
      assert.equal((await submit({ session, card: declinedCards[time] ?? declined })).status, 303);
  };
  before(async () => {
    session = await rig.makeSession();
    pauses.length = 0;
  });
  after(forgetDeclines);

  test("isn't delayed after three typos, and is warned that the next attempt takes longer", async () => {
    await fail(2);
    assert.doesNotMatch(await page(), /a few seconds longer/);
    await fail(1);
    assert.deepEqual(pauses, []);
    assert.match(
      await page(),
      /To protect against card misuse, your next attempt will take a few seconds longer\./,
    );
  });

  test("waits longer each time", async () => {
    await fail(4);
    assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000]);
  });

  test("can still pay with a good card", async () => {
    assert.equal((await submit({ session, card: good })).status, 303);
    assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  });
});

describe("a card that was declined 20 times, on several sessions, from several addresses", () => {
  before(async () => {
    await decline(20, () => ({ card: declined }));
  });
  after(forgetDeclines);

  test("is refused on every session, from every address, by every process", async () => {
    await assertRefused({ card: declined, at: 0 });
    await assertRefused({ card: declined, at: 1 });
  });

  test("gets the refusal in the language of the page", async () => {
    const session = await rig.makeSession();
    const { status, html } = await submit({ session, card: declined, language: "ar" });
    assert.equal(status, 429);
    assert.match(html, /<html lang="ar" dir="rtl">/);
  });

  test("doesn't block another card on the same session", async () => {
    const session = await rig.makeSession();
    assert.equal((await submit({ session, card: declined })).status, 429);
    assert.equal((await submit({ session, card: good })).status, 303);
    assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  });

  test("isn't refused at another merchant", async () => {
    const other = await createTenant({ database: rig.db.database, keyring: rig.keyring }, "Another shop");
    const { tenantId } = other.tenant;
    const answer = await fetch(`${rig.apps[0]?.url}/api/checkout/sessions`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${other.keys.sandbox.secret}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks" }),
    });
    const { id } = (await answer.json()) as { id: string };
    assert.equal((await submit({ session: id, card: declined })).status, 303);
    const rows = await rig.db.sql("SELECT FROM attempts WHERE tenant_id = $1", [tenantId]);
    assert.equal(rows.length, 1);
  });

  test("is accepted again ten minutes after the first decline", async () => {
    await forgetDeclines();
    assert.equal((await submit({ session: await rig.makeSession(), card: declined })).status, 303);
  });
});

describe("an address with 60 declines of several cards", () => {
  const from = "203.0.113.7";
  before(async () => {
    await decline(60, (index) => ({ card: declinedCards[index % declinedCards.length] ?? declined, from }));
  });
  after(forgetDeclines);

  test("is refused with every card, by every process", async () => {
    await assertRefused({ card: good, from, at: 0 });
    await assertRefused({ card: good, from, at: 1 });
  });

  test("doesn't block another address", async () => {
    await assertPays({ from: "203.0.113.8" });
  });

  test("can't be hidden by a forged X-Forwarded-For header", async () => {
    await assertRefused({ card: good, from: `198.51.100.99, ${from}` });
  });
});

test("all addresses of an IPv6 network count as one", async () => {
  const sixty = Array.from({ length: 60 }, (_, index) => `2001:db8:1:2:${index.toString(16)}::1`);
  await decline(60, (index) => ({
    card: declinedCards[index % declinedCards.length] ?? declined,
    from: sixty[index] ?? "",
  }));
  await assertRefused({ card: good, from: "2001:db8:1:2:ffff::9" });
  await assertPays({ from: "2001:db8:1:3::1" });
  await forgetDeclines();
});

test("posting forms concurrently allows no more attempts than posting them in turn", async () => {
  const sessions = await Promise.all(Array.from({ length: 40 }, () => rig.makeSession()));
  const answers = await Promise.all(
    sessions.map((session) => submit({ session, card: anotherDeclined, at: 0 })),
  );
  const asked = await Promise.all(sessions.map((session) => rig.attemptsOf(session)));
  assert.equal(asked.flat().length, 20);
  assert.equal(answers.filter(({ status }) => status === 303).length, 20);
  for (const { status, headers } of answers) {
    if (status === 303) continue;
    assert.equal(status, 429);
    assert.ok(Number(headers.get("retry-after")) >= 1);
  }
});

test("successful payments aren't counted, and no row holds an address or a card number", async () => {
  const from = "203.0.113.77";
  const counts = () => rig.db.sql("SELECT count(*) FROM recent_declines");
  const before = await counts();
  await assertPays({ from });
  assert.deepEqual(await counts(), before);
  const lengths = await rig.db.sql(
    "SELECT octet_length(subject) AS bytes, min(encode(subject, 'escape')) AS one FROM recent_declines GROUP BY 1",
  );
  assert.deepEqual(
    lengths.map(({ bytes }) => bytes),
    [32],
    `each is a digest: ${lengths.map(({ one }) => one)}`,
  );
  // Whole numbers only: ids of sandbox accounts end with thirty zeros after any character.
  const numbers = [...declinedCards, good].join("|");
  const searched = await searchRows(rig.db.sql, `203\\.0\\.113|198\\.51\\.|2001:db8|${numbers}`);
  assert.deepEqual(
    searched.filter(({ count }) => count > 0),
    [],
  );
});
