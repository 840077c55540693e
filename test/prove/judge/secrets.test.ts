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

test("a card number in a row and a key in a log are violations", async (t) => {
  const db = await openTestDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-judge-"));
  t.after(async () => {
    rmSync(folder, { recursive: true });
    await db.close();
  });
  const look = async (): Promise<string[]> =>
    (await checkSecrets({ folder, merchants: [merchant], cluster: db })).map((words) => words.slice(5));
  writeFileSync(path.join(folder, "kassa-1.log"), "all is well\n");
  assert.deepEqual(await look(), []);
  writeFileSync(path.join(folder, "kassa-1.log"), `all is well\nkey ${merchant.liveKey}\n`);
  await db.sql("INSERT INTO tenants (tenant_id, id, name) VALUES (7, 'ten_7', 'Shop 4242424242424242')");
  const said = (await look()).join("\n");
  assert.match(said, /1 rows of public.tenants hold a card number or a key/);
  assert.match(said, /line 2 of kassa-1.log holds a card number or a key/);
});
