import assert from "node:assert/strict";
import { createSandboxConnector } from "../../src/connectors/sandbox/connector.ts";
import { account } from "../../src/connectors/sandbox/test-support.ts";
import type { Fault } from "../../src/sandbox-psp/faults.ts";
import { startTestPsp, testSecretKey } from "../../src/sandbox-psp/test-support.ts";
import { cards } from "../support/payments.ts";
import { until } from "../support/until.ts";
import { describeConnector } from "./connector-conformance.ts";
import type { ConformanceRig, Page } from "./rig.ts";

const lost = { before: "status_500_before_charge", after: "truncated_json" } as const;

describeConnector("the simulated PSP", async (): Promise<ConformanceRig> => {
  let next: { readonly fault: Fault; readonly isMatch: (method: string) => boolean } | undefined;
  const psp = await startTestPsp({
    faults: ({ method }) => {
      if (!next?.isMatch(method)) return undefined;
      const { fault } = next;
      next = undefined;
      return fault;
    },
  });
  const submit = async ({ url }: Page, number: string, expected: number): Promise<void> => {
    const body = new URLSearchParams({ choice: "pay", number });
    const response = await fetch(url, { method: "POST", body, redirect: "manual" });
    await response.body?.cancel();
    assert.equal(response.status, expected);
  };
  return {
    connector: createSandboxConnector({ baseUrl: psp.url, secretKey: testSecretKey }),
    account,
    fake: {
      pay: (page) => submit(page, cards.approved, 303),
      decline: (page) => submit(page, cards.declined, 422),
      expire: async ({ reference }) => {
        await psp.db.sql("UPDATE sandbox_psp.charges SET due_at = now() WHERE id = $1", [reference]);
        await until(async () => {
          const waiting = "SELECT FROM sandbox_psp.charges WHERE id = $1 AND due_at IS NOT NULL";
          return (await psp.db.sql(waiting, [reference])).length === 0;
        }, "the page has expired");
      },
      loseNextAnswer: (when) => {
        next = { fault: lost[when], isMatch: (method) => method === "POST" };
      },
      failNextRequest: () => {
        next = { fault: "status_500_before_charge", isMatch: () => true };
      },
      settle: async () => {},
      movedFor: async ({ session }) => {
        const rows = await psp.db.sql<{ kind: string; captured: boolean; amount: number }>(
          "SELECT kind, captured, amount FROM sandbox_psp.charge_log WHERE merchant_reference = $1",
          [session],
        );
        const sum = (isCounted: (row: (typeof rows)[number]) => boolean): number =>
          rows.filter(isCounted).reduce((total, { amount }) => total + amount, 0);
        return {
          authorized: sum(({ kind }) => kind === "authorize"),
          captured: sum(({ kind, captured }) => kind === "capture" || captured),
          released: sum(({ kind }) => kind === "release" || kind === "void"),
          refunded: sum(({ kind }) => kind === "refund"),
        };
      },
    },
    close: () => psp.close(),
  };
});
