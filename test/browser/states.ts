import type { Page } from "playwright-core";
import { until } from "../support/until.ts";
import { cards, choose, fillIn, pay, payBy, type Session, type Testbed } from "./testbed.ts";

/** Brings a page into the state to be checked. */
export type Arrangement = (testbed: Testbed, page: Page) => Promise<void>;

export const steadyPageSettings = { KASSA_SANDBOX_PENDING_MS: "600000", KASSA_PSP_TIMEOUT_MS: "12500" };

const lineItems = [
  { name: "Monstera deliciosa", quantity: 1, unitAmount: 3900 },
  { name: "Terracotta pot, 24 cm", quantity: 2, unitAmount: 1450 },
  { name: "Plant food", quantity: 1, unitAmount: 650 },
];
const order = { amount: 7450, currency: "EUR", description: "Order 10482", lineItems };

async function open(testbed: Testbed, page: Page): Promise<Session> {
  const session = await testbed.createSession(order);
  await page.goto(session.url);
  return session;
}

export async function untilPaymentIs(testbed: Testbed, { id }: Session, wanted: string): Promise<void> {
  const isWanted = async () => (await testbed.readSession(id)).paymentStatus === wanted;
  await until(isWanted, `the payment is ${wanted}`);
}

/** Waits until Kassa knows that a part of a transfer has arrived. */
export async function untilPartArrived(session: Session): Promise<void> {
  const hasArrived = async () => {
    const { received = 0 } = (await (await fetch(`${session.url}/status`)).json()) as { received?: number };
    return received > 0;
  };
  await until(hasArrived, "a part has arrived");
}

async function paidBy(testbed: Testbed, page: Page, number: string): Promise<Session> {
  const session = await open(testbed, page);
  await pay(page, number);
  return session;
}

/** Posts the form without a browser, for states that need many attempts or an unanswered one. */
export async function postForm(session: Session, number: string): Promise<void> {
  const page = await (await fetch(session.url)).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const body = new URLSearchParams({ token, number, expiry: "12 / 34", cvc: "123" });
  await fetch(session.url, { method: "POST", body, redirect: "manual" });
}

/** States after input, with much content, and those of the simulated PSP. */
export const arrangements: Readonly<Record<string, Arrangement>> = {
  "open-test-cards": async (testbed, page) => {
    await open(testbed, page);
    await page.locator("#test-cards summary").click();
  },
  "open-wallet": async (testbed, page) => {
    await open(testbed, page);
    await choose(page, "wallet");
  },
  "open-debit": async (testbed, page) => {
    await open(testbed, page);
    await choose(page, "bank_debit");
  },
  "open-transfer": async (testbed, page) => {
    await open(testbed, page);
    await choose(page, "bank_transfer");
  },
  "open-much-of-everything": async (testbed, page) => {
    const tenant = await testbed.makeTenant(
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
    await page.goto((await testbed.createSession(fields, tenant.keys.sandbox.secret)).url);
    await page.locator(".fold-on-phone > summary").click();
  },
  "open-filled-in": async (testbed, page) => {
    await open(testbed, page);
    await fillIn(page);
  },
  wallet: async (testbed, page) => {
    await open(testbed, page);
    await payBy(page, "wallet");
  },
  "transfer-bank": async (testbed, page) => {
    await open(testbed, page);
    await payBy(page, "bank_transfer");
    await page.locator("a[href*='/transfers/']").click();
    await page.waitForURL(/\/transfers\//);
  },
  "transfer-bank-refused": async (testbed, page) => {
    await open(testbed, page);
    await payBy(page, "bank_transfer");
    await page.locator("a[href*='/transfers/']").click();
    await page.waitForURL(/\/transfers\//);
    await page.locator("summary").click();
    await page.locator("#amount").fill("12,345");
    await page.locator("details button").click();
    await page.locator(".fault").waitFor();
  },
  bank: async (testbed, page) => {
    await paidBy(testbed, page, cards.challenge);
  },
};
