import process from "node:process";
import { type Account, notificationUrl, toApiAccount } from "../connector-accounts/account.ts";
import { checkAccount, recordCheck, toApiCheck } from "../connector-accounts/check-account.ts";
import { checkNewAccount, createAccount, kindOf } from "../connector-accounts/create-account.ts";
import type { ConnectorAccountDeps } from "../connector-accounts/deps.ts";
import { findAccountFacts } from "../connector-accounts/find-account.ts";
import { listInOrder } from "../connector-accounts/list-accounts.ts";
import { registerNotifications } from "../connector-accounts/register-notifications.ts";
import {
  type CheckedVersion,
  checkNewCredentials,
  rotateCredentials,
  usualOverlapHours,
} from "../connector-accounts/rotate-credentials.ts";
import { updateAccount } from "../connector-accounts/update-account.ts";
import type { ConnectorKind } from "../connectors/kind.ts";
import { makePspClients } from "../connectors/psp-client.ts";
import type { TenantScope } from "../database/transaction.ts";
import { commandLine } from "../kernel/command-line.ts";
import { HostResolver } from "../kernel/host-resolver.ts";
import { parseId } from "../kernel/id.ts";
import { type Mode, modes } from "../kernel/mode.ts";
import type { Problem } from "../kernel/problem.ts";
import type { Result } from "../kernel/result.ts";
import { type CommandContext, withDatabase } from "./context.ts";
import { CommandFailure, UsageFailure } from "./failure.ts";
import { print, table } from "./output.ts";
import { pickTenant } from "./pick-tenant.ts";
import { readSecrets } from "./read-secrets.ts";

type Json = { readonly json: boolean };
type AddOptions = Json & {
  readonly tenant?: string;
  readonly mode: Mode;
  readonly label?: string;
  readonly setting?: readonly string[];
  readonly disabled?: boolean;
  readonly registerNotifications?: boolean;
};

/** `kassa connectors add` */
export async function addConnectorCommand(connector: string, options: AddOptions): Promise<void> {
  const kind = kindOf(connector);
  const settings = parseSettings(options.setting ?? []);
  const label = options.label ?? kind.title;
  if (label.length > 100) throw new UsageFailure("--label takes at most 100 characters.");
  const credentials = await readSecrets(kind);
  await withDatabase(async (context) => {
    const deps = depsOf(context);
    const { tenantId } = await pickTenant(deps.database, options.tenant);
    const scope = { tenantId, mode: options.mode };
    const status = options.disabled ? ({ status: "disabled" } as const) : {};
    const body = { connector, label, credentials, settings, ...status };
    const checked = resultOf(await checkNewAccount(deps, options.mode, body));
    const made = await deps.database.inTenant(scope, async (trx) =>
      resultOf(await createAccount(deps, trx, checked)),
    );
    const account = options.registerNotifications ? await register(deps, scope, made) : made;
    print(options.json, toApiAccount(account, deps.publicUrl), () => added(deps, account));
  });
}

function added({ publicUrl }: ConnectorAccountDeps, account: Account): string[] {
  const { missingCredentials: missing } = toApiAccount(account, publicUrl);
  const first = `${kindOf(account.connector).title} accepted the credentials. Created ${account.id}, ${account.status}.`;
  if (missing.length > 0)
    return [
      first,
      `Register this address for notifications at the PSP: ${notificationUrl(publicUrl, account)}`,
      `Then add ${missing.join(", ")}: ${commandLine(`connectors rotate ${account.id}`)}`,
      `Then enable it: ${commandLine(`connectors enable ${account.id}`)}`,
    ];
  if (account.status === "enabled") return [first];
  return [first, `Enable it: ${commandLine(`connectors enable ${account.id}`)}`];
}

/** `kassa connectors list` */
export async function listConnectorsCommand({ json, tenant }: Json & { tenant?: string }): Promise<void> {
  await withDatabase(async (context) => {
    const deps = depsOf(context);
    const { tenantId } = await pickTenant(deps.database, tenant);
    const accounts: Account[] = [];
    for (const mode of modes)
      accounts.push(...(await deps.database.inTenant({ tenantId, mode }, (trx) => listInOrder(trx))));
    const data = accounts.map((account) => toApiAccount(account, deps.publicUrl));
    print(json, { object: "list", data }, () =>
      data.length === 0
        ? [`There is no connector account yet. Add one: ${commandLine("connectors add stripe --mode live")}`]
        : table(
            ["id", "connector", "label", "status", "position", "missing"],
            data.map((each) => [
              each.id,
              each.connector,
              each.label,
              each.status,
              String(each.position),
              each.missingCredentials.join(", "),
            ]),
          ),
    );
  });
}

const acceptedBy = ({ title, credentials }: ConnectorKind): string =>
  credentials.length === 0 ? `${title} needs no credentials.` : `${title} accepts the credentials.`;

