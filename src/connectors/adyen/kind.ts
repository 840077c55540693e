import { present } from "../../kernel/assert.ts";
import { readCheck } from "../check-response.ts";
import type { AccountInput, CheckOutcome, ConnectorKind } from "../kind.ts";
import type { PspClient } from "../psp-client.ts";

export const adyen: ConnectorKind = {
  name: "adyen",
  title: "Adyen",
  // Unless Adyen has enabled multiple partial captures for the merchant account, the first one releases the rest.
  capabilities: ({ multiplePartialCaptures }) => {
    const each = {
      capture: multiplePartialCaptures === "yes" ? "in_parts" : "once",
      refundDays: null,
    } as const;
    return { card: each, wallet: each };
  },
  credentials: [
    {
      name: "apiKey",
      label: "API key of a web service user (Developers, API credentials)",
      pattern: /^AQ[\x21-\x7e]{40,600}$/,
      expects: "the API key of a web service user (AQE…)",
      needed: "always",
    },
    {
      name: "hmacKey",
      label: "HMAC key of the standard webhook (Developers, Webhooks)",
      pattern: /^[0-9A-Fa-f]{64}$/,
      expects: "the HMAC key of the standard webhook: 64 hexadecimal digits",
      needed: "notifications",
    },
    {
      name: "reportApiKey",
      label: "API key of a report user, to download settlement reports (Developers, API credentials)",
      pattern: /^AQ[\x21-\x7e]{40,600}$/,
      expects: "the API key of a report user (AQE…)",
      needed: "never",
    },
  ],
  settings: [
    {
      name: "merchantAccount",
      label: "Merchant account, as the Customer Area shows it",
      pattern: /^[0-9A-Za-z_.-]{1,80}$/,
      expects: "the name of a merchant account, such as ShopECOM",
      modes: ["sandbox", "live"],
    },
    {
      // Part of a host name.
      name: "liveUrlPrefix",
      label: "Live endpoint URL prefix (Developers, API URLs)",
      pattern: /^[0-9a-f]{16}-[0-9A-Za-z]{1,40}$/,
      expects: "the prefix of the live endpoints, such as 1797a841fbb37ca7-AdyenDemo",
      modes: ["live"],
    },
    {
      name: "multiplePartialCaptures",
      label: "Whether Adyen's support has enabled multiple partial captures for the merchant account",
      pattern: /^yes$/,
      expects: '"yes", or left out',
      modes: ["sandbox", "live"],
      isOptional: true,
    },
  ],
  check,
};

/** The base address of the Checkout API, without its version. */
export function checkoutBase({ mode, settings }: Pick<AccountInput, "mode" | "settings">): string {
  if (mode === "sandbox") return "https://checkout-test.adyen.com";
  return `https://${present(settings.liveUrlPrefix, "the live prefix")}-checkout-live.adyenpayments.com/checkout`;
}

/** Where disputes are answered and reports are downloaded. */
export const customerAreaBase = (mode: AccountInput["mode"]): string =>
  mode === "live" ? "https://ca-live.adyen.com" : "https://ca-test.adyen.com";

/** Asks about both keys. */
async function check(account: AccountInput, psp: PspClient): Promise<CheckOutcome> {
  const ofKey = await checkKey(account, psp);
  const { reportApiKey } = account.credentials;
  if (ofKey.kind !== "valid" || reportApiKey === undefined) return ofKey;
  const merchantAccount = present(account.settings.merchantAccount, "the merchant account");
  // Batches begin with 1, so there is no such report: 404 says that the user may download reports.
  const told = readCheck(
    await psp.send({
      method: "GET",
      base: customerAreaBase(account.mode),
      path: `/reports/download/MerchantAccount/${merchantAccount}/settlement_detail_report_batch_0.csv`,
      headers: { "x-api-key": reportApiKey },
      isText: true,
    }),
  );
  if (told.kind === "unknown") return told;
  if (told.kind === "unknown_credential" || told.kind === "not_permitted")
    return {
      kind: "refused",
      field: "reportApiKey",
      detail: `Adyen doesn't let this key download reports of ${merchantAccount}. Use the key of a report user with the role "Merchant Report Download role".`,
    };
  return ofKey;
}

/** Lists the payment methods of the merchant account, which moves nothing. */
async function checkKey(account: AccountInput, psp: PspClient): Promise<CheckOutcome> {
  const merchantAccount = present(account.settings.merchantAccount, "the merchant account");
  const told = readCheck(
    await psp.send({
      method: "POST",
      base: checkoutBase(account),
      path: "/v72/paymentMethods",
      headers: {
        "x-api-key": present(account.credentials.apiKey, "the account's API key"),
        "content-type": "application/json",
      },
      body: JSON.stringify({ merchantAccount }),
    }),
  );
  switch (told.kind) {
    case "ok":
      return { kind: "valid", pspAccount: merchantAccount };
    case "unknown_credential":
      return refused(`Adyen doesn't know this API key in its ${environment(account)} environment.`);
    case "not_permitted":
      return refused(
        `Adyen says that the API key may not use the merchant account ${merchantAccount}. Give the web service user the role "Checkout webservice role" and the merchant account.`,
      );
    case "other":
      return refused(`Adyen refused the merchant account ${merchantAccount} (status ${told.status}).`);
    case "unknown":
      return told;
  }
}

const environment = ({ mode }: AccountInput): string => (mode === "live" ? "live" : "test");

const refused = (detail: string): CheckOutcome => ({ kind: "refused", field: "apiKey", detail });
