import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pay } from "../../../test/api/paying.ts";
import { makeSession } from "../../../test/api/support.ts";
import { type MailServer, startMailServer } from "../../../test/support/mail-server.ts";
import { addAuthenticator, join, type PeopleApp, startPeopleApp, type Visitor } from "../test-support.ts";

let mail: MailServer;
let kassa: PeopleApp;
let owner: Visitor;
before(async () => {
  mail = await startMailServer({ user: "kassa", password: "word" });
  kassa = await startPeopleApp({
    KASSA_SMTP_URL: `smtp://kassa:word@${new URL(mail.url).host}`,
    KASSA_MAIL_FROM: "Kassa <kassa@shop.example>",
  });
  owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
  await addAuthenticator(owner);
});
after(async () => {
  await kassa.close();
  await mail.close();
});

const at = () => ({ "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": "sandbox" });
const send = (visitor: Visitor, session: string, body: object = {}) =>
  visitor.post(`/dashboard/api/receipt-mails/${session}`, body, at());

test("a receipt goes to its customer in the session's language, with a link that opens it", async () => {
  const session = {
    customerEmail: "rosa@shop.example",
    locale: "de",
    description: "Rose\nBcc: eve@shop.example",
  };
  const payment = await pay(kassa, { session });
  const sent = await send(owner, payment.session);
  assert.deepEqual([sent.status, sent.body.to], [200, "rosa@shop.example"]);
  const { to = [], text = "" } = mail.mails.at(-1) ?? {};
  assert.deepEqual(to, ["rosa@shop.example"]);
  assert.doesNotMatch(text, /^Bcc:/m);
  const link = `${kassa.url}/pay/${payment.session}/receipt?locale=de`;
  assert.ok(text.includes(link), text);
  assert.equal((await fetch(link)).status, 200);
  const [entry] = await kassa.db.sql(
    "SELECT actor, object_id FROM audit_entries WHERE object = 'mail_receipt'",
  );
  assert.deepEqual(entry, { actor: "person ada@shop.example", object_id: payment.session });
});

test("it goes to another address if one is named, and must have one", async () => {
  const { session } = await pay(kassa);
  const missing = await send(owner, session);
  assert.deepEqual(
    [missing.status, missing.body.code, missing.body.param],
    [400, "parameter_missing", "/to"],
  );
  assert.equal((await send(owner, session, { to: "no address" })).status, 400);
  assert.equal((await send(owner, session, { to: "kim@shop.example" })).status, 200);
  assert.deepEqual(mail.mails.at(-1)?.to, ["kim@shop.example"]);
});

test("five times a day at most", async () => {
  const { session } = await pay(kassa, { session: { customerEmail: "max@shop.example" } });
  const statuses = [];
  for (let time = 0; time < 6; time += 1) statuses.push((await send(owner, session)).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
});

test("not for unpaid sessions, others' sessions, or roles that change no payments", async () => {
  const { id: unpaid } = await makeSession(kassa);
  assert.equal((await send(owner, unpaid)).body.code, "session_not_paid");
  const other = await kassa.makeTenant("Other");
  const foreign = await pay(kassa, {
    key: other.keys.sandbox.secret,
    session: { customerEmail: "x@shop.example" },
  });
  assert.equal((await send(owner, foreign.session)).body.code, "not_found");
  const invitation = { email: "fin@shop.example", role: "finance" };
  const made = await owner.post("/dashboard/api/team/invitations", invitation, at());
  const finance = kassa.visit();
  await join(finance, new URL(made.body.link).hash.slice(1), invitation.email);
  const { session } = await pay(kassa, { session: { customerEmail: "rosa@shop.example" } });
  assert.equal((await send(finance, session)).body.code, "role_forbids");
});
