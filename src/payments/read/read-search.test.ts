import assert from "node:assert/strict";
import { test } from "node:test";
import { makeId } from "../../kernel/id.ts";
import { readSearch, type SearchTerm } from "./read-search.ts";

const scope = { tenantId: 7, mode: "sandbox" } as const;

/** The meanings of a search text, in words. An amount names those of four currencies that have the decimals for it. */
function meanings(text: string): string[] {
  return readSearch(text, scope).map(inWords);
}

function inWords(term: SearchTerm): string {
  if ("id" in term) return `${term.kind} ${term.id}`;
  if ("text" in term) return `${term.kind} ${term.text}`;
  if (term.kind === "last4") return `last4 ${term.last4}`;
  const known = ["EUR", "JPY", "KWD", "CLF"].filter((code) => term.currencies?.includes(code));
  return `amount ${term.amount} ${term.currencies === null ? "any" : known.join()}`;
}

const references = (text: string) => [`clientReferenceId ${text}`, `pspReference ${text}`];

test("an id of the tenant's own has no other meaning", () => {
  for (const [prefix, kind] of [
    ["pay", "payment"],
    ["cs", "session"],
    ["att", "attempt"],
    ["cap", "movement"],
    ["vd", "movement"],
    ["co", "movement"],
    ["re", "movement"],
    ["dp", "dispute"],
  ] as const) {
    const id = makeId(prefix, scope.mode, scope.tenantId, 1);
    assert.deepEqual(meanings(` ${id} `), [`${kind} ${id}`]);
  }
});

test("an id of another tenant, mode or kind is treated as any other text", () => {
  for (const id of [
    makeId("pay", "live", 7, 1),
    makeId("pay", "sandbox", 8, 1),
    makeId("evt", "sandbox", 7, 1),
    "pay_sandbox_1",
  ]) {
    assert.deepEqual(meanings(id), [...references(id), `emailBeginning ${id.toLowerCase()}`]);
  }
});

test("what looks like an address, digits of a card or an amount is looked for as such too", () => {
  const cases: [text: string, meant: string[]][] = [
    ["order-1042", ["emailBeginning order-1042", "emailDomain order-1042"]],
    ["Kim@shop.example", ["emailBeginning kim@shop.example", "emailLastWord kim@shop.example"]],
    ["Kim", ["emailBeginning kim", "emailLastWord kim", "emailDomain kim"]],
    ["Kim.", ["emailBeginning kim.", "emailDomain kim."]],
    ["kim.lee@", ["emailBeginning kim.lee@"]],
    ["kim+lee", ["emailBeginning kim+lee", "emailLastWord kim+lee"]],
    ["ki", []],
    ["@Shop.example", ["emailDomain shop.example"]],
    ["@shop", ["emailDomain shop"]],
    ["@sh", ["customerEmail @sh"]],
    ["kim lee@shop.example", ["customerEmail kim lee@shop.example"]],
    ["kim lee", []],
    ["25.99", ["amount 2599 EUR", "amount 25990 KWD", "amount 259900 CLF"]],
    ["25,99", ["amount 2599 EUR", "amount 25990 KWD", "amount 259900 CLF"]],
    ["25.9", ["amount 2590 EUR", "amount 25900 KWD", "amount 259000 CLF"]],
    ["1.234", ["amount 1234 KWD", "amount 12340 CLF"]],
    ["25.99 eur", ["amount 2599 EUR"]],
    ["EUR 25.99", ["amount 2599 EUR"]],
    ["EUR25.99", ["emailBeginning eur25.99", "emailDomain eur25.99", "amount 2599 EUR"]],
    ["25.99 JPY", []],
    ["25.99 XYZ", []],
    ["EUR 25.99 EUR", []],
    ["7", ["amount 7 any", "amount 700 EUR", "amount 7000 KWD", "amount 70000 CLF"]],
    ["7 JPY", ["amount 7 JPY"]],
    ["7 EUR", ["amount 7 EUR", "amount 700 EUR"]],
    [
      "2599",
      ["last4 2599", "amount 2599 any", "amount 259900 EUR", "amount 2599000 KWD", "amount 25990000 CLF"],
    ],
    ["m02x", ["emailBeginning m02x", "emailLastWord m02x", "emailDomain m02x", "last4 M02X"]],
    ["1e3@", ["emailBeginning 1e3@", "emailLastWord 1e3@"]],
    ["0007", ["last4 0007", "amount 7 any", "amount 700 EUR", "amount 7000 KWD", "amount 70000 CLF"]],
    ["0", []],
    ["0.00", []],
    ["-5", []],
    ["1.23456", []],
    ["9007199254740993", []],
    ["90071992547409.92", []],
    ["1e3", []],
    ["٢٥", []],
  ];
  for (const [text, meant] of cases) assert.deepEqual(meanings(text), [...references(text), ...meant], text);
});
