/**
 * Runs the fake of Adyen as a process of its own, for tests that kill and restart others:
 *
 *     node test/psp/adyen/serve.ts --port 4243 --webhook-url http://… --hmac-key 44782D…
 *
 * Customers pay on the hosted page. Below `/_fake`, the test that started it reads and steers it: `GET /_fake/log`,
 * `GET /_fake/problems`, `GET /_fake/balance-sheets`, `GET /_fake/reports` with the report files, oldest first, `POST /_fake/pay-out`, `POST /_fake/faults` with a `Fault`, `POST /_fake/no-faults`, `POST /_fake/outcomes` with a
 * `PlannedOutcome`, `POST /_fake/endpoint` with a `NotificationEndpoint`, `POST /_fake/advance` with `{"seconds": 60}`, and with
 * `{"charge": "…"}`, a payment's PSP reference: `POST /_fake/dispute`, and `POST /_fake/contradict`, which notifies that the payment was
 * refused, whatever became of it. `--webhook-retry-ms` is the pause before a notification that wasn't accepted is sent again.
 */
import process from "node:process";
import { parseArgs } from "node:util";
import type { FastifyInstance } from "fastify";
import type { Fault } from "../common/faults.ts";
import { type FakeAdyen, startFakeAdyen } from "./fake-adyen.ts";
import type { NotificationEndpoint } from "./notification-sender.ts";
import type { PlannedOutcome } from "./outcomes.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string" },
    host: { type: "string" },
    "webhook-url": { type: "string" },
    "hmac-key": { type: "string" },
    "webhook-retry-ms": { type: "string" },
    "api-key": { type: "string" },
  },
});
const {
  "webhook-url": webhookUrl,
  "hmac-key": hmacKey,
  "webhook-retry-ms": retryMs,
  "api-key": apiKey,
} = values;
const fake = await startFakeAdyen({
  port: Number(values.port ?? 0),
  host: values.host ?? "127.0.0.1",
  ...(webhookUrl && hmacKey ? { endpoint: { url: webhookUrl, hmacKey } } : {}),
  ...(apiKey ? { apiKey } : {}),
  ...(retryMs ? { webhookRetryMs: Number(retryMs) } : {}),
  control,
});
console.log(`The fake of Adyen listens at ${fake.url}`);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => fake.close().then(() => process.exit(0)));

function control(app: FastifyInstance, fake: () => FakeAdyen): void {
  const onPost = <Body>(path: string, act: (body: Body) => void) =>
    app.post(path, async ({ body }) => {
      act(JSON.parse(String(body)) as Body);
      return {};
    });
  app.get("/_fake/log", async () => fake().log);
  app.get("/_fake/problems", async () => fake().problems);
  app.get("/_fake/balance-sheets", async () => fake().balanceSheets());
  app.get("/_fake/reports", async () => fake().reports());
  onPost<object>("/_fake/pay-out", () => fake().payOutAll());
  onPost<Fault>("/_fake/faults", (fault) => fake().faults.add(fault));
  app.post("/_fake/no-faults", async () => {
    fake().faults.clear();
    return {};
  });
  onPost<{ charge: string }>("/_fake/dispute", ({ charge }) => void fake().dispute(charge));
  onPost<{ charge: string }>("/_fake/contradict", ({ charge }) => fake().contradict(charge));
  onPost<PlannedOutcome>("/_fake/outcomes", (outcome) => fake().outcomes.plan(outcome));
  onPost<NotificationEndpoint>("/_fake/endpoint", (endpoint) => fake().notifications.connect(endpoint));
  onPost<{ seconds: number }>("/_fake/advance", ({ seconds }) => fake().clock.advance(seconds));
}
