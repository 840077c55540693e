import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type PeopleApp, startPeopleApp } from "../../src/people/test-support.ts";
import { type FakeAdyen, startFakeAdyen } from "../psp/adyen/fake-adyen.ts";
import { hmacKey, merchantAccount } from "../psp/adyen/test-support.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { joinAsOwner } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// Finance hands over what Adyen has booked and paid out, as a file.

/** With the form of a real one. */
const apiKey = `AQE${"x".repeat(60)}`;
let adyen: FakeAdyen;
let kassa: PeopleApp;
let browser: TestBrowser;
before(async () => {
  adyen = await startFakeAdyen({ apiKey });
  kassa = await startPeopleApp({ KASSA_ADYEN_URL: adyen.url });
  browser = openBrowser(kassa.url);
  const body = {
    connector: "adyen",
    label: "Adyen, Europe",
    credentials: { apiKey, hmacKey },
    settings: { merchantAccount },
  };
  const made = await kassa.call("POST", "/api/connector-accounts", { body });
  assert.equal(made.status, 200, made.text);
});
after(async () => {
  await browser.close();
  await kassa.close();
  await adyen.close();
});

for (const [name, options] of layouts)
  test(`a settlement report is dropped, and one that can't be read says why: ${name}`, async () => {
    const [file = ""] = adyen.closeBatch([{ type: "ManualCorrected", amount: 55 }]);
    const report = adyen.reportOf(file);
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const start = await joinAsOwner(page, kassa, `reports-${name}`);
      await page.goto(`${start}/books/payouts`);
      await page.getByText("Adyen’s settlement details report of Adyen, Europe").waitFor();
      await lookAt(page, `reports-${name}`);
      const drop = (content: string, as: string) =>
        page
          .locator("input[type=file]")
          .setInputFiles({ name: as, mimeType: "text/csv", buffer: Buffer.from(content) });
      await drop(report.slice(0, -20), "cut-off.csv");
      await page
        .getByRole("status", { name: "cut-off.csv" })
        .getByText(/is cut off/)
        .waitFor();
      await drop(report, file);
      const taken = page.getByRole("status", { name: file });
      await taken.getByText("Payouts in it:").waitFor();
      await taken.getByText("Not explained").waitFor();
      await lookAt(page, `reports-taken-${name}`);
    });
    const { body } = await kassa.call("GET", "/api/settlement-lines?status=exception");
    assert.ok(body.data.some(({ gross }: { gross: number }) => gross === 55));
  });
