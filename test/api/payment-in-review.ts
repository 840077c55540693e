import { sandboxPspSecret } from "../../src/connectors/sandbox/psp-secret.ts";
import { startSandboxPspServer } from "../../src/sandbox-psp/server.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { type PartlyApprovingPsp, startPartlyApprovingPsp } from "../support/partly-approving-psp.ts";
import { until } from "../support/until.ts";
import { pay } from "./paying.ts";

type Review<App> = { readonly shop: App; readonly psp: PartlyApprovingPsp; readonly payment: JsonBody };

/** A separate Kassa with one payment that needs a review: its PSP approved three fifths of the amount. */
export const startReview = (t: Cleanup, options?: Parameters<typeof pay>[1]): Promise<Review<TestApp>> =>
  startReviewAt(t, startTestApp, options);

type Cleanup = { after(close: () => Promise<void>): void };

/** The same with a Kassa that `start` starts. */
export async function startReviewAt<App extends TestApp>(
  t: Cleanup,
  start: (env: Record<string, string>) => Promise<App>,
  options?: Parameters<typeof pay>[1],
): Promise<Review<App>> {
  const psp = await startPartlyApprovingPsp();
  t.after(() => psp.close());
  const shop = await start({ KASSA_SANDBOX_PSP_URL: psp.url });
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
