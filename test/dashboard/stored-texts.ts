import assert from "node:assert/strict";
import { sampleCamt, sampleEntry } from "../../src/bank-statements/test-support.ts";
import { type PeopleApp, password, signIn, type Visitor } from "../../src/people/test-support.ts";
import { addAccount, imported } from "../../src/statement-imports/test-support.ts";
import { disputed } from "../api/disputing.ts";
import { pay } from "../api/paying.ts";

/** Markup that would leave a trace if a page took it for its own: an element, and a script that runs. */
export const hostile = "<img data-hostile src=x onerror=hostile=1>";

/** What is stored wherever a text is. */
export type Texts = {
  readonly name: string;
  /** For fields of at most 40 characters. */
  readonly short: string;
  readonly long: string;
  /** Of at most 256 characters. */
  readonly email: string;
};

/** Texts that a screen may take for markup, or that are too long for it. */
export const hostileTexts: Texts = {
  name: hostile,
  short: "<b data-hostile>",
  // Long words, which nothing may push out of a narrow screen.
  long: `${hostile}${"Donaudampfschifffahrt".repeat(4)}`,
  email: `${"eve".repeat(18)}@${"shop-".repeat(10)}x.example`,
};

/** Texts as shops have them. */
export const plainTexts: Texts = {
  name: "Blue Bottle",
  short: "cart",
  long: "Two bags of coffee, ground for filters",
  email: "rosa@shop.example",
};

type Post = (path: string, body: object) => Promise<{ readonly id: string }>;

/** Signs in an owner who has stored a text in each field that the API and the dashboard take. */
export async function storeTexts(kassa: PeopleApp, owner: Visitor, texts: Texts): Promise<void> {
  const secret = await kassa.firstOwnerLink();
  const joined = await owner.post("/dashboard/api/join", {
    secret,
    name: texts.name,
    email: "eve@shop.example",
    password,
  });
  assert.equal(joined.status, 200, JSON.stringify(joined.body));
  await signIn(owner, joined.body.email);
  await kassa.db.sql("UPDATE tenants SET name = $1 WHERE id = $2", [texts.name, kassa.tenant.tenant.id]);
  const post: Post = async (path, body) => {
    const answer = await kassa.call("POST", path, { body });
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    return answer.body;
  };
  await storeBusiness(post, texts);
  await storeSales(kassa, post, texts);
  await storeBank(kassa, texts);
  await kassa.db.sql(
    `INSERT INTO psp_notifications (tenant_id, id, mode, connector, connector_account, psp_event_id, body, quarantine_reason)
     SELECT tenant_id, 'ntf_sandbox_1', 'sandbox', 'stripe', 'ca_1', $1, '', 'unknown_session' FROM tenants WHERE id = $2`,
    [texts.long, kassa.tenant.tenant.id],
  );
  const at = { "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": "sandbox" };
  const key = await owner.post("/dashboard/api/keys", { name: texts.name, scopes: ["full"] }, at);
  assert.equal(key.status, 200, JSON.stringify(key.body));
}

async function storeBusiness(post: Post, { name, short, long }: Texts): Promise<void> {
  await post("/api/settings", {
    displayName: long.slice(0, 100),
    texts: { de: { submitNote: long.slice(0, 500) } },
  });
  await post("/api/webhook-endpoints", {
    url: `https://hooks.invalid/?x=${encodeURIComponent(short)}`,
    description: name,
  });
  await post("/api/sandbox/clocks", { name });
  await post("/api/connector-accounts", { connector: "bank_transfer", label: name, credentials: {} });
}

async function storeSales(kassa: PeopleApp, post: Post, { name, short, long, email }: Texts): Promise<void> {
  const session = {
    description: long,
    customerEmail: email,
    clientReferenceId: long,
    metadata: { [short]: long },
    lineItems: [{ name: long, quantity: 1, unitAmount: 2_599 }],
  };
  const payment = await pay(kassa, { session });
  await post(`/api/payments/${payment.id}/notes`, { text: long });
  await post(`/api/payments/${payment.id}/tags`, { add: [short] });
  await post("/api/refunds", { payment: payment.id, amount: 100, metadata: { [short]: name } });
  await pay(kassa, { session, card: "4000 0000 0000 9995" });
  const dispute = await disputed(kassa, "fraudulent", { session });
  await post(`/api/disputes/${dispute.id}/evidence`, {
    texts: { customerName: name, uncategorizedText: long },
  });
}

async function storeBank(kassa: PeopleApp, { name }: Texts): Promise<void> {
  await addAccount(kassa, { holder: name, label: name });
  const entry = sampleEntry({ amount: "12.00", reference: "REF-1", text: name.replaceAll("<", "&lt;") });
  await imported(kassa, sampleCamt(entry), { query: `?name=${encodeURIComponent(name)}` });
}
