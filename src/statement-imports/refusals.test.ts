import assert from "node:assert/strict";
import { test } from "node:test";
import type { StatementFault } from "../bank-statements/entry.ts";
import { accountUnknown, statementInvalid } from "./refusals.ts";

const fault: StatementFault = { code: "value_invalid", message: "It is no amount.", place: null };

test("a file that is too large has a problem of its own, even if it has other faults", () => {
  const tooLarge: StatementFault = { code: "file_too_large", message: "The file is larger.", place: null };
  assert.deepEqual(statementInvalid([fault, tooLarge], 2), {
    code: "file_too_large",
    detail: "The file is larger.",
  });
});

test("faults have their places, and those that aren't listed are counted", () => {
  const place = { line: 4, column: 7, path: "Document/Stmt[1]" };
  const { detail, errors } = statementInvalid([{ ...fault, place }, fault], 25);
  assert.equal(detail, "Line 4, column 7, Document/Stmt[1]: It is no amount. The file has 25 faults.");
  assert.deepEqual(
    errors?.map((each) => each.detail),
    ["Line 4, column 7, Document/Stmt[1]: It is no amount.", "It is no amount."],
  );
});

test("a file of a hundred unknown accounts names twenty of them", () => {
  const accounts = Array.from({ length: 100 }, (_, at) => ({ iban: null, other: `account ${at}` }));
  assert.equal(accountUnknown(accounts).errors?.length, 20);
});
