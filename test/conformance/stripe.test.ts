import assert from "node:assert/strict";
import { startStripeRig } from "../../src/connectors/stripe/test-support.ts";
import { describeConnector } from "./connector-conformance.ts";
import type { ConformanceRig, Page } from "./rig.ts";

/** The calls that make a page or move money. */
const paths = {
  begin: "POST /v1/checkout/sessions",
  capture: "/capture",
  void: "/cancel",
  refund: "POST /v1/refunds",
} as const;

describeConnector("Stripe", async (): Promise<ConformanceRig> => {
  const { stripe, connector, account, moved, close } = await startStripeRig();
  const enter = async ({ reference }: Page, number: string, expected: string): Promise<void> => {
    assert.equal(stripe.pay(reference, { number }).kind, expected);
  };
  return {
    connector,
    account,
    fake: {
      pay: (page) => enter(page, "4242424242424242", "paid"),
      decline: (page) => enter(page, "4000000000009995", "declined"),
      expire: async () => stripe.clock.advance(25 * 3_600),
      loseNextAnswer: (when, kind) => stripe.faults.add({ kind: `lose_answer_${when}`, match: paths[kind] }),
      failNextRequest: () => stripe.faults.add({ kind: "status_500_before" }),
      settle: async () => stripe.clock.advance(60),
      movedFor: async ({ session }) => {
        const {
          authorized = 0,
          captured = 0,
          released = 0,
          refunded = 0,
        } = moved(session.replace(/^cs_/, ""));
        return { authorized, captured, released, refunded };
      },
    },
    close,
  };
});
