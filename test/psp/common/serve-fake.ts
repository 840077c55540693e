import process from "node:process";
import { parseArgs } from "node:util";
import type { FastifyInstance } from "fastify";
import type { BalanceSheet } from "./balance-sheet.ts";
import type { FakeClock } from "./clock.ts";
import type { Fault, Faults } from "./faults.ts";

/** What every fake has. */
export type Fake = {
  readonly url: string;
  readonly clock: FakeClock;
  readonly faults: Faults;
  readonly log: readonly object[];
  /** What the PSP has booked for the merchant, and paid out. */
  balanceSheets(): readonly BalanceSheet[];
  /** Pays out everything that can be paid out now. */
  payOutAll(): void;
  close(): Promise<void>;
};

type StartOptions<Started extends Fake> = {
  readonly port: number;
  readonly host: string;
  readonly webhookRetryMs?: number;
  /** Whether what is booked can be paid out and is reported at once. */
  readonly booksAtOnce?: boolean;
  readonly control: (app: FastifyInstance, fake: () => Started) => void;
};

/**
 * Runs a fake as a process of its own, with `--port`, `--host`, `--webhook-retry-ms`, the pause before a notification that
 * wasn't accepted is sent again, and `--books-at-once`, so that what is booked can be paid out and is reported at once. Below `/_fake`, the
 * test that started it reads and steers it: `GET /_fake/log`, `GET /_fake/balance-sheets`, `POST /_fake/faults` with a `Fault`,
 * `POST /_fake/no-faults`, `POST /_fake/pay-out`, `POST /_fake/advance` with `{"seconds": 60}`, and what `control` adds.
 */
export async function serveFake<Started extends Fake>(
  psp: string,
  start: (options: StartOptions<Started>) => Promise<Started>,
  control: (app: FastifyInstance, fake: () => Started) => void = () => {},
): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string" },
      host: { type: "string" },
      "webhook-retry-ms": { type: "string" },
      "books-at-once": { type: "boolean" },
    },
  });
  const retryMs = values["webhook-retry-ms"];
  const fake = await start({
    port: Number(values.port ?? 0),
    host: values.host ?? "127.0.0.1",
    ...(retryMs ? { webhookRetryMs: Number(retryMs) } : {}),
    booksAtOnce: values["books-at-once"] ?? false,
    control: (app, started) => {
      addControlRoutes(app, started);
      control(app, started);
    },
  });
  console.log(`The fake of ${psp} listens at ${fake.url}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => fake.close().then(() => process.exit(0)));
}

/** Adds a route below `/_fake` whose body is JSON. */
export function addControl<Body>(app: FastifyInstance, name: string, act: (body: Body) => object): void {
  app.post(`/_fake/${name}`, async ({ body }) => act(JSON.parse(String(body)) as Body));
}

function addControlRoutes(app: FastifyInstance, fake: () => Fake): void {
  app.get("/_fake/log", async () => fake().log);
  app.post("/_fake/faults", async ({ body }) => {
    fake().faults.add(JSON.parse(String(body)) as Fault);
    return {};
  });
  app.post("/_fake/no-faults", async () => {
    fake().faults.clear();
    return {};
  });
  app.get("/_fake/balance-sheets", async () => fake().balanceSheets());
  app.post("/_fake/pay-out", async () => {
    fake().payOutAll();
    return {};
  });
  app.post("/_fake/advance", async ({ body }) => {
    fake().clock.advance((JSON.parse(String(body)) as { seconds: number }).seconds);
    return {};
  });
}
