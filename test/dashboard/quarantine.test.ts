import assert from "node:assert/strict";
import { test } from "node:test";
import { makeId } from "../../src/kernel/id.ts";
import { usePeopleApp } from "../../src/people/test-support.ts";
import { useBrowser } from "../support/browser.ts";
import { joinAsOwner } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// A charge of before a restored backup is looked up at the provider, and doesn't wait any more.

const kassa = usePeopleApp();
const browser = useBrowser(kassa);

for (const [name, options] of layouts)
  test(`a report that matches nothing waits until it is dealt with: ${name}`, async () => {
    const { tenantId } = kassa.tenant.tenant;
    const charge = `ch_of_${name}`;
    await kassa.db.sql(
      `INSERT INTO psp_notifications (tenant_id, id, mode, connector, connector_account, psp_event_id, body, quarantine_reason)
       VALUES ($1, $2, 'sandbox', 'sandbox', 'x', $3, '', 'unknown_session')`,
      [tenantId, makeId("ntf", "sandbox", tenantId, Date.now()), `listed ${charge} unknown_session`],
    );
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const start = await joinAsOwner(page, kassa, `quarantine-${name}`);
      await page.goto(`${start}/exceptions`);
      const group = page.getByRole("region", { name: "Reports that match nothing" });
      await group.getByText(charge).waitFor();
      await group.getByText("It is of a session that Kassa doesn’t know").waitFor();
      await lookAt(page, `quarantine-${name}`);
      await group.getByRole("button", { name: "Dealt with" }).click();
      await page.getByRole("dialog").getByText(`${charge} doesn’t wait any more.`).waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Dealt with" }).click();
      await page.getByRole("status").getByText(`${charge} doesn’t wait any more.`).waitFor();
      await page.getByText("Nothing waits for you").waitFor();
    });
    const [row] = await kassa.db.sql<{ handled: boolean }>(
      "SELECT handled_at IS NOT NULL AS handled FROM psp_notifications WHERE psp_event_id LIKE $1",
      [`%${charge}%`],
    );
    assert.deepEqual(row, { handled: true });
  });
