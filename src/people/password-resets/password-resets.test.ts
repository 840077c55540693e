import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { type MailServer, startMailServer } from "../../../test/support/mail-server.ts";
import { until } from "../../../test/support/until.ts";
import {
  addAuthenticator,
  codeOf,
  join,
  type PeopleApp,
  password,
  startPeopleApp,
  type Visitor,
} from "../test-support.ts";
import { resetForMail, resetForOperator } from "./password-resets.ts";

let mail: MailServer;
let kassa: PeopleApp;
let owner: Visitor;
before(async () => {
  mail = await startMailServer({ user: "kassa", password: "a p@ssword" });
  const url = new URL(mail.url);
  kassa = await startPeopleApp({
    KASSA_SMTP_URL: `smtp://kassa:a%20p%40ssword@${url.host}`,
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
beforeEach(() => kassa.db.sql("DELETE FROM staff.rate_limits"));

const at = () => ({ "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": "sandbox" });
const resets = "/dashboard/api/password-resets";
const newPassword = "two herons on the pier";

async function invited(email: string): Promise<Visitor> {
  const made = await owner.post("/dashboard/api/team/invitations", { email, role: "support" }, at());
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const visitor = kassa.visit();
  await join(visitor, new URL(made.body.link).hash.slice(1), email);
  return visitor;
}

async function mailedTo(email: string): Promise<string> {
  const find = () => mail.mails.findLast(({ to }) => to.includes(email))?.text;
  await until(async () => find() !== undefined, `a mail to ${email}`);
  return find() ?? "";
}

const secretIn = (text: string): string => /#([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? "";

async function canSignIn(email: string, word: string): Promise<boolean> {
  const answer = await kassa.visit().post("/dashboard/auth/sign-in/email", { email, password: word });
  return answer.status === 200;
}

const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) =>
  `${status} ${body.code ?? ""}`.trim();

test("an invitation goes out by mail, in the language of who invites, from the address that is set", async () => {
  const invite = { email: "new@shop.example", role: "finance" };
  const made = await owner.post("/dashboard/api/team/invitations", invite, {
    ...at(),
    "accept-language": "de-AT,en;q=0.5",
  });
  assert.equal(made.body.sentByMail, true);
  const text = await mailedTo("new@shop.example");
  assert.match(text, /^From: Kassa <kassa@shop\.example>/m);
  assert.match(text, /lädt dich ein/);
  assert.ok(text.includes(made.body.link), text);
  assert.equal(mail.mails.at(-1)?.user, "kassa");
});

test("somebody who has forgotten their password gets a link by mail, which works once and ends their sign-ins", async () => {
  const visitor = await invited("rosa@shop.example");
  const asked = await kassa.visit().post(`${resets}/`, { email: "Rosa@Shop.example" });
  assert.deepEqual([asked.status, asked.body.sentIfKnown], [202, true]);
  await until(async () => /new password/.test(await mailedTo("rosa@shop.example")), "the mail");
  const secret = secretIn(await mailedTo("rosa@shop.example"));
  const shown = await kassa.visit().post(`${resets}/read`, { secret });
  assert.deepEqual([shown.body.email, shown.body.removesSecondFactors], ["rosa@shop.example", false]);
  const weak = await kassa.visit().post(`${resets}/use`, { secret, password: "short" });
  assert.equal(statusAndCode(weak), "400 parameter_invalid");
  const used = await kassa.visit().post(`${resets}/use`, { secret, password: newPassword });
  assert.equal(used.status, 200, JSON.stringify(used.body));
  assert.equal(statusAndCode(await visitor.get("/dashboard/api/me")), "401 sign_in_required");
  assert.ok(!(await canSignIn("rosa@shop.example", password)), "the old password");
  assert.ok(await canSignIn("rosa@shop.example", newPassword), "the new password");
  const again = await kassa.visit().post(`${resets}/use`, { secret, password: "another long password" });
  assert.equal(statusAndCode(again), "409 reset_invalid");
});

test("a link by mail leaves the second factor: the new password alone signs nobody in", async () => {
  const visitor = await invited("totp@shop.example");
  const secretOfApp = await addAuthenticator(visitor);
  const made = await resetForMail(kassaDeps(), "totp@shop.example", "127.0.0.1");
  const secret = secretIn(made?.path ?? "");
  assert.equal((await kassa.visit().post(`${resets}/use`, { secret, password: newPassword })).status, 200);
  const half = kassa.visit();
  const signedIn = await half.post("/dashboard/auth/sign-in/email", {
    email: "totp@shop.example",
    password: newPassword,
  });
  assert.equal(signedIn.body.twoFactorRedirect, true);
  assert.equal(statusAndCode(await half.get("/dashboard/api/me")), "401 sign_in_required");
  await half.post("/dashboard/auth/two-factor/verify-totp", { code: codeOf(secretOfApp) });
  assert.equal((await half.get("/dashboard/api/me")).body.signIn.factors, 2);
});

const kassaDeps = () => ({ database: kassa.db.database, keyring: kassa.keyring });

test("an unknown address gets the same answer, and nobody's mailbox is filled", async () => {
  await invited("often@shop.example");
  const ask = async (email: string) => {
    const { status, body } = await kassa.visit().post(`${resets}/`, { email });
    return [status, body];
  };
  assert.deepEqual(await ask("nobody@shop.example"), await ask("often@shop.example"));
  await until(async () => /new password/.test(await mailedTo("often@shop.example")), "the mail");
  assert.equal(await resetForMail(kassaDeps(), "often@shop.example", "127.0.0.1"), undefined);
  assert.ok(!mail.mails.some(({ to }) => to.includes("nobody@shop.example")));
});

test("an owner makes a link for a member, which can also remove a lost phone's codes", async () => {
  const visitor = await invited("lost@shop.example");
  await addAuthenticator(visitor);
  const { body: me } = await visitor.get("/dashboard/api/me");
  const path = `/dashboard/api/team/members/${me.id}/reset-link`;
  const made = await owner.post(path, { removesSecondFactors: true }, at());
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const secret = secretIn(made.body.link);
  assert.equal((await kassa.visit().post(`${resets}/use`, { secret, password: newPassword })).status, 200);
  const again = kassa.visit();
  await again.post("/dashboard/auth/sign-in/email", { email: "lost@shop.example", password: newPassword });
  const { body } = await again.get("/dashboard/api/me");
  assert.deepEqual([body.hasAuthenticator, body.signIn.factors], [false, 1]);
  assert.equal(
    statusAndCode(await again.post(path, { removesSecondFactors: true }, at())),
    "403 role_forbids",
  );
});

test("an owner can't become somebody who also works for another tenant, not even by a link made before", async () => {
  const visitor = await invited("both@shop.example");
  const { body: me } = await visitor.get("/dashboard/api/me");
  const path = `/dashboard/api/team/members/${me.id}/reset-link`;
  const before = await owner.post(path, { removesSecondFactors: true }, at());
  assert.equal(before.status, 200);
  const other = await kassa.makeTenant("Other shop");
  await kassa.db.sql("INSERT INTO staff.memberships (tenant_id, person_id, role) VALUES ($1, $2, 'owner')", [
    other.tenant.tenantId,
    me.id,
  ]);
  assert.equal(
    statusAndCode(await owner.post(path, { removesSecondFactors: true }, at())),
    "409 reset_refused",
  );
  const secret = secretIn(before.body.link);
  const used = await kassa.visit().post(`${resets}/use`, { secret, password: newPassword });
  assert.equal(statusAndCode(used), "409 reset_refused");
  assert.ok(await canSignIn("both@shop.example", password), "the password is as before");
});

test("a command on the server makes a link for anybody; a link ends after its time", async () => {
  const made = await resetForOperator(kassaDeps(), "Ada@shop.example");
  const secret = secretIn(made?.path ?? "");
  assert.equal((await kassa.visit().post(`${resets}/read`, { secret })).body.removesSecondFactors, true);
  await kassa.db.sql("UPDATE staff.password_resets SET expires_at = now() - interval '1 second'");
  assert.equal(statusAndCode(await kassa.visit().post(`${resets}/read`, { secret })), "409 reset_invalid");
  assert.equal(await resetForOperator(kassaDeps(), "nobody@shop.example"), undefined);
});

test("when the mail server refuses, the invitation's link is still there", async () => {
  const broken = await startPeopleApp({ KASSA_SMTP_URL: "smtp://kassa:wrong@127.0.0.1:1" });
  try {
    const first = broken.visit();
    await join(first, await broken.firstOwnerLink(), "grace@shop.example");
    await addAuthenticator(first);
    const made = await first.post(
      "/dashboard/api/team/invitations",
      { email: "x@shop.example", role: "support" },
      { "kassa-tenant": broken.tenant.tenant.id, "kassa-mode": "sandbox" },
    );
    assert.deepEqual([made.status, made.body.sentByMail], [200, false]);
    assert.match(made.body.link, /#[A-Za-z0-9_-]{43}$/);
  } finally {
    await broken.close();
  }
});

test("the audit log tells of links and new passwords, without their secrets", async () => {
  const entries = await kassa.db.sql<{ actor: string; object: string; action: string; changes: object }>(
    "SELECT actor, object, action, changes FROM audit_entries ORDER BY position",
  );
  const said = entries.map(({ actor, object, action }) => `${actor}: ${object} ${action}`);
  for (const line of [
    "sign-in: password_reset created",
    "person ada@shop.example: password_reset created",
    "person rosa@shop.example: password changed",
  ])
    assert.ok(said.includes(line), `${line} of ${[...new Set(said)].join("; ")}`);
  assert.ok(!JSON.stringify(entries).includes("scrypt$"));
});
