import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "playwright-core";
import { startTestApp, type TestApp } from "../support/app.ts";
import { openBrowser, type VisitOptions } from "../support/browser.ts";
import { useOpened } from "../support/use-opened.ts";

/** Kassa, a shop that sends its customers there, and a browser that acts as a customer. */
export type Testbed = TestApp & {
  /** As `TestBrowser.visit`. With a `session`, its payment page is opened before `work` begins. */
  visit(
    options: VisitOptions & { readonly session?: Session },
    work: (page: Page) => Promise<void>,
  ): Promise<void>;
  readonly shop: Shop;
  /** Creates a session of 25.99 EUR over the API, with the shop's URLs; `fields` override the defaults. */
  createSession(fields?: Readonly<Record<string, unknown>>, key?: string): Promise<Session>;
  readSession(id: string): Promise<Session>;
  /** The amounts in the simulated PSP's log of a session's charges, in minor units. */
  charges(session: Session): Promise<number[]>;
  /** Captures or voids all of a session's payment over the API. */
  movePayment(session: Session, movement: "capture" | "void"): Promise<void>;
  /** Refunds an amount over the API. */
  refund(session: Session, amount: number): Promise<void>;
  /** Makes the bank decide now instead of after some days. */
  settle(session: Session): Promise<void>;
  /** The number of attempts to pay a session. */
  attempts(session: Session): Promise<number>;
};

export type Session = {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly paymentStatus: string;
  readonly successUrl: string;
  readonly expiresAt: string;
  readonly customerEmail: string | null;
  /** What the customer entered; null before the first attempt to pay. */
  readonly collected: {
    readonly shippingAddress: Readonly<Record<string, string | null>> | null;
    readonly billingAddress: Readonly<Record<string, string | null>> | null;
  } | null;
};

/**
 * A testbed for the tests of a file: it is opened before the first of them and closed after the last, and empty until then.
 *
 * @param env Kassa's settings
 * @param prepare what the tests need besides. Node runs a file's hooks at the same time, so a second one wouldn't find the testbed open.
 */
export function useTestbed(
  env: Record<string, string> = {},
  prepare: (testbed: Testbed) => Promise<unknown> = async () => {},
): Testbed {
  return useOpened(() => openTestbed(env), prepare);
}

/** `env` holds Kassa's settings. */
export async function openTestbed(env: Record<string, string> = {}): Promise<Testbed> {
  const [app, shop] = await Promise.all([startTestApp(env), openShop()]);
  const browser = openBrowser(app.url);
  const { sql } = app.db;
  return {
    ...app,
    shop,
    visit: ({ session, ...options }, work) =>
      browser.visit(options, async (page) => {
        if (session) await page.goto(session.url);
        await work(page);
      }),
    createSession: async (fields = {}, key = app.tenant.keys.sandbox.secret) => {
      const addresses = {
        successUrl: `${shop.url}/thanks?session={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${shop.url}/cart`,
      };
      const body = { amount: 2599, currency: "EUR", ...addresses, ...fields };
      return answered(await app.call("POST", "/api/checkout/sessions", { body, key }));
    },
    movePayment: async ({ id }, movement) => {
      const payment = await paymentOf(app, id);
      answered(await app.call("POST", `/api/payments/${payment}/${movement}`, { body: {} }));
    },
    refund: async ({ id }, amount) => {
      const payment = await paymentOf(app, id);
      answered(await app.call("POST", "/api/refunds", { body: { payment, amount } }));
    },
    readSession: async (id) => answered(await app.call("GET", `/api/checkout/sessions/${id}`)),
    charges: async ({ id }) => {
      const rows = await sql<{ amount: bigint }>(
        "SELECT amount FROM sandbox_psp.charge_log WHERE merchant_reference = $1 ORDER BY entry",
        [id],
      );
      return rows.map(({ amount }) => Number(amount));
    },
    settle: async ({ id }) => {
      await sql("UPDATE sandbox_psp.charges SET due_at = now() WHERE merchant_reference = $1", [id]);
    },
    attempts: async ({ id }) => {
      const [row] = await sql<{ count: number }>(
        "SELECT count(*)::integer AS count FROM attempts JOIN payments p ON p.id = payment_id WHERE p.session_id = $1",
        [id],
      );
      return row?.count ?? 0;
    },
    close: async () => {
      await browser.close();
      await shop.close();
      await app.close();
    },
  };
}

async function paymentOf(app: TestApp, session: string): Promise<string> {
  const { body, text } = await app.call("GET", `/api/payments?session=${session}`);
  assert.equal(body?.data?.length, 1, text);
  return body.data[0].id;
}

