import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import { openDatabase } from "../database/database.ts";
import { createKey } from "../tenants/create-key.ts";
import { revokeKey } from "../tenants/roll-key.ts";
import { type AuditEntry, selectAuditEntries } from "./audit-log.ts";

let kassa: TestApp;
before(async () => {
  // It reads the audit log of the whole installation.
  kassa = await startTestApp();
});
after(() => kassa.close());

const entries = (limit = 100): Promise<AuditEntry[]> =>
  kassa.db.database.inControl((trx) =>
    selectAuditEntries(trx, { tenantId: kassa.tenant.tenant.tenantId, limit }),
  );
const newest = async (): Promise<AuditEntry | undefined> => (await entries(1))[0];
const byApi = () => ({ actor: `API key ${kassa.tenant.keys.sandbox.id}`, origin: "127.0.0.1" });
const who = ({ actor, origin }: AuditEntry) => ({ actor, origin });

test("records a change of settings with the API key, the IP address and the values", async () => {
  await kassa.call("POST", "/api/settings", { body: { displayName: "First" } });
  const changed = await kassa.call("POST", "/api/settings", { body: { displayName: "Second" } });
  assert.equal(changed.status, 200, changed.text);
  const entry = await newest();
  assert.ok(entry);
  assert.deepEqual(who(entry), byApi());
  assert.deepEqual(
    [entry.action, entry.object, entry.mode, entry.tenant],
    ["changed", "settings", "sandbox", kassa.tenant.tenant.id],
  );
  assert.deepEqual(entry.changes, { display_name: { from: "First", to: "Second" } });
});

test("records changes of webhook endpoints and that a secret was rotated, but never a secret", async () => {
  const made = await kassa.call("POST", "/api/webhook-endpoints", {
    body: { url: "https://shop.example/hook" },
  });
  assert.equal(made.status, 200, made.text);
  assert.deepEqual([(await newest())?.action, (await newest())?.objectId], ["created", made.body.id]);
  const rotated = await kassa.call("POST", `/api/webhook-endpoints/${made.body.id}/rotate-secret`);
  assert.equal(rotated.status, 200, rotated.text);
  const entry = await newest();
  assert.ok(entry);
  assert.deepEqual(who(entry), byApi());
  assert.deepEqual(entry.changes.secret_sealed, {});
  await kassa.call("DELETE", `/api/webhook-endpoints/${made.body.id}`);
  const deleted = await newest();
  assert.ok(deleted);
  assert.deepEqual([deleted.action, who(deleted)], ["deleted", byApi()]);
  const all = JSON.stringify(await entries());
  const sealed = await kassa.db.sql<{ hash: Buffer }>("SELECT secret_hash AS hash FROM api_keys");
  for (const secret of [
    made.body.secret,
    rotated.body.secret,
    ...sealed.map(({ hash }) => hash.toString("hex")),
  ])
    assert.ok(!all.includes(secret));
});

test("records the operator who creates or revokes a key, but not the use of a key", async () => {
  const actor = { name: "operator ann (kassa keys create)", origin: "desk 7 \\ cellar" };
  const database = openDatabase(kassa.db.settings, { poolSize: 1, actor });
  const { tenantId } = kassa.tenant.tenant;
  const made = await createKey(
    { database, keyring: kassa.keyring },
    { tenantId, mode: "live", name: "till" },
  );
  assert.ok(made.ok);
  const created = await newest();
  assert.ok(created);
  assert.deepEqual(who(created), { actor: actor.name, origin: actor.origin });
  assert.deepEqual(created.changes.name, { from: null, to: "till" });
  const before = (await entries()).length;
  await kassa.db.sql("UPDATE api_keys SET last_used_at = now()");
  assert.equal((await entries()).length, before);
  await revokeKey({ database, keyring: kassa.keyring }, made.value.id);
  await database.close();
  assert.deepEqual(Object.keys((await newest())?.changes ?? {}), ["revoked_at"]);
});

test("records the database user for a row changed by hand", async () => {
  const [user] = await kassa.db.sql<{ name: string }>("SELECT session_user AS name");
  await kassa.db.sql("UPDATE tenants SET rate_limits = '{\"live\": 7}' WHERE tenant_id = $1", [
    kassa.tenant.tenant.tenantId,
  ]);
  const entry = await newest();
  assert.equal(entry?.actor, `database user ${user?.name}`);
  assert.deepEqual(entry?.changes.rate_limits?.to, { live: 7 });
});

test("entries can't be changed or deleted, and requests of tenants can't read them", async () => {
  for (const sql of [
    "UPDATE audit_entries SET actor = 'somebody else'",
    "DELETE FROM audit_entries",
    "TRUNCATE audit_entries",
  ])
    await assert.rejects(kassa.db.sql(sql), /append-only/, sql);
  await kassa.db.sql("SET session_replication_role = replica");
  await assert.rejects(kassa.db.sql("DELETE FROM audit_entries"), /append-only/);
  await kassa.db.sql("RESET session_replication_role");
  const scope = { tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox" } as const;
  await assert.rejects(
    kassa.db.database.inTenant(scope, (trx) => trx.query("SELECT FROM audit_entries")),
    { code: "42501" },
  );
});

test("an actor's name can't inject SQL", async () => {
  const scope = {
    tenantId: kassa.tenant.tenant.tenantId,
    mode: "sandbox",
    actor: { name: "x'; SET LOCAL app.mode='live", origin: "\\'; SELECT 1/0; --" },
  } as const;
  const seen = await kassa.db.database.inTenant(scope, (trx) =>
    trx.one(
      "SELECT current_setting('app.actor') AS name, current_setting('app.origin') AS origin, current_mode() AS mode",
    ),
  );
  assert.deepEqual(seen, { ...scope.actor, mode: "sandbox" });
});
