import { type Browser, chromium } from "playwright-core";
import { ensureProgram } from "../test/support/test-program.ts";
import type { BenchContext } from "./context.ts";
import { measure } from "./load.ts";
import { createSession } from "./merchant.ts";
import { startServer } from "./processes.ts";
import { percentile } from "./receivers.ts";
import { median, round } from "./report.ts";

/** Lighthouse's slow 4G: a round trip of 150 ms, 1.6 Mbit/s to the phone and 0.75 Mbit/s from it. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowerCpu = 4;

/** The payment page on a customer's phone at the first visit, and what it costs the server. */
export async function benchPage({ seconds, rounds, say, makeDatabase }: BenchContext): Promise<void> {
  const kassa = await startServer("kassa-server.ts", { DATABASE_URL: await makeDatabase("bench_page") });
  const { executablePath, env } = await ensureProgram("chromium");
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ["--disable-gpu", "--no-sandbox"],
  });
  try {
    const { url } = await createSession(kassa.url, kassa.keys[0] ?? "");
    const load = { url: kassa.url, path: new URL(url).pathname, method: "GET", keys: [], seconds } as const;
    await measure({ ...load, connections: 1, seconds: 1 });
    const alone = await measure({ ...load, connections: 1 });
    say(`${mark(alone.p50Ms < 2)} answered, one request at a time: p50 ${round(alone.p50Ms)} ms (< 2)`);
    const many = await measure({ ...load, connections: 64 });
    say(
      `  ${round(many.perSecond)} pages/s at 64 connections, p50 ${round(many.p50Ms)}, p99 ${round(many.p99Ms)} ms`,
    );
    await firstLoad(browser, url);
    const loads: FirstLoad[] = [];
    for (let visit = 0; visit < 3 * rounds; visit += 1) loads.push(await firstLoad(browser, url));
    const lcpMs = loads.map((one) => one.lcpMs);
    const shift = Math.max(...loads.map((one) => one.shift));
    const [{ requests, bytes } = { requests: Number.NaN, bytes: Number.NaN }] = loads;
    say(
      `${mark(median(lcpMs) < 800)} largest contentful paint, slow 4G, CPU ${slowerCpu} × slower: median ${round(median(lcpMs))} ms (< 800), worst of ${loads.length} ${round(percentile(lcpMs, 1))} ms`,
    );
    say(`${mark(shift === 0)} layout shift: ${shift} (0)`);
    say(`${mark(bytes <= 30_720)} first load: ${round(bytes / 1024)} KB (≤ 30) in ${requests} requests`);
  } finally {
    await browser.close();
    await kassa.stop();
  }
}

const mark = (held: boolean): string => (held ? "✓" : "✗");

type FirstLoad = {
  readonly lcpMs: number;
  readonly shift: number;
  /** As transferred, with headers. */
  readonly bytes: number;
  readonly requests: number;
};

/** Loads the page in a new browser context, with an empty cache. */
async function firstLoad(browser: Browser, url: string): Promise<FirstLoad> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", slow4G);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowerCpu });
  let bytes = 0;
  let requests = 0;
  devTools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += encodedDataLength > 0 ? 1 : 0;
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(700);
  const { lcpMs, shift } = await page.evaluate<Pick<FirstLoad, "lcpMs" | "shift">>(readPaints);
  await context.close();
  return { lcpMs, shift, bytes, requests };
}

/** Runs in the page. `buffered` also reports what the browser recorded earlier. */
const readPaints = `new Promise((resolve) => {
  let lcpMs = NaN;
  let shift = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) lcpMs = entry.startTime; })
    .observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve({ lcpMs, shift }), 200);
})`;
