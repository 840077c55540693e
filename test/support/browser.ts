import { mkdirSync } from "node:fs";
import path from "node:path";
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
  /** True for visits whose pages may leave cookies: the dashboard's, which has that of the sign-in. Such a window isn't used again. */
  readonly mayKeepCookies?: boolean;
  /** True for visits whose connection breaks. The browser says so in the console. */
  readonly unsteady?: boolean;
  /** The browser's Accept-Language; default en. */
  readonly locale?: string;
};

export const desktop = { width: 1440, height: 900 } as const;
export const phone = { width: 360, height: 740 } as const;

/**
 * @param ownOrigins the origins under test: pages may load resources only from them
 */
export function openBrowser(...ownOrigins: readonly string[]): TestBrowser {
  const windows = new Set<Window>();
  const idle = new Map<string, Window[]>();
  const openAnother = async (options: VisitOptions): Promise<Window> => {
    const window = await openWindow(
      await openProcessBrowser(() => launchChromium(launchFlags)),
      options,
      ownOrigins,
    );
    windows.add(window);
    return window;
  };
  return {
    visit: async (options, work) => {
      const kind = JSON.stringify(options);
      const window = idle.get(kind)?.pop() ?? (await openAnother(options));
      const { context, blank, violations } = window;
      try {
        await work(await context.newPage());
        const cookies = options.mayKeepCookies ? [] : await context.cookies();
        violations.push(...cookies.map(({ name, domain }) => `set the cookie ${name} for ${domain}`));
      } finally {
        await Promise.all(context.pages().map((page) => page !== blank && page.close()));
      }
      if (violations.length > 0)
        throw new Error(`The page violated its policy:\n${violations.splice(0).join("\n")}`);
      if (options.keepWindow !== false && !options.mayKeepCookies)
        return void idle.set(kind, [...(idle.get(kind) ?? []), window]);
      windows.delete(window);
      await context.close();
    },
    close: async () => {
      for (const { context } of windows) await context.close();
      await leaveProcessBrowser();
    },
  };
}

/**
 * A browser context and the policy violations of its pages. Visits reuse it, because opening one takes longer than most
 * visits; the blank page keeps it open between visits.
 */
type Window = { readonly context: BrowserContext; readonly blank: Page; readonly violations: string[] };

async function openWindow(
  browser: Browser,
  options: VisitOptions,
  ownOrigins: readonly string[],
): Promise<Window> {
  const context = await browser.newContext({
    javaScriptEnabled: options.js ?? true,
    colorScheme: options.dark ? "dark" : "light",
    viewport: options.phone ? phone : desktop,
    locale: options.locale ?? "en",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(45_000);
  return { context, blank: await context.newPage(), violations: watch(context, ownOrigins, options) };
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
function watch(
  context: BrowserContext,
  ownOrigins: readonly string[],
  { unsteady = false }: VisitOptions,
): string[] {
  const violations: string[] = [];
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // Chromium logs this for every page whose status isn't 2xx: declined forms, expired sessions.
    if (/^Failed to load resource: the server responded with a status of/.test(message.text())) return;
    if (unsteady && /^Failed to load resource: net::ERR_/.test(message.text())) return;
    violations.push(`console of ${message.page()?.url()}: ${message.text()}`);
  });
  context.on("weberror", (error) => violations.push(`threw ${error.error().stack}`));
  context.on("request", (request) => {
    if (!isAllowed(request, ownOrigins)) violations.push(`requested ${request.url()}`);
  });
  return violations;
}

/** Navigations may go anywhere: customers leave for the shop and for the bank. */
function isAllowed(request: Request, ownOrigins: readonly string[]): boolean {
  if (request.isNavigationRequest() || request.url().startsWith("data:")) return true;
  return ownOrigins.includes(new URL(request.url()).origin);
}

const screenshots = path.resolve(import.meta.dirname, "../../artifacts/screenshots");

/** Saves a full-page screenshot as `artifacts/screenshots/<name>.png`. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: path.join(screenshots, `${name}.png`), fullPage: true });
}
