import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  cards,
  choose,
  fillIn,
  ibans,
  pay,
  payBy,
  payByDebit,
  type Session,
  type Stage,
  submit,
} from "./stage.ts";

/** How to bring a page to each state that a customer can see, with settings that hold it there while it is looked at. */
export type Arrangement = (stage: Stage, page: Page) => Promise<void>;

export const settingsThatHoldStill = { KASSA_SANDBOX_PENDING_MS: "600000", KASSA_PSP_TIMEOUT_MS: "12500" };

const lineItems = [
  { name: "Monstera deliciosa", quantity: 1, unitAmount: 3900 },
  { name: "Terracotta pot, 24 cm", quantity: 2, unitAmount: 1450 },
  { name: "Plant food", quantity: 1, unitAmount: 650 },
];
const order = { amount: 7450, currency: "EUR", description: "Order 10482", lineItems };

async function open(stage: Stage, page: Page): Promise<Session> {
  const session = await stage.createSession(order);
  await page.goto(session.url);
  return session;
}

/** Money that came for an attempt that had been given up, as payments book it: kept, or on its way back. */
async function lateMoney(stage: Stage, page: Page, returned: boolean): Promise<void> {
  const session = await paidBy(stage, page, cards.declinedLater);
  await stage.settle(session);
  await untilPaymentIs(stage, session, "unpaid");
  await stage.db.sql("UPDATE payments SET amount_late = amount WHERE session_id = $1", [session.id]);
  if (returned) {
    await stage.db.sql(
      `INSERT INTO movements (tenant_id, id, mode, payment_id, attempt_id, kind, status, amount, currency, late)
       SELECT p.tenant_id, 're_' || p.id, p.mode, p.id, a.id, 'refund', 'succeeded', p.amount, p.currency, true
       FROM payments p JOIN attempts a ON a.tenant_id = p.tenant_id AND a.payment_id = p.id WHERE p.session_id = $1`,
      [session.id],
    );
  }
  await page.goto(session.url);
}