function answered({ status, body, text }: { status: number; body: Session; text: string }): Session {
  assert.equal(status, 200, text);
  return body;
}

/** A merchant's site: every path is a page. */
export type Shop = {
  readonly url: string;
  /** Serves this HTML at a path. */
  show(path: string, html: string): void;
  /** Redirects a path to another URL. */
  redirect(path: string, to: string): void;
  close(): Promise<void>;
};

async function openShop(): Promise<Shop> {
  const pages = new Map<string, string>();
  const redirects = new Map<string, string>();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const to = redirects.get(path);
    if (to !== undefined) {
      response.writeHead(302, { location: to }).end();
      return;
    }
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(pages.get(path) ?? "<!doctype html><title>Shop</title><h1>Shop</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    // Another host than Kassa's, so that they are different sites to a browser.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (path, html) => pages.set(path, html),
    redirect: (path, to) => redirects.set(path, to),
    close: () => closeServer(server),
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export const cards = {
  approved: "4242 4242 4242 4242",
  genericDecline: "4000 0000 0000 0002",
  insufficientFunds: "4000 0000 0000 9995",
  expired: "4000 0000 0000 0069",
  wrongCvc: "4000 0000 0000 0127",
  processingError: "4000 0000 0000 0119",
  challenge: "4000 0000 0000 3220",
  approvedLater: "4200 0000 0000 0109",
  declinedLater: "4200 0000 0000 0117",
  answerNeverArrives: "4200 0000 0000 0307",
} as const;

export type CardEntry = { readonly number?: string; readonly expiry?: string; readonly cvc?: string };

/** Types a card into the form; by default one that is approved. */
export async function fillIn(page: Page, entry: CardEntry = {}): Promise<void> {
  await page.locator("#number").fill(entry.number ?? cards.approved);
  await page.locator("#expiry").fill(entry.expiry ?? "12 / 34");
  await page.locator("#cvc").fill(entry.cvc ?? "123");
}

export const ibans = {
  approvedLater: "DE89 3704 0044 0532 0130 00",
  notAuthorized: "DE62 3704 0044 0532 0130 01",
  accountClosed: "DE78 0000 0000 0000 0001 17",
  insufficientFunds: "DE65 3704 0044 0002 2222 27",
} as const;

export type Method = "card" | "wallet" | "bank_debit" | "bank_transfer";

export const payButton = "form[data-pay=card] button[type=submit]";

/** Opens a method's form, if there is a choice. */
export async function choose(page: Page, method: Method): Promise<void> {
  const label = page.locator(`label[for=method-${method}]`);
  if ((await label.count()) > 0) await label.click();
}

/** The message above the forms. */
/** @param locale one of the menu at the page's end */
export async function chooseLanguage(page: Page, locale: string): Promise<void> {
  await page.locator(".languages summary").click();
  await page.locator(`.languages button[value="${locale}"]`).click();
}

export const noticeOn = (page: Page): Locator => page.locator(".payment .notice");

/** Types a card into the form, submits it, and waits for the next page. */
export async function pay(page: Page, number: string = cards.approved): Promise<void> {
  await choose(page, "card");
  await fillIn(page, { number });
  await submit(page);
}

/** The same for a direct debit. */
export async function payByDebit(page: Page, iban: string = ibans.approvedLater): Promise<void> {
  await choose(page, "bank_debit");
  await page.locator("#holder").fill("Kim Test");
  await page.locator("#iban").fill(iban);
  await submit(page, "bank_debit");
}

/** The same for a method whose form has no input fields. */
export async function payBy(page: Page, method: Method): Promise<void> {
  await choose(page, method);
  await submit(page, method);
}

/** Submits a form as it is filled in, and waits for the next page, or for the answer that the script shows on this one. */
export async function submit(page: Page, method: Method = "card"): Promise<void> {
  const button = `form[data-pay=${method}] button[type=submit], button[name=method][value=${method}]`;
  const nextPage = page.waitForEvent("domcontentloaded");
  const answer = page.locator(".notice:focus, [aria-invalid=true]:focus").waitFor();
  await page.locator(button).click();
  await Promise.any([nextPage, answer]);
}

/** The URL at which a customer arrives at the shop after paying. */
export function thanksUrl(session: Session): string {
  return session.successUrl.replace("{CHECKOUT_SESSION_ID}", session.id);
}

/** Flows are tested twice, with and without scripts. */
export const scripting = [
  { js: true, name: "with JavaScript" },
  { js: false, name: "without JavaScript" },
] as const;
