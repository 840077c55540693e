import type { Collected } from "../../sessions/collect/collect.ts";
import type { FormBody } from "../form-text.ts";
import type { Locale } from "../locale.ts";
import type { Checkout } from "../read-checkout.ts";
import { isSameAddress, valuesOf } from "./collected.ts";
import { type DetailGroup, type PostedDetails, sameAddressName, showCountryName } from "./detail-field.ts";
import { type ChosenDetails, detailGroupsOf } from "./detail-groups.ts";
import { filledIn, parseDetails } from "./parse-details.ts";

type Asking = Pick<Checkout, "session" | "country">;

/** The fields of a page that is opened, with what an earlier attempt has stored. */
export function detailsAtFirst({ session, country }: Asking, locale: Locale): DetailGroup[] {
  const { collected, details } = session;
  const groups = detailGroupsOf(session, chosenAtFirst(collected, country, locale));
  return filledIn(groups, valuesOf(details.collect?.customFields ?? [], collected));
}

function chosenAtFirst(collected: Collected | null, country: string | null, language: Locale): ChosenDetails {
  const likely = country ?? undefined;
  return {
    language,
    countries: {
      shipping: collected?.shippingAddress?.country ?? likely,
      billing: collected?.billingAddress?.country ?? likely,
    },
    billingIsSame: isSameAddress(collected),
  };
}

/** What was posted, and the fields with it and with its faults. */
export function postedDetails(
  { session }: Asking,
  locale: Locale,
  body: FormBody,
): PostedDetails & { readonly groups: readonly DetailGroup[] } {
  const groups = groupsOfPost(session, locale, body);
  const posted = parseDetails(groups, body);
  return { ...posted, groups: filledIn(groups, posted.values, posted.faults) };
}

/** Whether the fields of the chosen countries were asked for. */
export const asksForCountry = (body: FormBody): boolean => body[showCountryName] !== undefined;

/**
 * The fields of a form that isn't sent to pay: those of the countries that were chosen, with what was posted and without faults. If the
 * fields of a country were asked for, the focus is at the first new one.
 */
export function detailsAgain({ session }: Asking, locale: Locale, body: FormBody): DetailGroup[] {
  const wanted = body[showCountryName];
  const groups = groupsOfPost(session, locale, body);
  return filledIn(groups, parseDetails(groups, body).values).map((group) =>
    group.name === wanted ? { ...group, fields: focusAfterCountry(group) } : group,
  );
}

const focusAfterCountry = ({ fields }: DetailGroup) =>
  fields.map((field, index) =>
    index === Math.min(1, fields.length - 1) ? { ...field, focus: true } : field,
  );

function groupsOfPost(session: Checkout["session"], language: Locale, body: FormBody): DetailGroup[] {
  const country = (name: string): string | undefined => {
    const posted = body[name];
    return typeof posted === "string" ? posted : undefined;
  };
  return detailGroupsOf(session, {
    language,
    countries: { shipping: country("shipping_country"), billing: country("billing_country") },
    billingIsSame: body[sameAddressName] === "yes",
  });
}
