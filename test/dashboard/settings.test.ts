import assert from "node:assert/strict";
import { test } from "node:test";
import { usePeopleApp } from "../../src/people/test-support.ts";
import { useBrowser } from "../support/browser.ts";
import { joinAsOwner } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// An owner makes the payment page look like their shop, and sees it before customers do.

const kassa = usePeopleApp();
const browser = useBrowser(kassa);

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="#7c3aed"/></svg>',
);

for (const [name, options] of layouts)
  test(`an owner sets name, colour and logo beside a preview: ${name}`, async () => {
    await kassa.call("DELETE", "/api/settings/logo");
    await kassa.call("POST", "/api/settings", { body: { privacyUrl: null, imprintUrl: null, texts: null } });
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      await page.goto(`${await joinAsOwner(page, kassa, `settings-${name}`)}/home`);
      await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
      if (options.phone) await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("navigation").getByRole("link", { name: "Settings" }).click();
      const shown = page.frameLocator("iframe");
      const look = page.getByRole("region", { name: "Name, colour and contact" });
      await page.getByLabel("Name that customers read").fill(`Rosa's Bakery ${name}`);
      await shown.getByText(`Rosa's Bakery ${name}`).first().waitFor();
      await page.getByLabel("Colour of buttons and links").fill("#7c3aed");
      await page.getByLabel("E-mail address for questions").fill("help@rosa.example");
      await page.getByLabel("Phone number").fill("12");
      await look.getByRole("button", { name: "Save" }).click();
      await page.getByText("It has to be a phone number").waitFor();
      await page.getByLabel("Phone number").fill("+49 30 1234567");
      await look.getByRole("button", { name: "Save" }).click();
      await look.getByText("Saved. New visits of the page show it.").waitFor();
      await page.getByLabel("Privacy notice").fill("https://rosa.example/privacy");
      await shown.getByRole("link", { name: "Privacy" }).waitFor();
      await page.getByLabel("Legal notice").fill("ftp://rosa.example");
      await look.getByRole("button", { name: "Save" }).click();
      await page.getByText("The URL must be absolute").waitFor();
      await page.getByLabel("Legal notice").fill("https://bäckerei.example/Impressum");
      await look.getByRole("button", { name: "Save" }).click();
      await look.getByText("Saved. New visits of the page show it.").waitFor();
      const texts = page.getByRole("region", { name: "Your own sentences" });
      await texts.getByLabel("Above the button that pays").fill("Fresh bread takes\na day");
      await shown.getByText("Fresh bread takes a day").first().waitFor();
      await texts.getByRole("button", { name: "Save" }).click();
      await texts.getByText("Saved. New visits of the page show it.").waitFor();
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Choose a picture" }).click();
      await (await chooser).setFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: logo });
      await page.getByRole("button", { name: "Replace" }).waitFor();
      await shown.locator(".logo img").first().waitFor();
      await lookAt(page, `settings-${name}`);
      await page.getByRole("combobox", { name: "Language of the preview" }).click();
      await page.getByRole("option", { name: /Arabic/ }).click();
      await shown.locator("html[dir=rtl]").waitFor();
      await page.getByText("Desktop", { exact: true }).click();
      await lookAt(page, `settings-arabic-${name}`);
    });
    const { body } = await kassa.call("GET", "/api/settings");
    assert.deepEqual(
      [body.displayName, body.brandColor, body.supportEmail, body.supportPhone],
      [`Rosa's Bakery ${name}`, "#7c3aed", "help@rosa.example", "+49 30 1234567"],
    );
    assert.deepEqual(body.texts, { en: { submitNote: "Fresh bread takes a day", paidNote: null } });
    assert.deepEqual(
      [body.termsUrl, body.privacyUrl, body.imprintUrl],
      [null, "https://rosa.example/privacy", "https://xn--bckerei-5wa.example/Impressum"],
    );
  });
