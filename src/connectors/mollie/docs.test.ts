import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { listCurrencies } from "../../kernel/currency.ts";
import { declines } from "./declines.ts";
import { hostedMethods, mollieMethod, takes } from "./methods.ts";

/** The rows below a heading of the guide, without the table's own heading. */
async function rowsBelow(heading: string): Promise<string[]> {
  const guide = await readFile(new URL("../../../docs/connectors/mollie.md", import.meta.url), "utf8");
  const section = guide.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2);
}

test("the guide has the methods and currencies of the connector", async () => {
  const rows = hostedMethods.map((method) => {
    const taken = (captureMethod: "automatic" | "manual") =>
      listCurrencies()
        .map(({ code }) => code)
        .filter((currency) => takes(method, { amount: 100, currency, captureMethod }));
    const later = taken("manual").length > 0 ? "yes" : "no";
    return `| \`${method}\` | \`${mollieMethod(method)}\` | ${later} | ${taken("automatic").join(" ")} |`;
  });
  assert.deepEqual(await rowsBelow("Methods and currencies"), rows);
});

test("the guide has the decline codes of the connector", async () => {
  const rows = Object.entries(declines).map(([code, reason]) => `| \`${code}\` | \`${reason}\` |`);
  assert.deepEqual(await rowsBelow("Decline codes"), rows);
});
