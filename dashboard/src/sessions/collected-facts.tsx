import type { CheckoutSession } from "@kassa/sdk";
import type { Fact } from "../components/facts.tsx";
import { When } from "../components/when.tsx";
import { countryText } from "../texts/country-text.ts";
import { t } from "../texts/texts.ts";

type Collected = NonNullable<CheckoutSession["collected"]>;
type Address = NonNullable<Collected["billingAddress"]>;

/** What the customer entered on the payment page; nothing for what wasn't asked for. The e-mail address is shown as the session's. */
export function collectedFacts(collected: Collected | null): Fact[] {
  if (collected === null) return [];
  const { name, phone, billingAddress, shippingAddress, postalCode, termsAcceptedAt, customFields } =
    collected;
  const facts: (Fact | false)[] = [
    name !== null && [t("collected.name"), name],
    phone !== null && [t("collected.phone"), phone],
    shippingAddress !== null && [
      t("collected.shipping"),
      [shippingAddress.recipient, addressLine(shippingAddress)].join(", "),
    ],
    billingAddress !== null && [t("collected.billing"), addressLine(billingAddress)],
    postalCode !== null && [t("collected.postal-code"), postalCode],
    ...customFields.map(({ label, value }): Fact => [label, value]),
    termsAcceptedAt !== null && [t("collected.terms"), <When key="terms" at={termsAcceptedAt} />],
  ];
  return facts.filter((fact) => fact !== false);
}

/** In the order of the small and the large, since one line has no form of a country's own. */
function addressLine({
  line1,
  line2,
  district,
  postalCode,
  city,
  region,
  regionName,
  country,
}: Address): string {
  const place = [postalCode, city].filter(Boolean).join(" ");
  return [line1, line2, district, place, regionName ?? region, countryText(country)]
    .filter(Boolean)
    .join(", ");
}
