/**
 * Runs the fake of Stripe as a process of its own, for tests that kill and restart others:
 *
 *     node test/psp/stripe/serve.ts --port 4242
 *
 * Customers pay on the hosted page. Below `/_fake`, the test that started it reads and steers it: `GET /_fake/log`,
 * `GET /_fake/problems`, `POST /_fake/faults` with a `Fault`, `POST /_fake/advance` with `{"seconds": 60}`.
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { startFakeStripe } from "./fake-stripe.ts";
import type { Fault } from "./faults.ts";

const { values } = parseArgs({ options: { port: { type: "string" }, host: { type: "string" } } });
const fake = await startFakeStripe({
  port: Number(values.port ?? 0),
  host: values.host ?? "127.0.0.1",
  control: (app, fake) => {
    app.get("/_fake/log", async () => fake().log);
    app.get("/_fake/problems", async () => fake().problems);
    app.post("/_fake/faults", async ({ body }) => {
      fake().faults.add(JSON.parse(String(body)) as Fault);
      return {};
    });
    app.post("/_fake/advance", async ({ body }) => {
      fake().clock.advance((JSON.parse(String(body)) as { seconds: number }).seconds);
      return {};
    });
  },
});
console.log(`The fake of Stripe listens at ${fake.url}`);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => fake.close().then(() => process.exit(0)));
