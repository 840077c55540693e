import assert from "node:assert/strict";
import { test } from "node:test";
import { join, usePeopleApp, type Visitor } from "../../people/test-support.ts";
import { previewStates } from "./preview-view.ts";

let owner: Visitor;
const kassa = usePeopleApp({}, async () => {
  owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
});

const preview = (more: Record<string, string> = {}, who = owner) => {
  const query = { tenant: kassa.tenant.tenant.id, mode: "sandbox", state: "open", locale: "en", ...more };
  return who.get(`/dashboard/api/page-preview?${new URLSearchParams(query)}`);
};

test("the page is shown with what is typed, in any language, and what was emptied is left out", async () => {
  await kassa.call("POST", "/api/settings", { body: { supportEmail: "help@shop.example" } });
  const saved = await preview();
  assert.equal(saved.status, 200);
  assert.match(saved.body, /help@shop\.example/);
  const typed = await preview({
    displayName: "Rosa's <b>Bakery</b>",
    supportEmail: "",
    brandColor: "#7c3aed",
    locale: "ar",
  });
  assert.match(typed.body, /<html lang="ar" dir="rtl"/);
  assert.match(typed.body, /Rosa&#39;s &#60;b&#62;Bakery/);
  assert.match(typed.body, /\/brand-7c3aed\./);
  assert.ok(!typed.body.includes("help@shop.example"));
  const { body } = await kassa.call("GET", "/api/settings");
  assert.equal(body.displayName, "Test shop", "nothing is saved");
});

test("legal pages are linked as they are typed; what isn't an address yet has no link", async () => {
  const { body } = await preview({
    termsUrl: "https://shop.example/terms",
    privacyUrl: "shop.exam",
    imprintUrl: "javascript:alert(1)",
    locale: "fr",
  });
  assert.match(
    body,
    /<a href="https:\/\/shop\.example\/terms" target="_blank" rel="noopener">Conditions<\/a>/,
  );
  assert.equal(body.match(/rel="noopener"/g)?.length, 1);
});

test("own sentences are shown as they are typed, else as they are saved, where the page has them", async () => {
  await kassa.call("POST", "/api/settings", {
    body: { texts: { de: { submitNote: "Drei Tage", paidNote: "Danke" } } },
  });
  assert.match((await preview({ locale: "de" })).body, /<span class="note" lang="de" dir="auto">Drei Tage</);
  const typed = { locale: "de", submitNote: "<b>Vier", paidNote: "" };
  assert.match((await preview(typed)).body, /dir="auto">&#60;b&#62;Vier</);
  assert.ok(!(await preview({ ...typed, state: "paid" })).body.includes('class="note"'));
  assert.match((await preview({ locale: "de", state: "paid" })).body, />Danke</);
  assert.ok(!(await preview({ locale: "fr" })).body.includes('class="note"'), "no other language's");
});

test("each state can be looked at", async () => {
  for (const state of previewStates) assert.equal((await preview({ state })).status, 200, state);
});

test("only the dashboard frames it, nothing is sent from it, and no script runs but the page's own", async () => {
  const { headers } = await preview();
  const policy = headers.get("content-security-policy") ?? "";
  assert.match(policy, /frame-ancestors 'self'/);
  assert.match(policy, /form-action 'none'/);
  assert.ok(!/unsafe|\*/.test(policy), policy);
  assert.equal(headers.get("x-frame-options"), "SAMEORIGIN");
  const page = await kassa.call("GET", "/pay/cs_sandbox_none", { key: null });
  assert.match(page.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
});

test("only who works for the tenant sees it, and faults are named", async () => {
  assert.equal((await preview({}, kassa.visit())).body.code, "sign_in_required");
  const other = await kassa.makeTenant("Other shop");
  assert.equal((await preview({ tenant: other.tenant.id })).body.code, "role_forbids");
  assert.equal((await preview({ mode: "live" })).body.code, "second_factor_required");
  assert.equal((await preview({ locale: "tlh" })).body.code, "locale_invalid");
  assert.equal((await preview({ brandColor: "red;}" })).status, 400);
  assert.equal((await preview({ state: "nothing" })).status, 400);
});
