import assert from "node:assert/strict";
import { sampleCamt, sampleEntry } from "../../src/bank-statements/test-support.ts";
import { type PeopleApp, password, signIn, type Visitor } from "../../src/people/test-support.ts";
import { addAccount, imported } from "../../src/statement-imports/test-support.ts";
import { disputed } from "../api/disputing.ts";
import { pay } from "../api/paying.ts";

/** Markup that would leave a trace if a page took it for its own: an element, and a script that runs. */
export const hostile = "<img data-hostile src=x onerror=hostile=1>";
/** The same for fields of at most 40 characters. */
const short = "<b data-hostile>";
const escaped = hostile.replaceAll("<", "&lt;");
/** Long words, which nothing may push out of a narrow screen. */
const long = `${hostile}${"Donaudampfschifffahrt".repeat(4)}`;

type Post = (path: string, body: object) => Promise<{ readonly id: string }>;

/** An owner whose name is markup, and who has stored markup in each text that the API and the dashboard take. */
export async function storeHostileTexts(kassa: PeopleApp, owner: Visitor): Promise<void> {
  const secret = await kassa.firstOwnerLink();
  const joined = await owner.post("/dashboard/api/join", {
    secret,
    name: hostile,
    email: "eve@shop.example",
    password,
  });
  assert.equal(joined.status, 200, JSON.stringify(joined.body));
  await signIn(owner, joined.body.email);
  await kassa.db.sql("UPDATE tenants SET name = $1 WHERE id = $2", [hostile, kassa.tenant.tenant.id]);
  const post: Post = async (path, body) => {
    const answer = await kassa.call("POST", path, { body });
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    return answer.body;
  };
  await storeBusiness(post);
  await storeSales(kassa, post);
  await storeBank(kassa);
  await kassa.db.sql(
    `INSERT INTO psp_notifications (tenant_id, id, mode, connector, connector_account, psp_event_id, body, quarantine_reason)
     SELECT tenant_id, 'ntf_sandbox_1', 'sandbox', 'stripe', 'ca_1', $1, '', 'unknown_session' FROM tenants`,
    [long],
  );
  const at = { "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": "sandbox" };
  const key = await owner.post("/dashboard/api/keys", { name: hostile, scopes: ["full"] }, at);
  assert.equal(key.status, 200, JSON.stringify(key.body));
}

async function storeBusiness(post: Post): Promise<void> {
  await post("/api/settings", {
    displayName: long.slice(0, 100),
    texts: { de: { submitNote: long.slice(0, 500) } },
  });
  await post("/api/webhook-endpoints", {
    url: "https://hooks.invalid/?x=%3Cimg%20data-hostile%3E",
    description: hostile,
  });
  await post("/api/sandbox/clocks", { name: hostile });
  await post("/api/connector-accounts", { connector: "bank_transfer", label: hostile, credentials: {} });
}

async function storeSales(kassa: PeopleApp, post: Post): Promise<void> {
  const session = {
    description: long,
    customerEmail: `${"eve".repeat(18)}@${"shop-".repeat(10)}x.example`,
    clientReferenceId: long,
    metadata: { [short]: long },
    lineItems: [{ name: long, quantity: 1, unitAmount: 2_599 }],
  };
  const payment = await pay(kassa, { session });
  await post(`/api/payments/${payment.id}/notes`, { text: long });
  await post(`/api/payments/${payment.id}/tags`, { add: [short] });
  await post("/api/refunds", { payment: payment.id, amount: 100, metadata: { [short]: hostile } });
  await pay(kassa, { session, card: "4000 0000 0000 9995" });
  const dispute = await disputed(kassa, "fraudulent", { session });
  await post(`/api/disputes/${dispute.id}/evidence`, {
    texts: { customerName: hostile, uncategorizedText: long },
  });
}

async function storeBank(kassa: PeopleApp): Promise<void> {
  await addAccount(kassa, { holder: hostile, label: hostile });
  const entry = sampleEntry({ amount: "12.00", reference: "REF-1", text: escaped });
  await imported(kassa, sampleCamt(entry), { query: `?name=${encodeURIComponent(hostile)}` });
}
