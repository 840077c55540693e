import type { Browser } from "playwright-core";
import { launchChromium } from "../test/support/launch-chromium.ts";
import type { BenchContext } from "./context.ts";
import { serveEmptyPage, type Weights } from "./empty-page.ts";
import { measure } from "./load.ts";
import { createSession } from "./merchant.ts";
import { type Server, startServer } from "./processes.ts";
import { middleMean, round } from "./report.ts";

/** Lighthouse's slow 4G: a round trip of 150 ms, 1.6 Mbit/s to the phone and 0.75 Mbit/s from it. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowerCpu = 4;

/** The encodings that a browser names. */
const browserEncodings = "gzip, deflate, br, zstd";

/** The payment page on a customer's phone at the first visit, and what it costs the server. */
export async function benchPage({ seconds, rounds, say, makeDatabase }: BenchContext): Promise<void> {
  const kassa = await startServer("kassa-server.ts", { DATABASE_URL: await makeDatabase("bench_page") });
  try {
    const { url } = await createSession(kassa.url, kassa.keys[0] ?? "");
    await measureAnswers(kassa, new URL(url).pathname, seconds, say);
    await measureFirstLoads(url, 5 * rounds, say);
  } finally {
    await kassa.stop();
  }
}

type Say = BenchContext["say"];

/** What a page costs the server, compressed as for a browser. */
async function measureAnswers(kassa: Server, path: string, seconds: number, say: Say): Promise<void> {
  const load = {
    url: kassa.url,
    path,
    method: "GET",
    keys: [],
    acceptEncoding: browserEncodings,
    seconds,
  } as const;
  await measure({ ...load, connections: 1, seconds: 1 });
  const alone = await measure({ ...load, connections: 1 });
  say(`${mark(alone.p50Ms < 2)} answered, one request at a time: p50 ${round(alone.p50Ms)} ms (< 2)`);
  const before = await kassa.cpuMicros();
  const many = await measure({ ...load, connections: 64 });
  const cpuMicros = ((await kassa.cpuMicros()) - before) / (many.perSecond * seconds);
  say(
    `  ${round(many.perSecond)} pages/s at 64 connections, p50 ${round(many.p50Ms)}, p99 ${round(many.p99Ms)} ms; ${round(cpuMicros)} µs of CPU each`,
  );
}

/** When a phone on a slow network shows the page, beside an empty page of the same weight in the same minutes. */
async function measureFirstLoads(url: string, visits: number, say: Say): Promise<void> {
  const browser = await launchChromium(["--disable-gpu"]);
  const { weights, bytes, requests } = await firstLoad(browser, url);
  const empty = await serveEmptyPage(weights, url);
  try {
    const loads: FirstLoad[] = [];
    const emptyLoads: FirstLoad[] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      emptyLoads.push(await firstLoad(browser, empty.url));
      loads.push(await firstLoad(browser, url));
    }
    const lcpMs = middleMean(loads.map((load) => load.lcpMs));
    const emptyMs = middleMean(emptyLoads.map((load) => load.lcpMs));
    const shift = Math.max(...loads.map((one) => one.shift));
    say(
      `${mark(lcpMs < 800)} largest contentful paint, slow 4G, CPU ${slowerCpu} × slower: ${round(lcpMs)} ms (< 800), the mean of the middle half of ${visits} visits`,
    );
    say(
      `${mark(lcpMs <= 1.15 * emptyMs)} ${round(lcpMs / emptyMs)} times that of an empty page of the same weight, ${round(emptyMs)} ms (≤ 1.15)`,
    );
    say(`${mark(shift === 0)} layout shift: ${shift} (0)`);
    say(`${mark(bytes <= 30_720)} first load: ${round(bytes / 1024)} KB (≤ 30) in ${requests} requests`);
  } finally {
    await empty.stop();
    await browser.close();
  }
}

const mark = (held: boolean): string => (held ? "✓" : "✗");

type FirstLoad = {
  readonly lcpMs: number;
  readonly shift: number;
  /** As transferred, with headers. */
  readonly bytes: number;
  readonly requests: number;
  readonly weights: Weights;
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
  const weights = { document: 0, stylesheet: 0, script: 0 };
  let bytes = 0;
  let requests = 0;
  const kinds = new Map<string, string>();
  devTools.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type.toLowerCase()));
  devTools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += encodedDataLength > 0 ? 1 : 0;
    const kind = kinds.get(requestId) ?? "";
    if (kind === "document" || kind === "stylesheet" || kind === "script") weights[kind] += encodedDataLength;
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(700);
  const { lcpMs, shift } = await page.evaluate<Pick<FirstLoad, "lcpMs" | "shift">>(readPaints);
  await context.close();
  return { lcpMs, shift, bytes, requests, weights };
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
