import { readFile } from "node:fs/promises";
import { supportedLocale } from "../checkout-page/locale.ts";
import type { Database } from "../database/database.ts";
import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { type Mode, modes } from "../kernel/mode.ts";
import { toApiSettings } from "../settings/api-settings.ts";
import { changeSettings } from "../settings/change-settings.ts";
import { checkLogo } from "../settings/logo/check-logo.ts";
import { setLogo } from "../settings/logo/set-logo.ts";
import { readSettings } from "../settings/read-settings.ts";
import type { ChangeSettingsBody } from "../settings/schemas.ts";
import type { PageSettings } from "../settings/settings.ts";
import { parseAmountLimits } from "./amount-limits.ts";
import { callerFile } from "./caller-file.ts";
import { checkedBody, settingsFailure } from "./checked-settings.ts";
import { type CommandContext, withDatabase } from "./context.ts";
import { CommandFailure, UsageFailure } from "./failure.ts";
import { columns, print } from "./output.ts";
import { pickTenant } from "./pick-tenant.ts";

type Whose = { tenant?: string; mode?: Mode; json: boolean };

type Change = {
  displayName?: string;
  supportEmail?: string;
  supportUrl?: string;
  supportPhone?: string;
  termsUrl?: string;
  privacyUrl?: string;
  imprintUrl?: string;
  defaultLocale?: string;
  brandColor?: string;
  lateFunds?: string;
  amountLimit?: string[];
};

/** `kassa tenants show`: prints the settings of the payment page, of one mode or of both. */
export async function showSettingsCommand(options: Whose): Promise<void> {
  await withDatabase(async (context) => {
    const tenant = await pickTenant(context.database, options.tenant);
    await inEachMode(context, options, tenant.tenantId, (trx) => readSettings(trx, tenant));
  });
}

/** `kassa tenants set`: changes the given settings, in both modes unless one is named. An empty value resets a setting. */
export async function changeSettingsCommand({
  tenant,
  mode,
  json,
  ...change
}: Whose & Change): Promise<void> {
  const body = bodyOf(change);
  await withDatabase(async (context) => {
    const { tenantId } = await pickTenant(context.database, tenant);
    const whose = { json, ...(mode ? { mode } : {}) };
    await inEachMode(context, whose, tenantId, async (trx) => {
      const changed = await changeSettings({ supportedLocale }, trx, body);
      if (!changed.ok) throw settingsFailure(changed.failure);
      return changed.value;
    });
  });
}

/** `kassa tenants logo`: sets the logo from a file, or removes it. */
export async function setLogoCommand(
  file: string | undefined,
  options: Whose & { remove?: boolean },
): Promise<void> {
  if ((file === undefined) !== (options.remove === true))
    throw new UsageFailure("Name a file with the logo, or use --remove.");
  const logo = file === undefined ? null : checkLogo(await contentOf(file), null);
  if (logo?.ok === false) throw new CommandFailure(`${file} can't be the logo. ${logo.failure.detail}`);
  await withDatabase(async (context) => {
    const { tenantId } = await pickTenant(context.database, options.tenant);
    await inEachMode(context, options, tenantId, (trx) => setLogo(trx, logo?.value ?? null));
  });
}

/** Does the work in the given mode, or in both, and prints the resulting settings. */
async function inEachMode(
  { database, config }: CommandContext,
  { mode, json }: Omit<Whose, "tenant">,
  tenantId: number,
  work: (trx: TenantTransaction) => Promise<PageSettings>,
): Promise<void> {
  const held = await eachIn(database, mode === undefined ? modes : [mode], tenantId, work);
  const data = held.map(({ scope, settings }) => toApiSettings(scope.mode, settings, config.publicUrl));
  print(json, { object: "list", data }, () => data.flatMap(lines));
}

async function eachIn(
  database: Database,
  meant: readonly Mode[],
  tenantId: number,
  work: (trx: TenantTransaction) => Promise<PageSettings>,
): Promise<{ scope: TenantScope; settings: PageSettings }[]> {
  const held = [];
  for (const mode of meant) {
    const scope = { tenantId, mode };
    held.push({ scope, settings: await database.inTenant(scope, (trx) => work(trx)) });
  }
  return held;
}

/** The options as a request body of the API. */
function bodyOf({ amountLimit, ...texts }: Change): ChangeSettingsBody {
  const amountLimits = amountLimit === undefined ? {} : { amountLimits: parseAmountLimits(amountLimit) };
  return checkedBody({ ...texts, ...amountLimits });
}

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(callerFile(file));
  } catch (error) {
    throw new CommandFailure(`${file} can't be read. ${error instanceof Error ? error.message : ""}`.trim());
  }
}

function lines(settings: ReturnType<typeof toApiSettings>): string[] {
  const { mode, colors, logo, amountLimits, transferRules, texts, object: _object, ...others } = settings;
  const rows = Object.entries(others).map(([name, value]) => [`  ${name}`, String(value ?? "none")]);
  const limits = Object.entries(amountLimits).map(([code, { minimum, maximum }]) => [
    `  amounts in ${code}`,
    `${minimum ?? ""}..${maximum ?? ""}`,
  ]);
  const rules = Object.entries(transferRules).map(([name, value]) => [`  transfers: ${name}`, String(value)]);
  const own = Object.entries(texts).flatMap(([locale, text]) =>
    Object.entries(text).map(([name, value]) => [`  ${name} in ${locale}`, value ?? "none"]),
  );
  const used = Object.entries(colors ?? {}).map(([scheme, { button, buttonText, link, reason }]) => [
    `  ${scheme}`,
    `buttons ${button} with ${buttonText}, links ${link}. ${reason}`,
  ]);
  const picture = logo ? `${logo.mediaType}, ${logo.width} × ${logo.height}, ${logo.url}` : "none";
  return [mode, ...columns([...rows, ...limits, ...rules, ...own, ...used, ["  logo", picture]])];
}
