import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { type JsonBody, startTestApp, type TestApp } from "../../test/support/app.ts";
import { ownAddress, takeProcessApp } from "../../test/support/process-app.ts";
import { useOpened } from "../../test/support/use-opened.ts";
import type { Access, Resource } from "../tenants/scopes.ts";
import { inviteFirstOwner } from "./join/invitations.ts";

/** A route of the API, and the scope that it needs. */
export type ScopedRoute = InternalRoute & { readonly scope: readonly [Resource, Access] };
type InternalRoute = { readonly method: string; readonly path: string };

export type PeopleApp = TestApp & {
  readonly routes: readonly ScopedRoute[];
  /** Those below /dashboard/api/operator. */
  readonly operatorRoutes: readonly InternalRoute[];
  /** The others below /dashboard/api. */
  readonly internalRoutes: readonly InternalRoute[];
  visit(): Visitor;
  firstOwnerLink(): Promise<string>;
};

/** The process's Kassa for the tests of a file, which begin without any person. As `useTestApp`. */
export function usePeopleApp(
  env: Record<string, string> = {},
  prepare: (kassa: PeopleApp) => Promise<unknown> = async () => {},
): PeopleApp {
  const isShared = Object.keys(env).length === 0;
  return useOpened(isShared ? takePeopleApp : () => startPeopleApp(env), prepare);
}

/** A Kassa of its own for the tests of a file that look at all tenants, or change what all of them share. */
export const useOwnPeopleApp = (
  prepare: (kassa: PeopleApp) => Promise<unknown> = async () => {},
): PeopleApp => useOpened(startPeopleApp, prepare);

async function takePeopleApp(): Promise<PeopleApp> {
  const kassa = await takeProcessApp();
  // Those of earlier files have the same addresses. No trigger writes this into the audit log.
  for (const table of ["people", "verifications", "rate_limits"])
    await kassa.db.sql(`DELETE FROM staff.${table}`);
  return withPeople(kassa);
}

/** Kassa at an address of its own, which cookies and passkeys belong to. */
export async function startPeopleApp(env: Record<string, string> = {}): Promise<PeopleApp> {
  return withPeople(await startTestApp({ ...(await ownAddress()), ...env }));
}

function withPeople(kassa: TestApp): PeopleApp {
  const deps = { database: kassa.db.database, keyring: kassa.keyring };
  const routes = kassa.registeredRoutes.map(({ url: path, method, config }) => ({
    path,
    method,
    scope: config?.scope,
  }));
  const ofOperator = "/dashboard/api/operator/";
  return {
    ...kassa,
    routes: routes.filter((route): route is ScopedRoute => route.scope !== undefined && !isHead(route)),
    operatorRoutes: routes.filter(({ path }) => path.startsWith(ofOperator)),
    internalRoutes: routes.filter(
      (route) =>
        route.path.startsWith("/dashboard/api/") && !route.path.startsWith(ofOperator) && !isHead(route),
    ),
    visit: () => new Visitor(kassa.url),
    firstOwnerLink: async () => {
      const made = await inviteFirstOwner(deps, kassa.tenant.tenant.tenantId, { evenIfSomebodyCan: true });
      assert.ok(made);
      return made.secret;
    },
  };
}

const isHead = ({ method }: InternalRoute): boolean => method === "HEAD";

type Answer = { readonly status: number; readonly body: JsonBody; readonly headers: Headers };

/** A browser, as far as the server sees it: it keeps cookies and names its origin. */
export class Visitor {
  readonly #origin: string;
  readonly cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    this.send("GET", path, undefined, headers);
  post = (path: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    this.send("POST", path, body, headers);
  delete = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    this.send("DELETE", path, undefined, headers);

  async send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await fetch(this.#origin + path, {
      method,
      headers: {
        origin: this.#origin,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) this.#keep(cookie);
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get("content-type") ?? "");
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  }

  #keep(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split("; ");
    const [name = "", value = ""] = pair.split("=");
    if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export const password = "a long walk by the sea";

/** Accepts an invitation with a new account, and signs in with its password. */
export async function join(visitor: Visitor, secret: string, email: string): Promise<void> {
  const joined = await visitor.post("/dashboard/api/join", { secret, name: "Ada Lovelace", email, password });
  assert.equal(joined.status, 200, JSON.stringify(joined.body));
  await signIn(visitor, joined.body.email);
}

export async function signIn(visitor: Visitor, email: string): Promise<Answer> {
  const answer = await visitor.post("/dashboard/auth/sign-in/email", { email, password });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer;
}

/** Sets up an authenticator app and proves it. Returns its secret. */
export async function addAuthenticator(visitor: Visitor): Promise<string> {
  const enabled = await visitor.post("/dashboard/auth/two-factor/enable", { password });
  assert.equal(enabled.status, 200, JSON.stringify(enabled.body));
  const secret = new URL(enabled.body.totpURI).searchParams.get("secret") ?? "";
  await enterCode(visitor, secret);
  return secret;
}

export async function enterCode(visitor: Visitor, secret: string): Promise<void> {
  const verified = await visitor.post("/dashboard/auth/two-factor/verify-totp", { code: codeOf(secret) });
  assert.equal(verified.status, 200, JSON.stringify(verified.body));
}

/** The six digits that an authenticator app shows (RFC 6238). */
export function codeOf(secret: string, nowMs = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)));
  const digest = createHmac("sha1", decodeBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

function decodeBase32(text: string): Buffer {
  const bits = [...text.replaceAll("=", "")]
    .map((digit) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(digit).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
