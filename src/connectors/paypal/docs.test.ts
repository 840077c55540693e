import assert from "node:assert/strict";
import { test } from "node:test";
import { guideRows } from "../../../test/support/guide-rows.ts";
import { listCurrencies } from "../../kernel/currency.ts";
import { finishIssues, processorCodes } from "./declines.ts";
import { hostedMethods, takes } from "./methods.ts";
import { movementIssues } from "./refusals.ts";
import { eventTypes } from "./register-notifications.ts";
import { codes, groups } from "./transaction-codes.ts";

const rowsBelow = (heading: string) => guideRows("paypal", heading);

test("the guide has the methods and currencies of the connector", async () => {
  const rows = hostedMethods.map((method) => {
    const taken = (captureMethod: "automatic" | "manual") =>
      listCurrencies()
        .map(({ code }) => code)
        .filter((currency) => takes(method, { amount: 100, currency, captureMethod }));
    const later = taken("manual").length > 0 ? "yes" : "no";
    return `| \`${method}\` | ${later} | ${taken("automatic").join(" ")} |`;
  });
  assert.deepEqual(await rowsBelow("Currencies"), rows);
});

/** A row for each reason, except the one of all other codes. */
const rowsOf = (groups: Readonly<Record<string, string>>, others?: string) =>
  Object.entries(groups)
    .filter(([reason]) => reason !== others)
    .map(([reason, codes]) => `| \`${reason}\` | ${codes.replaceAll(/\S+/g, "`$&`")} |`);

test("the guide has the reasons of the connector for PayPal's issues and codes", async () => {
  assert.deepEqual(await rowsBelow("Decline codes"), rowsOf(finishIssues, "processing_error"));
  assert.deepEqual(await rowsBelow("Processor response codes"), rowsOf(processorCodes));
  assert.deepEqual(
    await rowsBelow("Refused captures, voids and refunds"),
    rowsOf(movementIssues, "refused_by_psp"),
  );
});

test("the guide has the events that Kassa registers", async () => {
  assert.deepEqual(
    await rowsBelow("Events"),
    eventTypes.map((name) => `| \`${name}\` |`),
  );
});

test("the guide has the transaction event codes", async () => {
  const rows = [
    ...Object.entries(groups).map(([group, meaning]) => ({ code: `${group}nn`, ...meaning })),
    ...Object.entries(codes).map(([code, meaning]) => ({ code, ...meaning })),
  ];
  const inGuide = (await rowsBelow("Transaction event codes")).map((row) =>
    row.replace(/^(\| `\w+` \|)[^|]*\|/, "$1"),
  );
  assert.deepEqual(
    inGuide,
    rows.map(({ code, credit, debit }) => `| \`${code}\` | \`${credit}\` | \`${debit}\` |`),
  );
});
