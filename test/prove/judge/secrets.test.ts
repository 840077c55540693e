import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { openTestDatabase } from "../../support/database.ts";
import { checkSecrets } from "./secrets.ts";

const merchant = {
  name: "north",
  tenantId: 1,
  sandboxKey: "sk_sandbox_of_north",
  liveKey: "sk_live_of_north",
};

test("reports a card number in a table and an API key in a log", async (t) => {
  const db = await openTestDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-judge-"));
  t.after(async () => {
    rmSync(folder, { recursive: true });
    await db.close();
  });
  const violations = (): Promise<string[]> => checkSecrets({ folder, merchants: [merchant], cluster: db });
  writeFileSync(path.join(folder, "kassa-1.log"), "all is well\n");
  assert.deepEqual(await violations(), []);
  writeFileSync(path.join(folder, "kassa-1.log"), `all is well\nkey ${merchant.liveKey}\n`);
  await db.sql("INSERT INTO tenants (tenant_id, id, name) VALUES (7, 'ten_7', 'Shop 4242424242424242')");
  const found = (await violations()).join("\n");
  assert.match(found, /1 rows of public.tenants contain a card number or an API key/);
  assert.match(found, /line 2 of kassa-1.log contains a card number or an API key/);
});
