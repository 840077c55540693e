import type { Config } from "../config.ts";
import { commandLine } from "../kernel/command-line.ts";
import type { NewKey } from "../tenants/create-key.ts";
import type { Tenant } from "../tenants/find-tenant.ts";

type Facts = {
  readonly address: string;
  readonly config: Config;
  readonly postgres: "embedded" | "external";
  readonly first: { readonly tenant: Tenant; readonly sandbox: NewKey } | undefined;
};

/** What a start prints once Kassa answers: its address, and what to do next. */
export function welcome({ address, config, postgres, first }: Facts): string {
  const where =
    postgres === "embedded" ? `its own PostgreSQL in ${config.dataDir}` : "the PostgreSQL of DATABASE_URL";
  const head = [`\nKassa answers at ${address} and keeps its data in ${where}.`, ""];
  const tail = [`  Docs        ${address}/docs`, ""];
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
