import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { type Browser, type BrowserContext, chromium, type Page, type Request } from "playwright-core";
import { leaveProcessBrowser, openProcessBrowser } from "./process-browser.ts";
import { provideProgram } from "./test-program.ts";

/** A Chromium for all the pages of a test file, which starts with the first visit. */
export type TestBrowser = {
  /**
   * Opens a page in a window that no other visit uses meanwhile, hands it to `work`, and closes it with all others that
   * were opened beside it. No visit leaves a cookie behind for the next one: that would be a fault.
   *
   * @throws Error when, whatever `work` found, the page broke its own policy: see `watch`
   */
  visit(options: VisitOptions, work: (page: Page) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

export type VisitOptions = {
  /** False: no script of the page runs. */
  readonly js?: boolean;
  readonly dark?: boolean;
  readonly phone?: boolean;
  /** False for visits that change more of the window than its pages, such as its clock. */
  readonly keepWindow?: boolean;
  /** What the browser sends as Accept-Language; en unless given. */
  readonly locale?: string;
};

export const desktop = { width: 1440, height: 900 } as const;
export const phone = { width: 360, height: 740 } as const;

/**
 * @param ownOrigin the origin under test: only it may be asked for anything but whole pages
 */
export function openBrowser(ownOrigin: string): TestBrowser {
  const windows = new Set<Window>();
  const idle = new Map<string, Window[]>();
  const openAnother = async (options: VisitOptions): Promise<Window> => {
    const window = await openWindow(await openProcessBrowser(launch), options, ownOrigin);
    windows.add(window);
    return window;
  };
  return {
    visit: async (options, work) => {
      const kind = JSON.stringify(options);
      const window = idle.get(kind)?.pop() ?? (await openAnother(options));
      const { context, blank, misdeeds } = window;
      try {
        await work(await context.newPage());
        const cookies = await context.cookies();
        misdeeds.push(...cookies.map(({ name, domain }) => `set the cookie ${name} for ${domain}`));
      } finally {
        await Promise.all(context.pages().map((page) => page !== blank && page.close()));
      }
      if (misdeeds.length > 0) throw new Error(`The page misbehaved:\n${misdeeds.splice(0).join("\n")}`);
      if (options.keepWindow !== false) return void idle.set(kind, [...(idle.get(kind) ?? []), window]);
      windows.delete(window);
      await context.close();
    },
    close: async () => {
      for (const { context } of windows) await context.close();
      await leaveProcessBrowser();
    },
  };
}

/** Starts Chromium, installing it first where there is none. */
async function launch(): Promise<Browser> {
  const { executablePath, env } = await provideProgram("chromium");
  return chromium.launch({
    executablePath,
    args: launchFlags,
    chromiumSandbox: canSandbox(),
    env: { ...definedOnly(process.env), ...env },
  });
}

/**
 * A window of its own memory, and what its pages did wrong. It serves one visit after another, for opening one takes
 * longer than most visits; the blank page keeps it from closing in between.
 */
type Window = { readonly context: BrowserContext; readonly blank: Page; readonly misdeeds: string[] };

async function openWindow(browser: Browser, options: VisitOptions, ownOrigin: string): Promise<Window> {
  const context = await browser.newContext({
    javaScriptEnabled: options.js ?? true,
    colorScheme: options.dark ? "dark" : "light",
    viewport: options.phone ? phone : desktop,
    locale: options.locale ?? "en",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(45_000);
  return { context, blank: await context.newPage(), misdeeds: watch(context, ownOrigin) };
}

/**
 * Nothing of Chromium's own that asks other machines, nor what a machine without a screen lacks. One process draws all
 * pages, for starting one for each takes a third of the work.
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

/**
 * Chromium's sandbox refuses to run as root, and needs user namespaces, which many containers don't grant. The pages
 * opened here are our own, so going without is no danger.
 */
function canSandbox(): boolean {
  if (process.platform !== "linux") return true;
  return process.getuid?.() !== 0 && spawnSync("unshare", ["--user", "--map-root-user", "true"]).status === 0;
}

/** What no state of the page may do: errors and policy violations in the console, requests to other origins. */
function watch(context: BrowserContext, ownOrigin: string): string[] {
  const misdeeds: string[] = [];
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // Chromium says this of every page whose status isn't 2xx: declined forms, expired sessions.
    if (/^Failed to load resource: the server responded with a status of/.test(message.text())) return;
    misdeeds.push(`said in the console of ${message.page()?.url()}: ${message.text()}`);
  });
  context.on("weberror", (error) => misdeeds.push(`threw ${error.error().stack}`));
  context.on("request", (request) => {
    if (!isAllowed(request, ownOrigin)) misdeeds.push(`asked for ${request.url()}`);
  });
  return misdeeds;
}

/** Whole pages may be anywhere, for customers leave for the shop and the bank. */
function isAllowed(request: Request, ownOrigin: string): boolean {
  if (request.isNavigationRequest() || request.url().startsWith("data:")) return true;
  return new URL(request.url()).origin === ownOrigin;
}

const screenshots = path.resolve(import.meta.dirname, "../../artifacts/screenshots");

/** Keeps what the page looks like now, whole, as `artifacts/screenshots/<name>.png`. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: path.join(screenshots, `${name}.png`), fullPage: true });
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
