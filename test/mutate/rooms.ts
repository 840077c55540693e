import { globSync, readFileSync } from "node:fs";

/**
 * The rooms whose code is mutated, with the tests outside a room that also test it. A mutant is tried only against the
 * tests of its room: a chance finding of another room's tests says nothing about this room's.
 */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  kernel: [
    "src/checkout-page/pictures/fetch-picture.test.ts",
    "src/webhooks/delivery/post-webhook.test.ts",
    "test/api/amount-limits.test.ts",
    "test/api/bad-addresses.test.ts",
    "test/api/bad-body.test.ts",
    "test/api/bad-queries.test.ts",
    "test/api/bad-texts.test.ts",
    "test/api/lists.test.ts",
  ],
  payments: [
    "test/api/payments.test.ts",
    "test/api/refunds.test.ts",
    "test/api/money-idempotency.test.ts",
    "test/api/decline-limits.test.ts",
    "test/api/payment-lists.test.ts",
  ],
  ledger: [],
  sessions: [
    "test/api/create-session.test.ts",
    "test/api/adjustments.test.ts",
    "test/api/amount-limits.test.ts",
    "test/api/bad-addresses.test.ts",
    "test/api/card-numbers.test.ts",
    "test/api/clocks.test.ts",
    "test/api/idempotency.test.ts",
    "test/api/lists.test.ts",
    "test/api/sent-back.test.ts",
    "test/api/session-life.test.ts",
  ],
  webhooks: ["test/api/sent-back.test.ts"],
};

/** Declarations (schemas, routes) are covered by the tests of the OpenAPI document and of isolation. */
const notMutated =
  /(\.test\.ts$|test-support\.ts$|\/fixtures\/|[/-]schemas?\.ts$|\/routes\.ts$|\/room\.ts$|deps\.ts$)/;

export const roomOf = (file: string): string => file.split("/")[1] ?? "";

export function sourcesIn(places: readonly string[]): string[] {
  const all = Object.keys(rooms).flatMap((room) => globSync(`src/${room}/**/*.ts`));
  const chosen = (file: string): boolean =>
    places.length === 0 || places.some((place) => file.startsWith(place));
  return all.filter((file) => !notMutated.test(file) && chosen(file)).sort();
}

/** The test beside a file, whether it exists or not. */
export const besideOf = (file: string): string => file.replace(/\.ts$/, ".test.ts");

/** The tests of a room, those without a server or a database first; or only the ones beside the given files. */
export function testsOf(room: string, besides?: readonly string[]): string[] {
  const own = globSync(`src/${room}/**/*.test.ts`).filter((file) => !file.endsWith(".matrix.test.ts"));
  const beside = besides?.map(besideOf);
  if (beside) return own.filter((file) => beside.includes(file));
  const all = [...own.sort(), ...(rooms[room] ?? [])].map((file) => ({ file, needs: needsOf(file) }));
  return all.sort((one, other) => one.needs - other.needs).map(({ file }) => file);
}

/** What a test file starts before its first test: 0 nothing, 1 a database, 2 a server. */
function needsOf(file: string): number {
  const text = readFileSync(file, "utf8");
  if (/startTestApp|startTestServer/.test(text)) return 2;
  return /Database|makeApp/.test(text) ? 1 : 0;
}
