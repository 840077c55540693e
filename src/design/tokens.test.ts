import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { stylesheet as checkout, stylesheetSubjects } from "../checkout-page/assets.ts";
import { stylesheet as docs } from "../docs/assets.ts";
import { withoutComments } from "../kernel/without-comments.ts";
import { pageStyle } from "../sandbox-psp/page-style.ts";
import { tokens } from "./tokens.ts";

const sheets = {
  "the payment page": checkout.bodies.identity.toString(),
  "the docs": docs.bodies.identity.toString(),
  "the issuer's page": withoutComments(pageStyle),
};
const bareTokens = withoutComments(tokens);

const definitions = (css: string): string[] => [...css.matchAll(/(--[\w-]+):/g)].map(([, name = ""]) => name);
const uses = (css: string): string[] => [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name);
const defined = new Set(definitions(tokens));

for (const [name, css] of Object.entries(sheets)) {
  test(`${name} begins with the design tokens and defines no others`, () => {
    assert.ok(css.startsWith(bareTokens));
    const own = css.slice(bareTokens.length);
    assert.deepEqual(definitions(own), []);
    assert.deepEqual(
      uses(own).filter((token) => !defined.has(token)),
      [],
      "used but not defined",
    );
  });

  test(`${name} takes font sizes and border radius from the tokens`, () => {
    const own = css.slice(bareTokens.length);
    assert.deepEqual(own.match(/font-size: *[\d.]+[a-z]+/g), null);
    assert.deepEqual(own.match(/border-radius: *10px/g), null);
  });
}

test("every token is used, and every colour has a dark value", () => {
  const used = new Set(Object.values(sheets).flatMap(uses));
  assert.deepEqual(
    [...defined].filter((token) => !used.has(token)),
    [],
  );
  const [light = "", dark = ""] = tokens.split("prefers-color-scheme: dark");
  const colours = [...light.matchAll(/(--[\w-]+): #/g)].map(([, name = ""]) => name);
  assert.ok(colours.length > 15);
  assert.deepEqual(
    colours.filter((name) => !dark.includes(`${name}: #`)),
    [],
  );
});

test("only tokens.css defines tokens", () => {
  const files = [
    ...stylesheetSubjects.map((subject) => `../checkout-page/assets/checkout/${subject}.css`),
    "../docs/assets/docs.css",
  ];
  for (const file of files) {
    const css = readFileSync(new URL(file, import.meta.url), "utf8");
    assert.deepEqual(definitions(css), [], file);
  }
});
