import type { AmountLimits } from "../kernel/amount-limits.ts";
import type { Tenant } from "../tenants/find-tenant.ts";

/** What becomes of money that nobody waited for, since it came too late or was too much. */
export type LateFunds = "refund" | "keep";

/** What a merchant sets about the payment page, in one mode. */
export type PageSettings = {
  /** The merchant's name, as customers read it. */
  readonly displayName: string;
  readonly supportEmail: string | null;
  readonly supportUrl: string | null;
  readonly supportPhone: string | null;
  /** The page's language where nothing says what the customer reads: a tag of `locales/`. */
  readonly defaultLocale: string | null;
  /** `#rrggbb` as the merchant gave it; null for the page's own accent. */
  readonly brandColor: string | null;
  readonly lateFunds: LateFunds;
  /** Of a session's amount, by currency, where any are set. */
  readonly amountLimits: AmountLimits;
  readonly logo: LogoFacts | null;
};

export const logoTypes = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"] as const;
export type LogoType = (typeof logoTypes)[number];

/** A logo without its bytes. Width and height are pixels, or an SVG's own units: what counts is how they relate. */
export type LogoFacts = {
  readonly id: string;
  readonly mediaType: LogoType;
  readonly width: number;
  readonly height: number;
};

export type LogoContent = Omit<LogoFacts, "id"> & { readonly content: Buffer };

/** What holds until a merchant sets anything: what the tenant was made with. */
export function defaultSettings(tenant: Tenant): PageSettings {
  return {
    displayName: tenant.name,
    supportEmail: tenant.supportEmail,
    supportUrl: tenant.supportUrl,
    supportPhone: tenant.supportPhone,
    defaultLocale: tenant.defaultLocale,
    brandColor: null,
    lateFunds: tenant.lateFunds,
    amountLimits: {},
    logo: null,
  };
}
