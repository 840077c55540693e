import { present } from "../../kernel/assert.ts";
import { readCheck, type Told, textOf } from "../check-response.ts";
import type { AccountInput, CheckOutcome, ConnectorKind } from "../kind.ts";
import type { PspClient } from "../psp-client.ts";
import { mollieBase as base } from "./client.ts";

export const mollie: ConnectorKind = {
  name: "mollie",
  title: "Mollie",
  // docs.mollie.com/docs/cards and docs.mollie.com/docs/paypal.
  capabilities: () => ({
    card: { capture: "once", refundDays: 365 },
    wallet: { capture: "at_once", refundDays: 180 },
    bank_transfer: { capture: "at_once", refundDays: null },
  }),
  credentials: [
    {
      name: "apiKey",
      label: "API key of the website profile (Developers, API keys)",
      pattern: /^(?:test|live)_[0-9A-Za-z]{30,100}$/,
      expects: "the API key of a website profile (test_…, live_…)",
      needed: "always",
      prefixes: { sandbox: ["test_"], live: ["live_"] },
    },
    {
      // Settlements can't be read with an API key.
      name: "organizationToken",
      label:
        "Organization access token that may read balances and settlements (Developers, Organization access tokens)",
      pattern: /^access_[0-9A-Za-z]{20,200}$/,
      expects: "an organization access token (access_…)",
      needed: "never",
    },
    {
      // Classic notifications, which come without it, are enough for payments: they make Kassa ask.
      name: "webhookSecret",
      label: "Signing secret of a webhook, for signed events beside the notifications (Developers, Webhooks)",
      pattern: /^[!-~]{8,200}$/,
      expects: "the signing secret of a webhook, 8 to 200 characters without spaces",
      needed: "never",
    },
  ],
  settings: [],
  check,
};

async function check({ credentials }: AccountInput, psp: PspClient): Promise<CheckOutcome> {
  const profile = await ask(psp, "/v2/profiles/me", present(credentials.apiKey, "the account's API key"));
  const ofKey = judge(profile, "apiKey", "this API key. Each new key replaces the one before");
  if (ofKey.kind !== "valid" || credentials.organizationToken === undefined) return ofKey;
  // What an import of settlements reads.
  for (const path of ["/v2/balances?limit=1", "/v2/settlements?limit=1"]) {
    const asked = await ask(psp, path, credentials.organizationToken);
    const ofToken = judge(asked, "organizationToken", "this organization access token");
    if (ofToken.kind !== "valid") return ofToken;
  }
  return ofKey;
}

async function ask(psp: PspClient, path: string, token: string): Promise<Told> {
  return readCheck(
    await psp.send({ method: "GET", base, path, headers: { authorization: `Bearer ${token}` } }),
  );
}

const permissionOf = (field: string): string =>
  field === "organizationToken"
    ? "it lacks the permission balances.read or settlements.read"
    : "it lacks the permission";

function judge(told: Told, field: string, what: string): CheckOutcome {
  switch (told.kind) {
    case "ok":
      return { kind: "valid", pspAccount: textOf(told.body, "id") };
    case "unknown_credential":
      return { kind: "refused", field, detail: `Mollie doesn't know ${what}.` };
    case "not_permitted":
      return { kind: "refused", field, detail: `Mollie says that ${permissionOf(field)}.` };
    case "other":
      return { kind: "refused", field, detail: `Mollie refused it (status ${told.status}).` };
    case "unknown":
      return told;
  }
}