export async function untilPaymentIs(stage: Stage, { id }: Session, wanted: string): Promise<void> {
  const until = Date.now() + 20_000;
  for (;;) {
    const { paymentStatus } = await stage.readSession(id);
    if (paymentStatus === wanted) return;
    assert.ok(Date.now() < until, `the payment is still ${paymentStatus} after 20 s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function paidBy(stage: Stage, page: Page, number: string): Promise<Session> {
  const session = await open(stage, page);
  await pay(page, number);
  return session;
}

/** Posts the form without a browser, for states that need many attempts or one whose answer nobody waits for. */
export async function postForm(session: Session, number: string): Promise<void> {
  const page = await (await fetch(session.url)).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const body = new URLSearchParams({ token, number, expiry: "12 / 34", cvc: "123" });
  await fetch(session.url, { method: "POST", body, redirect: "manual" });
}

export const arrangements: Readonly<Record<string, Arrangement>> = {
  open: async (stage, page) => {
    await open(stage, page);
  },
  "open-amount-only": async (stage, page) => {
    await page.goto((await stage.createSession({ amount: 12, currency: "JPY" })).url);
  },
  "open-test-cards": async (stage, page) => {
    await open(stage, page);
    await page.locator("#test-cards summary").click();
  },
  "open-one-method": async (stage, page) => {
    await page.goto((await stage.createSession({ ...order, paymentMethods: ["card"] })).url);
  },
  "open-wallet": async (stage, page) => {
    await open(stage, page);
    await choose(page, "wallet");
  },
  "open-debit": async (stage, page) => {
    await open(stage, page);
    await choose(page, "bank_debit");
  },
  "open-transfer": async (stage, page) => {
    await open(stage, page);
    await choose(page, "bank_transfer");
  },
  "debit-errors": async (stage, page) => {
    await open(stage, page);
    await choose(page, "bank_debit");
    await page.locator("#iban").fill("DE89 3704 0044 0532 0130 01");
    await submit(page, "bank_debit");
  },
  "real-account": async (stage, page) => {
    await open(stage, page);
    await payByDebit(page, "GB82 WEST 1234 5698 7654 32");
  },
  "open-much-of-everything": async (stage, page) => {
    const tenant = await stage.makeTenant(
      "Königlich Bayerische Hofgärtnerei-Verwaltungsgesellschaft für Zimmerpflanzen mbH & Co. KG",
    );
    const items = Array.from({ length: 12 }, (_, index) => ({
      name:
        index % 3 === 0
          ? `Palm house, glazed, with under-floor heating and orangery, plan no. ${index + 1}`
          : `Fern ${index + 1}`,
      quantity: index + 1,
      unitAmount: 7_000_000_001,
    }));
    const amount = items.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
    const fields = {
      amount,
      currency: "EUR",
      lineItems: items,
      description: "Everything that grows, for the whole of the winter garden.",
    };
    await page.goto((await stage.createSession(fields, tenant.keys.sandbox.secret)).url);
    await page.locator(".fold summary").click();
  },
  "open-filled-in": async (stage, page) => {
    await open(stage, page);
    await fillIn(page);
  },
  declined: async (stage, page) => {
    await paidBy(stage, page, cards.insufficientFunds);
  },
  "field-errors": async (stage, page) => {
    await open(stage, page);
    await fillIn(page, { number: "4111 1111 1111 1111", expiry: "13 / 20", cvc: "1" });
    await submit(page);
  },
  wallet: async (stage, page) => {
    await open(stage, page);
    await payBy(page, "wallet");
  },
  "wallet-confirmation": async (stage, page) => {
    const session = await open(stage, page);
    await payBy(page, "wallet");
    await page.goto(session.url);
  },
  "wallet-cancelled": async (stage, page) => {
    const session = await open(stage, page);
    await payBy(page, "wallet");
    await page.goto(session.url);
    await page.locator(".second-choice button").click();
    await page.getByRole("alert").waitFor();
  },
  transfer: async (stage, page) => {
    await open(stage, page);
    await payBy(page, "bank_transfer");
  },
  "transfer-bank": async (stage, page) => {
    await open(stage, page);
    await payBy(page, "bank_transfer");
    await page.locator("a[href*='/transfers/']").click();
    await page.waitForURL(/\/transfers\//);
  },
  bank: async (stage, page) => {
    await paidBy(stage, page, cards.challenge);
  },
  challenge: async (stage, page) => {
    const session = await paidBy(stage, page, cards.challenge);
    await page.goto(session.url);
  },
  processing: async (stage, page) => {
    const session = await stage.createSession(order);
    // The PSP never answers; that the browser gives up at the end of the test is of no interest.
    postForm(session, cards.answerNeverArrives).catch(() => {});
    while ((await stage.readSession(session.id)).paymentStatus !== "processing");
    // Nor does anybody ask what became of it: somebody else seems to be at it.
    await stage.db.sql(
      `UPDATE attempts a SET lease_until = now() + interval '1 hour' FROM payments p
       WHERE p.tenant_id = a.tenant_id AND p.id = a.payment_id AND p.session_id = $1`,
      [session.id],
    );
    await page.goto(session.url);
  },
  paid: async (stage, page) => {
    const session = await paidBy(stage, page, cards.approved);
    await page.goto(session.url);
  },
  "processing-async": async (stage, page) => {
    const session = await paidBy(stage, page, cards.approvedLater);
    await page.goto(session.url);
  },
  "payment-failed": async (stage, page) => {
    const session = await paidBy(stage, page, cards.declinedLater);
    await stage.settle(session);
    await untilPaymentIs(stage, session, "unpaid");
    await page.goto(session.url);
  },
  "debit-failed": async (stage, page) => {
    const session = await open(stage, page);
    await payByDebit(page, ibans.accountClosed);
    await stage.settle(session);
    await untilPaymentIs(stage, session, "unpaid");
    await page.goto(session.url);
  },
  released: async (stage, page) => {
    const session = await stage.createSession({ ...order, captureMethod: "manual" });
    await page.goto(session.url);
    await pay(page);
    await stage.movePayment(session, "void");
    await page.goto(session.url);
  },
  refunded: async (stage, page) => {
    const session = await paidBy(stage, page, cards.approved);
    await stage.refund(session, 1450);
    await page.goto(session.url);
  },
  "late-returned": (stage, page) => lateMoney(stage, page, true),
  "late-kept": (stage, page) => lateMoney(stage, page, false),
  expired: async (stage, page) => {
    const session = await stage.createSession(order);
    await stage.call("POST", `/api/checkout/sessions/${session.id}/expire`);
    await page.goto(session.url);
  },
  cancelled: async (stage, page) => {
    const session = await stage.createSession({ ...order, cancelUrl: undefined });
    await page.goto(`${session.url}/cancelled`);
  },
  unavailable: async (stage, page) => {
    const addresses = { successUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart" };
    await page.goto(
      (await stage.createSession({ ...order, ...addresses }, stage.tenant.keys.live.secret)).url,
    );
  },
  "not-found": async (stage, page) => {
    await page.goto(`${stage.url}/pay/cs_sandbox_unknown`);
  },
  "form-refused": async (stage, page) => {
    await open(stage, page);
    await fillIn(page);
    await page
      .locator("form[data-pay=card] input[name=token]")
      .evaluate((input) => input.setAttribute("value", ""));
    await submit(page);
  },
  "attempts-used-up": async (stage, page) => {
    const session = await paidBy(stage, page, cards.genericDecline);
    await stage.db.sql(
      "UPDATE attempts SET number = 10 WHERE status = 'declined' AND tenant_id = (SELECT tenant_id FROM checkout_sessions WHERE id = $1)",
      [session.id],
    );
    await page.goto(session.url);
  },
  "too-many-tries": async (stage, page) => {
    // A merchant of its own, for the limit that is reached here is that of a card at a merchant.
    const { secret } = (await stage.makeTenant()).keys.sandbox;
    for (const session of [await stage.createSession({}, secret), await stage.createSession({}, secret)]) {
      for (let attempt = 0; attempt < 10; attempt += 1) await postForm(session, cards.genericDecline);
    }
    await page.goto((await stage.createSession(order, secret)).url);
    await pay(page, cards.genericDecline);
  },
  "temporarily-unavailable": async (stage, page) => {
    const session = await stage.createSession();
    const outage = stage.db.sql(cutConnections);
    const until = Date.now() + 5_000;
    while ((await page.goto(session.url))?.status() !== 503)
      assert.ok(Date.now() < until, "the outage wasn't noticed");
    await outage;
  },
};

/** For a second, no connection to the database lives longer than a few milliseconds. */
const cutConnections = `DO $$ BEGIN
  FOR step IN 1..300 LOOP
    PERFORM pg_stat_clear_snapshot();
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid();
    PERFORM pg_sleep(0.003);
  END LOOP;
END $$`;
