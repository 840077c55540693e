import type { Mode } from "../kernel/mode.ts";
import { type Access, allows, type Resource, resources, type Scope } from "../tenants/scopes.ts";

/** What people may be for a tenant. */
export const staffRoles = ["owner", "developer", "support", "finance", "read_only"] as const;
export type StaffRole = (typeof staffRoles)[number];

const of = (access: Access, ...names: readonly (typeof resources)[number][]): Scope[] =>
  names.map((name): Scope => `${name}:${access}`);
const readAll = of("read", ...resources);

/**
 * - owner: everything, and who works for the tenant.
 * - developer: builds the integration. Everything in the sandbox; of live money, sees it and moves nothing.
 * - support: helps customers: refunds, disputes, new sessions (payment links).
 * - finance: the bank, the books and refunds.
 * All of these write notes.
 * - read_only: sees everything and changes nothing.
 */
const rights: Readonly<Record<StaffRole, Readonly<Record<Mode, readonly Scope[]>>>> = {
  owner: { live: ["full"], sandbox: ["full"] },
  developer: {
    live: [...readAll, ...of("write", "webhook_endpoints", "payment_notes")],
    sandbox: ["full"],
  },
  support: both([
    ...readAll,
    ...of("write", "checkout_sessions", "payments", "payment_notes", "refunds", "disputes"),
  ]),
  finance: both([
    ...readAll,
    ...of("write", "refunds", "payment_notes", "ledger_periods", "bank_accounts", "bank_statements"),
  ]),
  read_only: both(readAll),
};

function both(scopes: readonly Scope[]): Readonly<Record<Mode, readonly Scope[]>> {
  return { live: scopes, sandbox: scopes };
}

/** The scopes that a role has in a mode, as an API key would have them. */
export const scopesOf = (role: StaffRole, mode: Mode): readonly Scope[] => rights[role][mode];

/** The resources that a role may write in a mode. */
export const writesOf = (role: StaffRole, mode: Mode): readonly Resource[] =>
  resources.filter((resource) => allows(scopesOf(role, mode), resource, "write"));
