import { CodeBlock } from "../components/code-block.tsx";
import { t } from "../texts/texts.ts";

/** A first session, with the address of this Kassa, as the first start prints it. */
export function FirstRequest({ apiKey = "ks_…" }: { readonly apiKey?: string }) {
  const { origin } = window.location;
  const body = {
    amount: 2_599,
    currency: "EUR",
    successUrl: `${origin}/docs/paid?session={CHECKOUT_SESSION_ID}`,
  };
  const lines = [
    `curl ${origin}/api/checkout/sessions`,
    `-H "Authorization: Bearer ${apiKey}"`,
    '-H "Content-Type: application/json"',
    `-d '${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}'`,
  ];
  return <CodeBlock text={lines.join(" \\\n  ")} label={t("start.request")} />;
}
