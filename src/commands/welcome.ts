import type { Config } from "../config.ts";
import { commandLine } from "../kernel/command-line.ts";
import type { NewKey } from "../tenants/create-key.ts";
import type { Tenant } from "../tenants/find-tenant.ts";

type Facts = {
  readonly address: string;
  readonly config: Config;
  readonly postgres: "embedded" | "external";
  /** The path of the link for the first owner; undefined if somebody can sign in already. */
  readonly ownerPath: string | undefined;
  readonly first: { readonly tenant: Tenant; readonly sandbox: NewKey } | undefined;
};

/** What a start prints once Kassa answers: its address, and what to do next. */
export function welcome({ address, config, postgres, first, ownerPath }: Facts): string {
  const where =
    postgres === "embedded" ? `its own PostgreSQL in ${config.dataDir}` : "the PostgreSQL of DATABASE_URL";
  const head = [`\nKassa answers at ${address} and keeps its data in ${where}.`, ""];
  const tail = [...dashboardLines(address, ownerPath), `  Docs        ${address}/docs`, ""];
  if (!first) {
    return [
      ...head,
      ...tail,
      `  A new key   ${commandLine("keys create --mode sandbox")}`,
      `  Check it    ${commandLine("doctor")}`,
      "",
    ].join("\n");
  }
  return [
    ...head,
    `  Sandbox key ${first.sandbox.secret}`,
    `  (for the tenant "${first.tenant.name}", shown only once; create another with: ${commandLine("keys create --mode sandbox")})`,
    ...tail,
    "Create a session: paste this, then open the url in the response and pay with card 4242 4242 4242 4242.",
    "",
    `curl ${address}/api/checkout/sessions \\`,
    `  -H "Authorization: Bearer ${first.sandbox.secret}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '{"amount":2599,"currency":"EUR","successUrl":"${address}/docs/paid?session={CHECKOUT_SESSION_ID}"}'`,
    "",
  ].join("\n");
}

/** Whoever has the link becomes the owner, so it is printed where only operators look. */
function dashboardLines(address: string, ownerPath: string | undefined): string[] {
  if (ownerPath === undefined) return [`  Dashboard   ${address}/dashboard`];
  return [
    `  Dashboard   ${address}${ownerPath}`,
    "  (this link makes you its owner; it works once, for a day, and until the next start)",
  ];
}
