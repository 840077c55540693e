import { randomDigits } from "../../kernel/id.ts";
import { linkPath } from "../../payment-links/payment-link.ts";
import type { PageDeps } from "../deps.ts";
import { makeFormToken } from "../form-token.ts";
import { localizedPath } from "../links.ts";
import { type Locale, negotiateLocale } from "../locale.ts";
import { merchantLocalePart, merchantOf, type RequestedLocale } from "../page-view.ts";
import type { ErrorReason, PageView } from "../view-model.ts";
import type { OfferedLink } from "./read-link.ts";

/** What a link's form is signed for: the link, and one visit of its page. */
export const signedFor = (linkId: string, visit: string): string => `${linkId} ${visit}`;

/** The language of a link's page, as that of a session's page. */
export function localeOfLink({ link, settings }: OfferedLink, requested: RequestedLocale): Locale {
  const { locale } = link.details;
  return negotiateLocale({
    ...(locale === "auto" ? {} : { sessionLocale: locale }),
    ...(requested.query === undefined ? {} : { query: requested.query }),
    ...(requested.acceptLanguage === undefined ? {} : { acceptLanguage: requested.acceptLanguage }),
    ...(settings.defaultLocale ? { tenantDefault: settings.defaultLocale } : {}),
  });
}

/** The page of a link: what is sold and the button, or why nobody can begin to pay now. */
export function linkViewOf(deps: PageDeps, offered: OfferedLink, locale: Locale): PageView {
  const { link, closed } = offered;
  const common = {
    mode: link.mode,
    locale,
    ...merchantLocalePart(link.details),
    pageUrl: linkPath(link.id),
    merchant: merchantOf(offered),
    order: orderOf(deps, offered),
  };
  if (closed !== undefined) return { ...common, state: "link_closed", reason: closed };
  const visit = randomDigits(22);
  const nowMs = deps.clock.nowMs();
  return {
    ...common,
    state: "link",
    expiresAt: link.expiresAt?.toISOString() ?? null,
    now: new Date(nowMs).toISOString(),
    startUrl: localizedPath(common.pageUrl, locale),
    visit,
    formToken: makeFormToken(deps.keyring, signedFor(link.id, visit), nowMs),
  };
}

/** The page for a problem with the request. */
export function linkErrorViewOf(
  offered: OfferedLink,
  locale: Locale,
  reason: ErrorReason,
  retryAfterSeconds?: number,
): PageView {
  return {
    state: "error",
    locale,
    reason,
    mode: offered.link.mode,
    pageUrl: linkPath(offered.link.id),
    merchant: merchantOf(offered),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

function orderOf({ pictures }: PageDeps, { link, scope }: OfferedLink) {
  const { lineItems, adjustments, description } = link.details;
  return {
    amountMinor: link.amount,
    currency: link.currency,
    lineItems: (lineItems ?? []).map(({ imageUrl, adjustableQuantity: _, ...item }, index) =>
      imageUrl === undefined || pictures.failedRecently(scope, imageUrl)
        ? item
        : { ...item, picture: `${linkPath(link.id)}/pictures/${index}` },
    ),
    adjustments: adjustments ?? [],
    description,
  };
}
