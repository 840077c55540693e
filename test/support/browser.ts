import { mkdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { after } from "node:test";
import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { launchChromium } from "./launch-chromium.ts";
import { leaveProcessBrowser, openProcessBrowser } from "./process-browser.ts";

/** One Chromium for all pages of a test file. The first visit starts it. */
export type TestBrowser = {
  /**
   * Opens a page in a window that no other visit uses meanwhile, passes it to `work`, and closes it with every page
   * opened beside it. A cookie left behind by a visit is an error.
   *
   * @throws Error if the page violated its policy, regardless of what `work` found: see `watch`
   */
  visit(options: VisitOptions, work: (page: Page) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

export type VisitOptions = {
  /** False: no script runs on the page. */
  readonly js?: boolean;
  readonly dark?: boolean;
  readonly phone?: boolean;
  /** False for visits that change the window itself, for example its clock. */
  readonly keepWindow?: boolean;
  /** True for visits whose pages may leave cookies and stored values, as the dashboard does. They are deleted after the visit. */
  readonly mayKeepCookies?: boolean;
  /** True for visits whose connection breaks. The browser says so in the console. */
  readonly unsteady?: boolean;
  /** The browser's Accept-Language; default en. */
  readonly locale?: string;
};

export const desktop = { width: 1440, height: 900 } as const;
export const phone = { width: 360, height: 740 } as const;

/** The windows of this process that no visit uses, by the options of the visits that they are for. */
const idleWindows = new Map<string, Window[]>();

/**
 * @param ownOrigins the origins under test: pages may load resources only from them
 */
export function openBrowser(...ownOrigins: readonly string[]): TestBrowser {
  return {
    visit: async (options, work) => {
      const window = await takeWindow(options);
      const { context, blank, violations } = window;
      window.ownOrigins = ownOrigins;
      try {
        await work(await context.newPage());
        if (options.mayKeepCookies) await forgetVisit(window, ownOrigins);
        else violations.push(...(await cookiesOf(window)));
      } finally {
        await Promise.all(context.pages().map((page) => page !== blank && page.close()));
      }
      if (violations.length > 0)
        throw new Error(`The page violated its policy:\n${violations.splice(0).join("\n")}`);
      if (options.keepWindow === false) await context.close();
      else keepWindow(options, window);
    },
    close: leaveProcessBrowser,
  };
}

/** The browser for the tests of a file: its pages may load resources only from this app. */
export function useBrowser(app: { readonly url: string }): Pick<TestBrowser, "visit"> {
  after(leaveProcessBrowser);
  return { visit: (options, work) => openBrowser(app.url).visit(options, work) };
}

/**
 * A browser context and the policy violations of its pages. Visits reuse it, because opening one takes longer than most
 * visits, and what it has cached needn't be loaded and compiled again; the blank page keeps it open between visits.
 */
type Window = {
  readonly context: BrowserContext;
  readonly blank: Page;
  readonly violations: string[];
  /** Of the present visit. */
  ownOrigins: readonly string[];
};

async function takeWindow(options: VisitOptions): Promise<Window> {
  const browser = await openProcessBrowser(() => launchChromium(launchFlags));
  const idle = idleWindows.get(JSON.stringify(options)) ?? [];
  for (let window = idle.pop(); window; window = idle.pop())
    if (window.context.browser() === browser) return window;
  return openWindow(browser, options);
}

function keepWindow(options: VisitOptions, window: Window): void {
  const kind = JSON.stringify(options);
  idleWindows.set(kind, [...(idleWindows.get(kind) ?? []), window]);
}

const cookiesOf = async ({ context }: Window): Promise<string[]> =>
  (await context.cookies()).map(({ name, domain }) => `set the cookie ${name} for ${domain}`);

/** Deletes everything but the cache. */
async function forgetVisit({ context, blank }: Window, origins: readonly string[]): Promise<void> {
  await context.clearCookies();
  const session = await context.newCDPSession(blank);
  for (const origin of origins)
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage,indexeddb" });
  await session.detach();
}

async function openWindow(browser: Browser, options: VisitOptions): Promise<Window> {
  const context = await browser.newContext({
    javaScriptEnabled: options.js ?? true,
    colorScheme: options.dark ? "dark" : "light",
    viewport: options.phone ? phone : desktop,
    locale: options.locale ?? "en",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(45_000);
  const window: Window = { context, blank: await context.newPage(), violations: [], ownOrigins: [] };
  watch(window, options);
  return window;
}

/**
 * Turns off Chromium's own network requests and features that need a screen. One process renders all pages: starting
 * one per page takes a third of the work.
 */
const launchFlags = [
  "--renderer-process-limit=1",
  "--disable-site-isolation-trials",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-default-apps",
  "--no-default-browser-check",
];

/** Collects what no page may do: errors and policy violations in the console, and requests to other origins. */
function watch(window: Window, { unsteady = false }: VisitOptions): void {
  const { context, violations } = window;
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // Chromium logs this for every page whose status isn't 2xx: declined forms, expired sessions.
    if (/^Failed to load resource: the server responded with a status of/.test(message.text())) return;
    if (unsteady && /^Failed to load resource: net::ERR_/.test(message.text())) return;
    violations.push(`console of ${message.page()?.url()}: ${message.text()}`);
  });
  context.on("weberror", (error) => violations.push(`threw ${error.error().stack}`));
  context.on("request", (request) => {
    if (!isAllowed(request, window.ownOrigins)) violations.push(`requested ${request.url()}`);
  });
}

/** Navigations may go anywhere: customers leave for the shop and for the bank. */
function isAllowed(request: Request, ownOrigins: readonly string[]): boolean {
  if (request.isNavigationRequest() || request.url().startsWith("data:")) return true;
  return ownOrigins.includes(new URL(request.url()).origin);
}

const screenshots = path.resolve(import.meta.dirname, "../../artifacts/screenshots");

/** Saves a full-page screenshot as `artifacts/screenshots/<name>.png`, if KASSA_TEST_SCREENSHOTS is `true`: taking them costs more than the tests. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env.KASSA_TEST_SCREENSHOTS !== "true") return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: path.join(screenshots, `${name}.png`), fullPage: true });
}
