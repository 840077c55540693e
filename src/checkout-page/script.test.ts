import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import { codeLength, couldBeCardNumber } from "../kernel/card-brand.ts";
import { cardRules } from "../kernel/card-rules.ts";
import { testCards } from "../sandbox-psp/test-cards.ts";
import { testIbans } from "../sandbox-psp/test-ibans.ts";
import { script } from "./assets.ts";
import { isValidIban } from "./iban.ts";
import { parseExpiry } from "./parse-expiry.ts";

/** The parts of the page's script that need no page, and what they have to agree on with the server. */
type Script = {
  couldBeCardNumber(digits: string, rules: unknown): boolean;
  ruleOf(digits: string, rules: unknown): { brand: string; codeLength: number } | undefined;
  checkExpiry(text: string, nowMs: number): string | undefined;
  couldBeIban(iban: string): boolean;
};

const rules: unknown = JSON.parse(JSON.stringify(cardRules));

async function loadParts(): Promise<Script> {
  const parts = ["card-number.js", "checks.js"].map(
    (file) => new URL(`./assets/${file}`, import.meta.url).href,
  );
  const [numbers, checks] = await Promise.all(parts.map((href) => import(href)));
  return { ...numbers, ...checks };
}

test("the joined script is one valid file without imports and exports", () => {
  const text = script.bodies.identity.toString();
  assert.doesNotThrow(() => new vm.Script(text));
  assert.doesNotMatch(text, /^\s*(import|export) /m);
  assert.doesNotMatch(text, /innerHTML|insertAdjacentHTML|DOMParser|document\.write|eval\(/);
});

test("script and server agree on every test card and on numbers with a wrong digit", async () => {
  const page = await loadParts();
  for (const { number, cvcLength } of testCards) {
    const wrong = number.slice(0, -1) + String((Number(number.at(-1)) + 1) % 10);
    for (const digits of [number, wrong, number.slice(1), `${number}0`])
      assert.equal(page.couldBeCardNumber(digits, rules), couldBeCardNumber(digits), digits);
    assert.equal(page.ruleOf(number, rules)?.codeLength, cvcLength);
    assert.equal(codeLength(number), cvcLength);
  }
});

test("script and server agree on expiry dates", async () => {
  const page = await loadParts();
  const nowMs = Date.parse("2026-11-21T12:00:00Z");
  for (const text of [
    "",
    "01 / 27",
    "11 / 26",
    "10 / 26",
    "13 / 27",
    "00 / 27",
    "12 / 76",
    "12 / 77",
    "12/2034",
    "0127",
  ]) {
    const parsed = parseExpiry(text, nowMs);
    assert.equal(page.checkExpiry(text, nowMs), parsed.ok ? undefined : parsed.failure, text);
  }
  const end = Date.parse("2026-12-01T12:00:00Z");
  assert.equal(page.checkExpiry("11 / 26", end - 1), undefined);
  assert.equal(page.checkExpiry("11 / 26", end), "expiry_past");
});

test("the script takes every test IBAN, and none with another check digit", async () => {
  const page = await loadParts();
  for (const { iban } of testIbans) {
    assert.ok(page.couldBeIban(iban), iban);
    const wrong = iban.slice(0, -1) + String((Number(iban.at(-1)) + 1) % 10);
    assert.equal(page.couldBeIban(wrong), isValidIban(wrong), wrong);
  }
});
