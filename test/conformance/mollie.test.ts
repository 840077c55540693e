import assert from "node:assert/strict";
import { startMollieRig } from "../../src/connectors/mollie/test-support.ts";
import type { CheckoutChoice } from "../psp/mollie/checkout.ts";
import { describeConnector } from "./connector-conformance.ts";
import type { ConformanceRig, Page } from "./rig.ts";

const day = 86_400;

/** The calls that make a payment or move money. */
const paths = {
  begin: "POST /v2/payments",
  capture: "/captures",
  void: "/release-authorization",
  refund: "/refunds",
} as const;

describeConnector("Mollie", async (): Promise<ConformanceRig> => {
  const { fake, connector, account, close } = await startMollieRig();
  const checkOut = async ({ reference }: Page, choice: CheckoutChoice): Promise<void> => {
    assert.equal(fake.checkOut(reference, choice).kind, "return");
  };
  return {
    connector,
    account,
    fake: {
      pay: (page) => checkOut(page, { outcome: "paid" }),
      decline: (page) => checkOut(page, { outcome: "failed", failureReason: "insufficient_funds" }),
      expire: (page) => checkOut(page, { outcome: "expired" }),
      loseNextAnswer: (when, kind) => fake.faults.add({ kind: `lose_answer_${when}`, match: paths[kind] }),
      failNextRequest: () => fake.faults.add({ kind: "status_500_before" }),
      settle: async () => fake.clock.advance(3 * day),
      movedFor: async ({ idempotencyKey }) => {
        const moved = fake.movedAmounts().get(idempotencyKey)?.amounts;
        return {
          authorized: moved?.authorized ?? 0,
          captured: moved?.captured ?? 0,
          released: moved?.released ?? 0,
          refunded: moved?.refunded ?? 0,
        };
      },
    },
    close,
  };
});
