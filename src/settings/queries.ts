import type { TenantScope, TenantTransaction, Transaction } from "../database/transaction.ts";
import type { AmountLimits } from "../kernel/amount-limits.ts";
import type { PageTexts } from "./settings.ts";
import {
  defaultTransferRules,
  type LateFunds,
  type LogoContent,
  type LogoFacts,
  type LogoType,
  type PageSettings,
  type TransferRules,
} from "./settings.ts";

/** A row of page_settings. The name, and what becomes of late funds, are null where the tenant's own holds; limits where none is set. */
export type SettingsRow = Omit<
  PageSettings,
  "displayName" | "lateFunds" | "amountLimits" | "transferRules" | "texts" | "timeExtensions"
> & {
  readonly amountLimits: AmountLimits | null;
  readonly displayName: string | null;
  readonly lateFunds: LateFunds | null;
  /** Those that the tenant has set. */
  readonly transferRules: Partial<TransferRules> | null;
  readonly texts: PageTexts | null;
  readonly timeExtensions: number | null;
};

type Flat = Omit<SettingsRow, "logo"> & {
  logoId: string | null;
  logoType: LogoType;
  logoWidth: number;
  logoHeight: number;
};

const columns = `display_name AS "displayName", support_email AS "supportEmail", support_url AS "supportUrl",
  support_phone AS "supportPhone", default_locale AS "defaultLocale", brand_color AS "brandColor", late_funds AS "lateFunds",
  amount_limits AS "amountLimits", transfer_rules AS "transferRules",
  terms_url AS "termsUrl", privacy_url AS "privacyUrl", imprint_url AS "imprintUrl",
  page_texts AS texts, time_extensions AS "timeExtensions",
  logo_id AS "logoId", logo_media_type AS "logoType", logo_width AS "logoWidth", logo_height AS "logoHeight"`;

export async function getSettings(trx: TenantTransaction): Promise<SettingsRow | undefined> {
  const row = await trx.one<Flat>(`SELECT ${columns} FROM page_settings WHERE tenant_id = $1 AND mode = $2`, [
    trx.tenantId,
    trx.mode,
  ]);
  if (!row) return undefined;
  const { logoId, logoType, logoWidth, logoHeight, ...settings } = row;
  const logo: LogoFacts | null =
    logoId === null ? null : { id: logoId, mediaType: logoType, width: logoWidth, height: logoHeight };
  return { ...settings, logo };
}

/** Makes the row with what holds now, unless there is one, and keeps others from changing it until the end. */
export async function lockSettings(trx: TenantTransaction, atFirst: PageSettings): Promise<void> {
  const owner = [trx.tenantId, trx.mode];
  await trx.run(
    `INSERT INTO page_settings (tenant_id, mode, support_email, support_url, support_phone, default_locale)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [...owner, atFirst.supportEmail, atFirst.supportUrl, atFirst.supportPhone, atFirst.defaultLocale],
  );
  await trx.run("SELECT FROM page_settings WHERE tenant_id = $1 AND mode = $2 FOR UPDATE", owner);
}

export async function updateSettings(
  trx: TenantTransaction,
  settings: Omit<SettingsRow, "logo">,
): Promise<void> {
  await trx.run(
    `UPDATE page_settings SET display_name = $3, support_email = $4, support_url = $5, support_phone = $6,
       default_locale = $7, brand_color = $8, late_funds = $9, amount_limits = $10, transfer_rules = $11,
       terms_url = $12, privacy_url = $13, imprint_url = $14, page_texts = $15, time_extensions = $16,
       updated_at = statement_timestamp()
     WHERE tenant_id = $1 AND mode = $2`,
    [
      trx.tenantId,
      trx.mode,
      settings.displayName,
      settings.supportEmail,
      settings.supportUrl,
      settings.supportPhone,
      settings.defaultLocale,
      settings.brandColor,
      settings.lateFunds,
      settings.amountLimits === null ? null : JSON.stringify(settings.amountLimits),
      settings.transferRules === null ? null : JSON.stringify(settings.transferRules),
      settings.termsUrl,
      settings.privacyUrl,
      settings.imprintUrl,
      settings.texts === null ? null : JSON.stringify(settings.texts),
      settings.timeExtensions,
    ],
  );
}

/** The limits of a tenant's sessions in a mode, for the transaction that reads the tenant's API keys. */
export async function getAmountLimits(
  trx: Transaction,
  { tenantId, mode }: TenantScope,
): Promise<AmountLimits> {
  const row = await trx.one<{ amountLimits: AmountLimits | null }>(
    'SELECT amount_limits AS "amountLimits" FROM page_settings WHERE tenant_id = $1 AND mode = $2',
    [tenantId, mode],
  );
  return row?.amountLimits ?? {};
}

/** What is done with bank transfers that aren't as expected. */
export async function getTransferRules(trx: TenantTransaction): Promise<TransferRules> {
  const row = await trx.one<{ rules: Partial<TransferRules> | null }>(
    "SELECT transfer_rules AS rules FROM page_settings WHERE tenant_id = $1 AND mode = $2",
    [trx.tenantId, trx.mode],
  );
  return { ...defaultTransferRules, ...row?.rules };
}

/** What is to become of money that nobody waited for. */
export async function getLateFunds(trx: TenantTransaction): Promise<LateFunds> {
  const row = await trx.one<{ lateFunds: LateFunds }>(
    `SELECT COALESCE(s.late_funds, t.late_funds) AS "lateFunds"
     FROM tenants t LEFT JOIN page_settings s ON s.tenant_id = t.tenant_id AND s.mode = $2 WHERE t.tenant_id = $1`,
    [trx.tenantId, trx.mode],
  );
  return row?.lateFunds ?? "refund";
}

/** Puts a logo in the place of the one before, or none. */
export async function updateLogo(
  trx: TenantTransaction,
  logo: (LogoContent & { readonly id: string }) | null,
): Promise<void> {
  await trx.run(
    `UPDATE page_settings SET logo_id = $3, logo_media_type = $4, logo_width = $5, logo_height = $6, logo_content = $7,
       updated_at = statement_timestamp()
     WHERE tenant_id = $1 AND mode = $2`,
    [
      trx.tenantId,
      trx.mode,
      logo?.id ?? null,
      logo?.mediaType ?? null,
      logo?.width ?? null,
      logo?.height ?? null,
      logo?.content ?? null,
    ],
  );
}

export type LogoFile = { readonly mediaType: LogoType; readonly content: Buffer };

/** The bytes of the logo with this id; undefined once it was replaced. */
export function getLogo(trx: TenantTransaction, id: string): Promise<LogoFile | undefined> {
  return trx.one<LogoFile>(
    `SELECT logo_media_type AS "mediaType", logo_content AS content FROM page_settings
     WHERE tenant_id = $1 AND mode = $2 AND logo_id = $3`,
    [trx.tenantId, trx.mode, id],
  );
}
