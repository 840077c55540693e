import assert from "node:assert/strict";
import { startAdyenRig } from "../../src/connectors/adyen/test-support.ts";
import type { PageChoice } from "../psp/adyen/pay.ts";
import { describeConnector } from "./connector-conformance.ts";
import type { ConformanceRig, Page } from "./rig.ts";

/** The calls that make a page or move money. */
const paths = {
  begin: "POST /v72/sessions",
  capture: "/captures",
  void: "/cancels",
  refund: "/refunds",
} as const;

for (const [name, multiplePartialCaptures] of [
  ["Adyen", false],
  ["Adyen with multiple partial captures", true],
] as const)
  describeConnector(name, async (): Promise<ConformanceRig> => {
    const rig = await startAdyenRig({ multiplePartialCaptures });
    const { fake, connector, account, facts } = rig;
    const enter = async ({ reference }: Page, choice: PageChoice, expected: string): Promise<void> => {
      assert.equal(fake.pay(reference, choice).kind, expected);
      await rig.advance(1);
    };
    return {
      connector,
      account,
      facts,
      fake: {
        pay: (page) => enter(page, { outcome: "authorised" }, "returned"),
        decline: (page) => enter(page, { outcome: "refused", reason: "Not enough balance" }, "refused"),
        expire: () => rig.advance(25 * 3_600),
        loseNextAnswer: (when, kind) => fake.faults.add({ kind: `lose_answer_${when}`, match: paths[kind] }),
        failNextRequest: () => fake.faults.add({ kind: "status_500_before" }),
        settle: () => rig.advance(60),
        movedFor: async ({ idempotencyKey }) => {
          const { authorized = 0, captured = 0, released = 0, refunded = 0 } = rig.moved(idempotencyKey);
          return { authorized, captured, released, refunded };
        },
      },
      close: rig.close,
    };
  });
