import { findKind } from "../connectors/kinds.ts";
import type { Offer } from "../connectors/offer.ts";
import type { Mode } from "../kernel/mode.ts";

/** A tenant's account at a PSP, without its credentials. */
export type Account = Offer & {
  readonly id: string;
  readonly tenantId: number;
  readonly mode: Mode;
  /** The name of its kind. */
  readonly connector: string;
  readonly label: string;
  readonly status: AccountStatus;
  /** New charges go to the account with the lowest position that can take the payment. */
  readonly position: number;
  /** Accounts with the same position get new charges in proportion to their weights. */
  readonly weight: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly pspAccount: string | null;
  /** Since when charges may depend on it; null if it was never enabled, nor named by a session. */
  readonly inUseSince: Date | null;
  readonly checkedAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The current version of the credentials, and their names. */
  readonly version: number;
  readonly fields: readonly string[];
  /** Until when the version before verifies notifications, too; null if there is none. */
  readonly previousRetiresAt: Date | null;
};

export type AccountStatus = "enabled" | "disabled";

/** The credentials that an account still lacks before it can be enabled. */
export function missingCredentials({ connector, fields }: Pick<Account, "connector" | "fields">): string[] {
  const needed = findKind(connector)?.credentials.filter((field) => field.needed !== "never") ?? [];
  return needed.map(({ name }) => name).filter((name) => !fields.includes(name));
}

/** The address to enter at the PSP. */
export function notificationUrl(
  publicUrl: URL,
  { connector, id }: Pick<Account, "connector" | "id">,
): string {
  return new URL(`/api/notifications/${connector}/${id}`, publicUrl).href;
}

/** An account as the API shows it. Of the credentials it shows the names only. */
export function toApiAccount(account: Account, publicUrl: URL) {
  return {
    object: "connector_account",
    id: account.id,
    mode: account.mode,
    connector: account.connector,
    label: account.label,
    status: account.status,
    position: account.position,
    weight: account.weight,
    methods: account.methods,
    currencies: account.currencies,
    countries: account.countries,
    amountLimits: account.amountLimits,
    capabilities: findKind(account.connector)?.capabilities(account.settings) ?? {},
    settings: account.settings,
    pspAccount: account.pspAccount,
    notificationUrl: notificationUrl(publicUrl, account),
    credentials: account.fields,
    missingCredentials: missingCredentials(account),
    credentialsVersion: account.version,
    previousCredentialsRetireAt: account.previousRetiresAt?.toISOString() ?? null,
    checkedAt: account.checkedAt.toISOString(),
    createdAt: account.createdAt.toISOString(),
    updatedAt: account.updatedAt.toISOString(),
  };
}
