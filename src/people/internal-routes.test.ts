import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { type Mode, modes } from "../kernel/mode.ts";
import { type StaffRole, staffRoles } from "./roles.ts";
import { addAuthenticator, join, usePeopleApp, type Visitor } from "./test-support.ts";

// Each route of the internal API is asked by nobody, by each role, by members of another tenant and by another site. A new route fails here
// until it says who may use it.

type Rule = {
  /** For who isn't signed in, too. */
  readonly open?: true;
  /** For everybody who is signed in: it concerns no tenant. */
  readonly ofPerson?: true;
  /** Who may use it. In live mode, `live` if it is given. */
  readonly roles?: readonly StaffRole[];
  readonly live?: readonly StaffRole[];
  readonly query?: (place: Readonly<Record<string, string>>) => string;
  readonly body?: object;
};

const everybody = staffRoles;
const owners = { roles: ["owner"] } as const satisfies Rule;
const ofKeys = { roles: ["owner", "developer"], live: ["owner"] } as const satisfies Rule;
const ofMembers = { roles: everybody } as const satisfies Rule;
const secret = "x".repeat(43);
const ofReports = {
  roles: ["owner", "developer", "support", "finance"],
  live: ["owner", "support", "finance"],
} as const satisfies Rule;

const rules: Readonly<Record<string, Rule>> = {
  "GET connector-kinds": { open: true },
  "GET page-preview": {
    ...ofMembers,
    query: (place) => `?tenant=${place["kassa-tenant"]}&mode=${place["kassa-mode"]}&state=open&locale=en`,
  },
  "GET about": { open: true },
  "POST invitation": { open: true, body: { secret } },
  "POST join": { open: true, body: { secret, name: "Eve", password: "two herons on the pier" } },
  "POST password-resets": { open: true, body: { email: "nobody@shop.example" } },
  "POST password-resets/read": { open: true, body: { secret } },
  "POST password-resets/use": { open: true, body: { secret, password: "two herons on the pier" } },
  "POST join-as-me": { ofPerson: true, body: { secret } },
  "GET me": { ofPerson: true },
  "GET sign-ins": { ofPerson: true },
  "DELETE sign-ins/:id": { ofPerson: true },
  "POST sign-ins/end-others": { ofPerson: true },
  "GET team": ofMembers,
  "POST team/invitations": { ...owners, body: { email: "friend@shop.example", role: "owner" } },
  "DELETE team/invitations/:id": owners,
  "POST team/members/:id": { ...owners, body: { role: "owner" } },
  "POST team/members/:id/reset-link": { ...owners, body: { removesSecondFactors: true } },
  "DELETE team/members/:id": owners,
  "GET keys": ofKeys,
  "POST keys": { ...ofKeys, body: { name: "Shop", scopes: ["full"] } },
  "POST keys/:id/roll": { ...ofKeys, body: { overlapHours: 0 } },
  "POST keys/:id/revoke": ofKeys,
  "GET limits": ofMembers,
  "POST limits": { ...owners, body: { allowedHosts: [] } },
  "GET audit": owners,
  "POST customers/erase": { ...owners, body: { email: "nobody@customer.example" } },
  "GET payments/:id/activity": ofMembers,
  "GET payments/:id/psp-calls": ofMembers,
  "GET views": ofMembers,
  "POST views": { ...ofMembers, body: { name: "Mine", filters: {}, columns: [], shared: false } },
  "POST views/:id": { ...ofMembers, body: { name: "Theirs" } },
  "DELETE views/:id": ofMembers,
  "POST receipt-mails/:session": {
    roles: ["owner", "developer", "support"],
    live: ["owner", "support"],
    body: {},
  },
  "GET quarantine": ofMembers,
  "POST quarantine/handled": {
    ...ofReports,
    body: { kind: "notification", connectorAccount: "ca", reference: "none" },
  },
  "GET requests": { roles: ["owner", "developer"] },
  "GET requests/:id": { roles: ["owner", "developer"] },
  "GET metrics": { ...ofMembers, query: () => "?days=7&zone=UTC" },
};

