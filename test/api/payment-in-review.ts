import { sandboxPspSecret } from "../../src/connectors/sandbox/psp-secret.ts";
import { startSandboxPspServer } from "../../src/sandbox-psp/server.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { type PartlyApprovingPsp, startPartlyApprovingPsp } from "../support/partly-approving-psp.ts";
import { until } from "../support/until.ts";
import { pay } from "./paying.ts";

/** A separate Kassa with one payment that needs a review: its PSP approved three fifths of the amount. */
export async function startReview(
  t: { after(close: () => Promise<void>): void },
  options?: Parameters<typeof pay>[1],
): Promise<{ readonly shop: TestApp; readonly psp: PartlyApprovingPsp; readonly payment: JsonBody }> {
  const psp = await startPartlyApprovingPsp();
  t.after(() => psp.close());
  const shop = await startTestApp({ KASSA_SANDBOX_PSP_URL: psp.url });
  t.after(() => shop.close());
  const simulated = await startSandboxPspServer({
    database: shop.db.database,
    secretKey: sandboxPspSecret(shop.keyring),
    host: "127.0.0.1",
    port: 0,
    notificationUrl: () => "http://127.0.0.1:9/",
  });
  t.after(() => simulated.close());
  psp.forwardTo(new URL(simulated.url).origin);
  const payment = await pay(shop, options);
  const look = async (): Promise<JsonBody> => (await shop.call("GET", `/api/payments/${payment.id}`)).body;
  await until(async () => (await look()).status === "needs_review", "the payment needs a review");
  return { shop, psp, payment };
}
