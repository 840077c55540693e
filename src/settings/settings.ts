import type { AmountLimits } from "../kernel/amount-limits.ts";
import type { Tenant } from "../tenants/find-tenant.ts";

/** What happens to late funds and to surpluses. */
export type LateFunds = "refund" | "keep";

/** How long bank transfers to the merchant's own accounts are awaited, and what is done with those that aren't as expected. */
export type TransferRules = {
  /** Days that a customer has, from 1 to 90. Those who were asked already keep the time that they were shown. */
  readonly waitDays: number;
  /** A difference up to this many minor units, either way, counts as the expected amount. */
  readonly tolerance: number;
  readonly tooLittle: "wait" | "accept" | "refund";
  readonly tooMuch: "keep_as_liability" | "refund";
  readonly late: "flag" | "accept" | "refund";
  readonly wrongCurrency: "flag" | "refund";
};

/** Nothing is returned or given away without being asked. */
export const defaultTransferRules: TransferRules = {
  waitDays: 14,
  tolerance: 0,
  tooLittle: "wait",
  tooMuch: "keep_as_liability",
  late: "flag",
  wrongCurrency: "flag",
};

/** How many times customers can extend a session, unless the merchant sets it. */
export const defaultTimeExtensions = 1;

/** The merchant's own sentences on the payment page: above the button that pays, and once it is paid. */
export const pageTextNames = ["submitNote", "paidNote"] as const;
export type PageTextName = (typeof pageTextNames)[number];
/** Null where the merchant has no sentence. */
export type PageText = Readonly<Record<PageTextName, string | null>>;
/** By the language of the page. */
export type PageTexts = Readonly<Record<string, PageText>>;

/** A merchant's settings of the payment page in one mode. */
export type PageSettings = {
  /** The merchant's name, as customers read it. */
  readonly displayName: string;
  readonly supportEmail: string | null;
  readonly supportUrl: string | null;
  readonly supportPhone: string | null;
  /** The merchant's own pages, which the payment page links to. */
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  readonly imprintUrl: string | null;
  /** The page's language if neither the session nor the browser specifies one: a tag of `locales/`. */
  readonly defaultLocale: string | null;
  /** `#rrggbb` as the merchant set it; null for the default accent. */
  readonly brandColor: string | null;
  readonly lateFunds: LateFunds;
  /** Limits of a session's amount, for the currencies that have any. */
  readonly amountLimits: AmountLimits;
  readonly transferRules: TransferRules;
  /** The merchant's own sentences, for the languages that have any. */
  readonly texts: PageTexts;
  /** How many times customers can extend a session, from 0 to 10. */
  readonly timeExtensions: number;
  readonly logo: LogoFacts | null;
};

export const logoTypes = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"] as const;
export type LogoType = (typeof logoTypes)[number];

/** A logo without its bytes. Width and height are pixels, or an SVG's own units; only their ratio matters. */
export type LogoFacts = {
  readonly id: string;
  readonly mediaType: LogoType;
  readonly width: number;
  readonly height: number;
};

export type LogoContent = Omit<LogoFacts, "id"> & { readonly content: Buffer };

/** The settings before the first change, from the values with which the tenant was created. */
export function defaultSettings(tenant: Tenant): PageSettings {
  return {
    displayName: tenant.name,
    supportEmail: tenant.supportEmail,
    supportUrl: tenant.supportUrl,
    supportPhone: tenant.supportPhone,
    termsUrl: null,
    privacyUrl: null,
    imprintUrl: null,
    defaultLocale: tenant.defaultLocale,
    brandColor: null,
    lateFunds: tenant.lateFunds,
    amountLimits: {},
    transferRules: defaultTransferRules,
    texts: {},
    timeExtensions: defaultTimeExtensions,
    logo: null,
  };
}
