import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { ensureProgram } from "./test-program.ts";

/** One Firefox for the pages of a test file, driven by WebDriver BiDi, the protocol that all browsers share. */
export type Firefox = {
  /**
   * Opens a page in a window of its own, passes it to `work`, and closes it.
   *
   * @throws Error if the page reported an error, violated its policy, or asked another origin for something
   */
  visit(options: FirefoxOptions, work: (page: Page) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

export type FirefoxOptions = {
  /** False: the page's script isn't loaded, as where a network or an extension blocks it. */
  readonly script?: boolean;
  readonly width?: number;
};

/** @param ownOrigins the origins from which pages may load something */
export async function openFirefox(...ownOrigins: readonly string[]): Promise<Firefox> {
  const { executablePath, env } = await ensureProgram("firefox");
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    env: { ...process.env, ...env },
    extraPrefsFirefox: quietPreferences,
  });
  return {
    visit: async (options, work) => {
      const { page, faults, close } = await openPage(browser, options, ownOrigins);
      try {
        await work(page);
      } finally {
        await close();
      }
      if (faults.length > 0) throw new Error(`Firefox reported:\n${faults.join("\n")}`);
    },
    close: () => browser.close(),
  };
}

async function openPage(browser: Browser, options: FirefoxOptions, ownOrigins: readonly string[]) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  await page.setViewport({ width: options.width ?? 1280, height: 740 });
  const faults: string[] = [];
  const isOurs = (url: string | undefined): boolean =>
    url !== undefined && ownOrigins.includes(new URL(url).origin);
  // A blocked script is one whose content doesn't match its `integrity`.
  const note = (text: string): void => {
    if (options.script !== false || !text.includes("in the integrity attribute")) faults.push(text);
  };
  page.on("pageerror", (error) => note(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warn") note(message.text());
  });
  // Customers leave for the shop and for the bank, whose pages may load what they want. On a busy machine, the frame still has the
  // address of our page when the shop's asks for its icon.
  const visited = new Set<string>();
  page.on("request", (request) => {
    const { origin } = new URL(request.url());
    if (request.isNavigationRequest()) visited.add(origin);
    if (visited.has(origin) || request.url().startsWith("data:") || isOurs(request.url())) return;
    if (isOurs(request.frame()?.url())) faults.push(`asked ${request.url()}`);
  });
  if (options.script === false) await blockScripts(page);
  return { page, faults, close: () => context.close() };
}

async function blockScripts(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(".js")) void request.abort();
    else void request.continue();
  });
}

/** Firefox asks Mozilla for nothing, and moves nothing on the page. */
const quietPreferences = {
  "app.normandy.enabled": false,
  "browser.safebrowsing.downloads.remote.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "toolkit.telemetry.enabled": false,
  "ui.prefersReducedMotion": 1,
};
