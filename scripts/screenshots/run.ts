/**
 * Takes the pictures of the docs: `npm run screenshots`. It starts a sandbox with an empty database, sells the same goods each time, and
 * writes docs/images/screens/*-light.webp and *-dark.webp.
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { screenshotScale } from "../../src/docs/images.ts";
import { launchChromium } from "../../test/support/launch-chromium.ts";
import { type Sandbox, startSandbox } from "./sandbox.ts";

const folder = path.resolve(import.meta.dirname, "../../docs/images/screens");
const desktop = { width: 1200, height: 750 };
const phone = { width: 390, height: 760 };

const order = {
  amount: 4700,
  currency: "EUR",
  locale: "en",
  lineItems: [
    { name: "Fern in a clay pot", quantity: 1, unitAmount: 2900 },
    { name: "Watering can, 1 litre", quantity: 1, unitAmount: 1800 },
  ],
};

const sandbox = await startSandbox();
try {
  await takeAll(sandbox);
} finally {
  await sandbox.close();
}

async function takeAll(kassa: Sandbox): Promise<void> {
  const browser = await launchChromium();
  const context = await browser.newContext({ locale: "en", timezoneId: "UTC", reducedMotion: "reduce" });
  await kassa.post("/api/settings", { displayName: "Fern & Bloom", supportEmail: "hello@fern.example" });
  // Times on the pages are the clock's, so that they are the same in each run of a year. A clock can't start in the past.
  const now = `${new Date().getUTCFullYear() + 1}-03-19T09:30:00Z`;
  const clock = await kassa.post("/api/sandbox/clocks", { name: "Spring sale", now });
  await sell(kassa, context, clock.id);
  await takePaymentPage(kassa, context, clock.id);
  await takeDashboard(kassa, context);
  await browser.close();
}

function createSession(kassa: Sandbox, details: object = {}): Promise<Record<string, unknown>> {
  return kassa.post("/api/checkout/sessions", {
    ...order,
    successUrl: `${kassa.url}/docs/paid`,
    ...details,
  });
}

/** Some payments, so that the dashboard has something to show. */
async function sell(kassa: Sandbox, context: BrowserContext, clock: unknown): Promise<void> {
  const sales = [
    { customerEmail: "ada@example.com", card: "4242 4242 4242 4242" },
    { customerEmail: "grace@example.com", card: "5555 5555 5555 4444" },
    { customerEmail: "alan@example.com", card: "4000 0000 0000 9995" },
    { customerEmail: "edsger@example.com", card: "3782 822463 10005", captureMethod: "manual" },
    { customerEmail: "barbara@example.com", card: "4242 4242 4242 4242" },
  ];
  for (const { card, ...details } of sales) {
    const page = await context.newPage();
    await page.goto(String((await createSession(kassa, { ...details, clock })).url));
    await payByCard(page, card);
    await page.close();
  }
}

async function payByCard(page: Page, card: string): Promise<void> {
  await page.getByLabel("Card number").fill(card);
  await page.getByLabel("Expiry").fill("12 / 34");
  await page.getByLabel("Security code").fill(card.startsWith("37") ? "1234" : "123");
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await answered;
  await page.waitForLoadState();
}

async function takePaymentPage(kassa: Sandbox, context: BrowserContext, clock: unknown): Promise<void> {
  const session = await createSession(kassa, { clock });
  const page = await context.newPage();
  await page.goto(String(session.url));
  await page.getByLabel("Card number").waitFor();
  await takeBoth(page, "payment-page", desktop);
  await takeBoth(page, "payment-page-phone", phone);
  await page.close();
}

async function takeDashboard(kassa: Sandbox, context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(kassa.ownerLink);
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("Your e-mail address").fill("ada@fern.example");
  await page.getByRole("textbox", { name: "Choose a password" }).fill("a long walk by the sea");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(/\/sandbox\//);
  await page.goto(page.url().replace(/\/sandbox\/.*/, "/sandbox/payments"));
  await page.getByText("ada@example.com").first().waitFor();
  await takeBoth(page, "dashboard-payments", desktop);
  await page.getByText("ada@example.com").first().click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator("[data-loading], .mantine-Loader-root").first().waitFor({ state: "detached" });
  await takeBoth(page, "dashboard-payment", desktop);
}

/** In light and dark. */
async function takeBoth(page: Page, name: string, size: { width: number; height: number }): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.bringToFront();
  await page.setViewportSize(size);
  const devtools = await page.context().newCDPSession(page);
  const metrics = { ...size, deviceScaleFactor: screenshotScale, mobile: false };
  await devtools.send("Emulation.setDeviceMetricsOverride", metrics);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 50 });
    await writeFile(path.join(folder, `${name}-${colorScheme}.webp`), Buffer.from(data, "base64"));
  }
  await devtools.detach();
}
