import process from "node:process";
import type { BenchContext } from "./context.ts";
import { startServer } from "./processes.ts";
import { round } from "./report.ts";
import { seedPayments } from "./seed-payments.ts";

/**
 * Each list of people and programs with a million payments stored (BENCH_PAYMENTS changes the number), asked for twenty times one
 * after the other: what a person waits for, over loopback.
 */
export async function benchLists({ say, makeDatabase }: BenchContext): Promise<void> {
  const payments = Number(process.env.BENCH_PAYMENTS ?? 1_000_000);
  const databaseUrl = await makeDatabase("bench_lists");
  const kassa = await startServer("kassa-server.ts", { DATABASE_URL: databaseUrl });
  try {
    say(`  seeding ${payments.toLocaleString("en")} payments …`);
    const middle = await seedPayments(databaseUrl, payments);
    const [key = ""] = kassa.keys;
    const slowest: [path: string, p50: number, worst: number][] = [];
    for (const path of pathsOf(middle)) slowest.push([path, ...(await timesOf(kassa.url + path, key))]);
    for (const [path, p50, worst] of slowest.toSorted(([, , a], [, , b]) => b - a))
      say(`  p50 ${round(p50)} ms, slowest ${round(worst)} ms: GET ${path}`);
  } finally {
    await kassa.stop();
  }
}

const day = 86_400_000;

function pathsOf(middle: { readonly payment: string; readonly session: string }): string[] {
  const from = new Date(Date.now() - 12 * day).toISOString();
  const payments = [
    "",
    `startingAfter=${middle.payment}`,
    `endingBefore=${middle.payment}`,
    `createdAfter=${from}`,
    `createdBefore=${from}`,
    ...["captured", "failed", "needs_review", "voided"].map((status) => `status=${status}`),
    ...["EUR", "CHF", "JPY"].map((currency) => `currency=${currency}`),
    ...["amount=2599", "last4=4242", "last4=0007", "method=card", "method=bank_debit", "connector=sandbox"],
    ...["connector=stripe", "declineReason=expired_card", "declineReason=fraudulent", "tag=vip"],
    ...["customerEmail=grace.hopper77@mail7.example", "clientReferenceId=order-500"],
    `status=failed&createdBefore=${from}&last4=0007`,
    `status=captured&currency=EUR&declineReason=insufficient_funds&startingAfter=${middle.payment}`,
    ...["grace", "hopper", "hopper77@", "@mail7.example", "@mail", "mail", "nobody@nowhere", "order-500"].map(
      (text) => `search=${encodeURIComponent(text)}`,
    ),
    ...["4242", "25.99", "25.99 CHF", "ch_77", middle.payment].map(
      (text) => `search=${encodeURIComponent(text)}`,
    ),
  ].map((query) => `/api/payments?limit=25&${query}`);
  const others = [
    "/api/checkout/sessions?limit=25",
    `/api/checkout/sessions?limit=25&startingAfter=${middle.session}`,
    "/api/checkout/sessions?limit=25&status=open",
    "/api/checkout/sessions?limit=25&customerEmail=grace.hopper77@mail7.example",
    "/api/checkout/sessions?limit=5&clientReferenceId=order-500",
    "/api/payment-links?limit=100",
    "/api/refunds?limit=25",
    "/api/refunds?limit=25&status=failed",
    "/api/refunds?limit=25&currency=CHF",
    "/api/disputes?limit=25",
    "/api/disputes?limit=25&status=needs_response",
    "/api/events?limit=25",
  ];
  return [...payments, ...others];
}

async function timesOf(url: string, key: string): Promise<[p50: number, slowest: number]> {
  const times: number[] = [];
  for (let count = 0; count < 20; count++) {
    const began = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const { object } = (await answer.json()) as { object?: string };
    if (answer.status !== 200 || object !== "list") throw new Error(`${answer.status}: ${url}`);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return [times[10] ?? 0, times.at(-1) ?? 0];
}
