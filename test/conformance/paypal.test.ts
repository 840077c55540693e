import assert from "node:assert/strict";
import { startPayPalRig } from "../../src/connectors/paypal/test-support.ts";
import { describeConnector } from "./connector-conformance.ts";
import type { ConformanceRig } from "./rig.ts";

/** The calls that make an order or move money. */
const paths = {
  begin: "POST /v2/checkout/orders",
  capture: "/capture",
  void: "/void",
  refund: "/refund",
} as const;

const orderSeconds = 3 * 3600;
/** As long as the connector leaves for differences between clocks, and a second more. */
const marginSeconds = 601;

describeConnector("PayPal", async (): Promise<ConformanceRig> => {
  const { fake, connector, account, close } = await startPayPalRig();
  return {
    connector,
    account,
    fake: {
      pay: async ({ reference }) => assert.equal(fake.pay(reference).kind, "return"),
      decline: async ({ reference }) => assert.equal(fake.decline(reference).kind, "return"),
      expire: async () => fake.clock.advance(orderSeconds + marginSeconds),
      loseNextAnswer: (when, kind) => fake.faults.add({ kind: `lose_answer_${when}`, match: paths[kind] }),
      loseNextFinish: (when) =>
        fake.faults.add({ kind: `lose_answer_${when}`, match: "POST /v2/checkout/orders/" }),
      failNextRequest: () => fake.faults.add({ kind: "status_500_before" }),
      // PayPal captures, voids and refunds at once, unless it reviews a payment or waits for a bank.
      settle: async () => {},
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