/** `kassa connectors check` */
export async function checkConnectorCommand(id: string, { json }: Json): Promise<void> {
  await withAccount(id, async (deps, scope) => {
    const checked = present(await checkAccount(deps, scope, id), id);
    const account = await deps.database.inTenant(scope, (trx) => recordCheck(trx, checked));
    const result = toApiCheck(account, checked.outcome);
    print(json, result, () => [result.detail ?? acceptedBy(kindOf(account.connector))]);
    if (checked.outcome.kind !== "valid") process.exitCode = checked.outcome.kind === "refused" ? 1 : 2;
  });
}

/** `kassa connectors rotate` */
export async function rotateConnectorCommand(
  id: string,
  { json, overlap }: Json & { overlap: string },
): Promise<void> {
  if (!/^\d{1,3}$/.test(overlap) || Number(overlap) > 720)
    throw new UsageFailure("--overlap takes whole hours from 0 to 720.");
  await withAccount(id, async (deps, scope, account) => {
    const credentials = await readSecrets(kindOf(account.connector));
    const checked = resultOf(await checkNewCredentials(deps, scope, id, credentials));
    const rotated = await store(deps, scope, present(checked, id), Number(overlap));
    const retires = rotated.previousRetiresAt?.toISOString();
    print(json, toApiAccount(rotated, deps.publicUrl), () => [
      `Stored version ${rotated.version} of the credentials of ${id}.`,
      retires
        ? `Notifications that are signed with the previous version are accepted until ${retires}.`
        : "The previous version is deleted.",
    ]);
  });
}

/** `kassa connectors enable` and `disable` */
export const enableConnectorCommand = (id: string, options: Json) => setStatus(id, "enabled", options);
export const disableConnectorCommand = (id: string, options: Json) => setStatus(id, "disabled", options);

async function setStatus(id: string, status: "enabled" | "disabled", { json }: Json): Promise<void> {
  await withAccount(id, async (deps, scope) => {
    const changed = await deps.database.inTenant(scope, async (trx) =>
      present(resultOf(await updateAccount(trx, id, { status })), id),
    );
    print(json, toApiAccount(changed, deps.publicUrl), () => [`${id} is ${status}.`]);
  });
}

async function register(deps: ConnectorAccountDeps, scope: TenantScope, { id }: Account): Promise<Account> {
  const checked = present(resultOf(await registerNotifications(deps, scope, id)), id);
  return store(deps, scope, checked, usualOverlapHours);
}

const store = (
  deps: ConnectorAccountDeps,
  scope: TenantScope,
  checked: CheckedVersion,
  overlapHours: number,
): Promise<Account> =>
  deps.database.inTenant(scope, async (trx) =>
    present(resultOf(await rotateCredentials(deps, trx, checked, overlapHours)), checked.accountId),
  );

/** Finds the account that the id names. An id contains its tenant and mode. */
async function withAccount(
  id: string,
  work: (deps: ConnectorAccountDeps, scope: TenantScope, account: Account) => Promise<void>,
): Promise<void> {
  const scope = parseId(id, "ca");
  if (!scope) throw new CommandFailure(noAccount(id));
  await withDatabase(async (context) => {
    const deps = depsOf(context);
    const account = await deps.database.inTenant(scope, (trx) => findAccountFacts(trx, id));
    await work(deps, scope, present(account, id));
  });
}

const noAccount = (id: string): string =>
  `There is no connector account ${id}. List them: ${commandLine("connectors list")}`;

function present<Value>(value: Value | undefined, id: string): Value {
  if (value === undefined) throw new CommandFailure(noAccount(id));
  return value;
}

/** @throws CommandFailure with a line for each fault */
function resultOf<Value>(result: Result<Value, Problem>): Value {
  if (result.ok) return result.value;
  const faults = (result.failure.errors ?? [result.failure]).map(({ param, detail }) =>
    param === undefined ? detail : `${param.split("/").at(-1)}: ${detail}`,
  );
  throw new CommandFailure(faults.join("\n"));
}

/** What operations on accounts need, for a command. */
export function depsOf({
  config,
  database,
  keyring,
}: Pick<CommandContext, "config" | "database" | "keyring">): ConnectorAccountDeps {
  const { pspUrls: urls, pspTimeoutMs: timeoutMs, publicUrl } = config;
  const psps = makePspClients({ resolver: new HostResolver(), urls, timeoutMs });
  return { database, keyring, publicUrl, psps, nowMs: Date.now };
}

/** Options `name=value`. @throws UsageFailure */
function parseSettings(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text): [string, string] => {
      const [, name, value] = /^([A-Za-z]+)=(.+)$/.exec(text) ?? [];
      if (name !== undefined && value !== undefined) return [name, value];
      throw new UsageFailure("--setting takes a name and a value, such as merchantAccount=ShopECOM.");
    }),
  );
}