/** It never ends, and has tests of its own: src/people/event-stream. */
const endless = "GET events/stream";

const people = new Map<StaffRole, Visitor>();
const forgetTries = () => kassa.db.sql("DELETE FROM staff.rate_limits");
const kassa = usePeopleApp({}, async () => {
  const owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
  await addAuthenticator(owner);
  people.set("owner", owner);
  for (const role of staffRoles.filter((name) => name !== "owner")) {
    const email = `${role}@shop.example`;
    const made = await owner.post("/dashboard/api/team/invitations", { email, role }, place("sandbox"));
    const visitor = kassa.visit();
    await forgetTries();
    await join(visitor, new URL(made.body.link).hash.slice(1), email);
    await addAuthenticator(visitor);
    people.set(role, visitor);
  }
});
beforeEach(forgetTries);

const place = (mode: Mode, tenant = kassa.tenant.tenant.id) => ({
  "kassa-tenant": tenant,
  "kassa-mode": mode,
});
const nameOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replace("/dashboard/api/", "")}`;

/** Asks one route as somebody. */
async function ask(name: string, who: Visitor, headers: Record<string, string>) {
  const [method = "", path = ""] = name.split(" ");
  const { query, body } = rules[name] ?? {};
  await forgetTries();
  const address = `/dashboard/api/${path.replaceAll(/:\w+/g, "none")}${query?.(headers) ?? ""}`;
  return who.send(method, address, method === "POST" ? (body ?? {}) : undefined, headers);
}

test("says of each route of the internal API who may use it", () => {
  const names = kassa.internalRoutes.map(nameOf).filter((name) => name !== endless);
  assert.deepEqual(names.toSorted(), Object.keys(rules).toSorted());
});

test("who isn't signed in may use open routes only", async () => {
  for (const [name, { open }] of Object.entries(rules)) {
    const { status, body } = await ask(name, kassa.visit(), place("sandbox"));
    assert.equal(body?.code === "sign_in_required", !open, `${name}: ${status} ${JSON.stringify(body)}`);
    if (!open) assert.equal(status, 401, name);
  }
});

for (const role of staffRoles)
  test(`${role} may use what the rules say, and nothing else`, async () => {
    const visitor = people.get(role);
    assert.ok(visitor);
    for (const mode of modes)
      for (const [name, { open, ofPerson, roles = [], live }] of Object.entries(rules)) {
        if (open || ofPerson) continue;
        const may = (mode === "live" ? (live ?? roles) : roles).some((each) => each === role);
        const { status, body } = await ask(name, visitor, place(mode));
        assert.equal(body?.code === "role_forbids", !may, `${role} ${mode} ${name}: ${status} ${body?.code}`);
        assert.equal(status === 403, !may, `${role} ${mode} ${name}: ${status}`);
        assert.notEqual(status, 400, `${name} was asked for something real: ${JSON.stringify(body)}`);
      }
  });

test("an owner may do nothing for a tenant they don't work for", async () => {
  const other = await kassa.makeTenant("Other");
  const owner = people.get("owner");
  assert.ok(owner);
  for (const [name, { open, ofPerson }] of Object.entries(rules)) {
    if (open || ofPerson) continue;
    const { status, body } = await ask(name, owner, place("sandbox", other.tenant.id));
    assert.equal(`${status} ${body?.code}`, "403 role_forbids", name);
  }
});

test("another site can have a signed-in owner change nothing", async () => {
  const owner = people.get("owner");
  assert.ok(owner);
  for (const name of Object.keys(rules).filter((each) => !each.startsWith("GET "))) {
    const { status, body } = await ask(name, owner, { ...place("sandbox"), origin: "https://evil.example" });
    assert.equal(status, 403, `${name}: ${JSON.stringify(body)}`);
  }
});
