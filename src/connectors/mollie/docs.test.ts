import assert from "node:assert/strict";
import { test } from "node:test";
import { guideRows } from "../../../test/support/guide-rows.ts";
import { listCurrencies } from "../../kernel/currency.ts";
import { declines } from "./declines.ts";
import { mollie } from "./kind.ts";
import { hostedMethods, mollieMethod, takes } from "./methods.ts";
import { settlementTypes } from "./settlement-types.ts";

const rowsBelow = (heading: string) => guideRows("mollie", heading);

test("the guide has the methods and currencies of the connector", async () => {
  const rows = hostedMethods.map((method) => {
    const taken = listCurrencies()
      .map(({ code }) => code)
      .filter((currency) => takes(method, { amount: 100, currency, captureMethod: "automatic" }));
    const later = mollie.capabilities({})[method]?.capture === "at_once" ? "no" : "yes";
    return `| \`${method}\` | \`${mollieMethod(method)}\` | ${later} | ${taken.join(" ")} |`;
  });
  assert.deepEqual(await rowsBelow("Methods and currencies"), rows);
});

test("the guide has the decline codes of the connector", async () => {
  const rows = Object.entries(declines).map(([code, reason]) => `| \`${code}\` | \`${reason}\` |`);
  assert.deepEqual(await rowsBelow("Decline codes"), rows);
});

test("the guide has the types of balance transactions", async () => {
  const rows = Object.entries(settlementTypes).map(([type, own]) => `| \`${type}\` | \`${own}\` |`);
  assert.deepEqual(await rowsBelow("Balance transactions"), rows);
});
