import assert from "node:assert/strict";
import { test } from "node:test";
import { guideRows } from "../../../test/support/guide-rows.ts";
import { listCurrencies } from "../../kernel/currency.ts";
import { createAdyenConnector } from "./connector.ts";
import { declines } from "./declines.ts";
import { journalTypes } from "./journal-types.ts";
import { adyenMethod, hostedMethods, takes } from "./methods.ts";

const rowsBelow = (heading: string) => guideRows("adyen", heading);

test("the guide has the methods and currencies of the connector", async () => {
  const rows = hostedMethods.map((method) => {
    const taken = (captureMethod: "automatic" | "manual") =>
      listCurrencies()
        // A whole number of every currency's largest unit.
        .filter(({ code, exponent }) =>
          takes(method, { amount: 10 ** exponent, currency: code, captureMethod }),
        )
        .map(({ code }) => code);
    const later = taken("manual").length > 0 ? "yes" : "no";
    return `| \`${method}\` | \`${adyenMethod(method)}\` | ${later} | ${taken("automatic").join(" ")} |`;
  });
  assert.deepEqual(await rowsBelow("Methods and currencies"), rows);
});

test("the guide has the decline codes of the connector", async () => {
  const rows = Object.entries(declines).map(
    ([code, { text, reason }]) => `| ${code} | ${text} | \`${reason}\` |`,
  );
  assert.deepEqual(await rowsBelow("Decline codes"), rows);
});

test("the guide says of each thing whether the connector has it", async () => {
  const connector = createAdyenConnector(() => ({ send: () => assert.fail("nothing is sent") }));
  assert.equal(connector.listCharges, undefined);
  assert.ok(connector.disputes?.submitEvidence && connector.disputes.accept);
  const rows = await rowsBelow("What works");
  const cell = (name: string) => rows.find((row) => row.startsWith(`| ${name} |`)) ?? "";
  assert.match(cell("After a restored backup"), /no list to compare with/);
  assert.match(cell("Disputes"), /evidence .* and acceptance\./);
});

test("the guide has the journal types of settlement reports", async () => {
  const rows = Object.entries(journalTypes).map(([type, own]) => `| \`${type}\` | \`${own}\` |`);
  assert.deepEqual(await rowsBelow("Journal types"), rows);
});
