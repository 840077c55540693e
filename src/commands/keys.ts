import { commandLine } from "../kernel/command-line.ts";
import type { Mode } from "../kernel/mode.ts";
import { findForbiddenText } from "../kernel/text-rules.ts";
import { createKey } from "../tenants/create-key.ts";
import { type KeyFacts, listKeys } from "../tenants/list-keys.ts";
import { revokeKey, rollKey } from "../tenants/roll-key.ts";
import { isScope, type Scope, scopes } from "../tenants/scopes.ts";
import { withDatabase } from "./context.ts";
import { CommandFailure, UsageFailure } from "./failure.ts";
import { print, table } from "./output.ts";
import { pickTenant } from "./pick-tenant.ts";

type CreateOptions = {
  tenant?: string;
  mode: Mode;
  name?: string;
  scope?: string[];
  network?: string[];
  expiresIn?: string;
  json: boolean;
};

/** `kassa keys create` */
export async function createKeyCommand(options: CreateOptions): Promise<void> {
  const name = readName(options.name);
  const scopes = readScopes(options.scope);
  const expiresAt = options.expiresIn === undefined ? null : inDays(options.expiresIn);
  await withDatabase(async ({ database, keyring }) => {
    const tenant = await pickTenant(database, options.tenant);
    const made = await createKey(
      { database, keyring },
      {
        tenantId: tenant.tenantId,
        mode: options.mode,
        name,
        scopes,
        allowedNetworks: options.network ?? [],
        expiresAt,
      },
    );
    if (!made.ok) throw new CommandFailure(made.failure.detail);
    print(options.json, made.value, () => [
      `Created the ${options.mode} key ${made.value.id} for "${tenant.name}". Store its secret now; it is shown only once.`,
      `  ${made.value.secret}`,
    ]);
  });
}

/** `kassa keys list` */
export async function listKeysCommand(options: { tenant?: string; json: boolean }): Promise<void> {
  await withDatabase(async ({ database }) => {
    const tenant = await pickTenant(database, options.tenant);
    const keys = await listKeys(database, tenant.tenantId);
    print(options.json, { object: "list", data: keys.map(present) }, () =>
      keys.length === 0
        ? [`"${tenant.name}" has no keys. Create one: ${commandLine("keys create --mode sandbox")}`]
        : table(["id", "mode", "name", "ends in", "scopes", "state", "last used"], keys.map(row)),
    );
  });
}

/** `kassa keys roll` */
export async function rollKeyCommand(
  id: string,
  options: { overlap: string; expiresIn?: string; json: boolean },
): Promise<void> {
  const hours = Number(options.overlap);
  if (!isNumber(options.overlap) || hours > 24 * 30)
    throw new UsageFailure("--overlap takes a number of hours from 0 to 720.");
  const change = options.expiresIn === undefined ? {} : { expiresAt: inDays(options.expiresIn) };
  await withDatabase(async ({ database, keyring }) => {
    const rolled = await rollKey({ database, keyring }, id, { overlapSeconds: hours * 3600, ...change });
    if (!rolled.ok)
      throw new CommandFailure(`${rolled.failure.detail} List them: ${commandLine("keys list")}`);
    const { expiresAt, replacedEndsAt, ...made } = rolled.value;
    const ends = {
      expiresAt: expiresAt?.toISOString() ?? null,
      replacedEndsAt: replacedEndsAt.toISOString(),
    };
    print(options.json, { ...made, ...ends }, () => [
      `Created ${made.id}${ends.expiresAt ? `, which expires at ${ends.expiresAt}` : ""}. ${id} works until ${ends.replacedEndsAt}.`,
      "Store the new secret now; it is shown only once.",
      `  ${made.secret}`,
    ]);
  });
}

/** `kassa keys revoke` */
export async function revokeKeyCommand(id: string, { json }: { json: boolean }): Promise<void> {
  await withDatabase(async ({ database, keyring }) => {
    const revoked = await revokeKey({ database, keyring }, id);
    if (!revoked.ok)
      throw new CommandFailure(`${revoked.failure.detail} List them: ${commandLine("keys list")}`);
    print(json, { id, revoked: true }, () => [`${id} is revoked. Within a second every process refuses it.`]);
  });
}

/** The key's name: one line of text in the list of keys. */
function readName(text: string | undefined): string | null {
  const name = text?.trim() ?? "";
  const forbidden = findForbiddenText(name);
  if (forbidden) throw new UsageFailure(`--name: It contains ${forbidden.codePoint}: ${forbidden.reason}.`);
  if (name.length > 100) throw new UsageFailure("--name takes at most 100 characters.");
  return name === "" ? null : name;
}

function readScopes(given: readonly string[] | undefined): readonly Scope[] {
  if (given === undefined) return ["full"];
  return given.map((text) => {
    if (isScope(text)) return text;
    throw new UsageFailure(`"${text}" is not a scope. The scopes are: ${scopes.join(", ")}.`);
  });
}

/** An empty text, such as an unset shell variable, is not a number. */
const isNumber = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

function inDays(text: string): Date {
  const days = Number(text);
  if (!isNumber(text) || days === 0 || days > 3650)
    throw new UsageFailure("--expires-in takes a number of days above 0, at most 3650.");
  return new Date(Date.now() + days * 24 * 60 * 60_000);
}

function present(key: KeyFacts) {
  return {
    object: "key",
    id: key.id,
    mode: key.mode,
    name: key.name,
    hint: key.hint,
    scopes: key.scopes,
    allowedNetworks: key.allowedNetworks,
    apiVersion: key.apiVersion,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  };
}

function row(key: KeyFacts): string[] {
  return [
    key.id,
    key.mode,
    key.name ?? "",
    `…${key.hint}`,
    key.scopes.join(" "),
    stateOf(key),
    key.lastUsedAt?.toISOString() ?? "never",
  ];
}

function stateOf(key: KeyFacts): string {
  if (key.revokedAt) return "revoked";
  if (key.expiresAt === null) return "in use";
  return key.expiresAt.getTime() <= Date.now() ? "expired" : `until ${key.expiresAt.toISOString()}`;
}
