import assert from "node:assert/strict";
import { test } from "node:test";
import { usePeopleApp } from "../../src/people/test-support.ts";
import { sessionBody, sessionsPath } from "../api/support.ts";
import { useBrowser } from "../support/browser.ts";
import { until } from "../support/until.ts";
import { joinAsOwner } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// A developer looks why a request of their server was refused, and opens the session that another one made.

const kassa = usePeopleApp();
const browser = useBrowser(kassa);

const lines = async (): Promise<number> =>
  (
    await kassa.db.sql("SELECT id FROM request_log WHERE mode = 'sandbox' AND tenant_id = $1", [
      kassa.tenant.tenant.tenantId,
    ])
  ).length;

for (const [name, options, isFirst] of layouts)
  test(`a developer finds out why a request was refused: ${name}`, async () => {
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const sandbox = await joinAsOwner(page, kassa, `requests-${name}`);
      await page.goto(`${sandbox}/requests`);
      await page.getByRole("heading", { name: "Requests" }).waitFor();
      if (isFirst) {
        await page.getByText("No request yet").waitFor();
        await lookAt(page, `requests-empty-${name}`);
      }
      const before = await lines();
      const { body } = await kassa.call("POST", sessionsPath, {
        body: sessionBody({ customerEmail: "rosa@customer.example" }),
        headers: { "idempotency-key": `order-${name}`, "user-agent": "shop/2.1" },
      });
      await kassa.call("POST", sessionsPath, { body: sessionBody({ amount: -5 }) });
      await kassa.call("GET", `${sessionsPath}/${body.id}`);
      await until(async () => (await lines()) === before + 3, "the requests are stored");
      await page.goto(`${sandbox}/requests`);
      await page.getByText("amount_invalid").first().waitFor();
      await lookAt(page, `requests-${name}`);
      await page.goto(`${sandbox}/requests?status=failed`);
      await page
        .getByRole("link", { name: /POST \/api\/checkout\/sessions/ })
        .first()
        .click();
      await page.getByText("It is about /amount.").waitFor();
      const help = page.getByRole("link", { name: "What amount_invalid means, and what to do" });
      assert.equal(await help.getAttribute("href"), "/docs/errors#amount_invalid");
      await lookAt(page, `request-refused-${name}`);
      await page.goto(`${sandbox}/requests?path=${sessionsPath}&method=POST`);
      await page
        .getByRole("link", { name: /POST \/api\/checkout\/sessions/ })
        .nth(1)
        .click();
      await page.getByText("[redacted]").first().waitFor();
      await lookAt(page, `request-${name}`);
      await page.getByRole("link", { name: "Open the session" }).click();
      await page.waitForURL(new RegExp(body.id));
    });
  });
