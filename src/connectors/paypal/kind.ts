import type { Mode } from "../../kernel/mode.ts";
import { readCheck, type Told, textOf } from "../check-response.ts";
import type { AccountInput, CheckOutcome, ConnectorKind } from "../kind.ts";
import type { PspClient } from "../psp-client.ts";
import { paypalBase, requestToken } from "./access-tokens.ts";
import { registerNotifications } from "./register-notifications.ts";

export const paypal: ConnectorKind = {
  name: "paypal",
  title: "PayPal",
  // The refund period is that of developer.paypal.com/api/nvp-soap/paypal-payments-standard/admin/refunds.
  capabilities: () => ({ wallet: { capture: "in_parts", refundDays: 180 } }),
  credentials: [
    {
      name: "clientId",
      label: "Client ID of the REST app (Apps & Credentials)",
      pattern: /^[0-9A-Za-z_-]{40,120}$/,
      expects: "the client ID of a REST app, 80 characters in most cases",
      needed: "always",
    },
    {
      name: "clientSecret",
      label: "Secret of the REST app (Apps & Credentials)",
      pattern: /^[0-9A-Za-z_-]{40,120}$/,
      expects: "the secret of a REST app, 80 characters in most cases",
      needed: "always",
    },
    {
      name: "webhookId",
      label: "Webhook ID (Apps & Credentials, the app's webhooks)",
      pattern: /^[0-9A-Z]{10,50}$/,
      expects: "the ID that PayPal shows beside the webhook, such as 0EH40505U7160970P",
      needed: "notifications",
    },
  ],
  settings: [],
  check,
  registerNotifications,
};

/** Asks for an access token, and for the webhook if its id is given. */
async function check(account: AccountInput, psp: PspClient): Promise<CheckOutcome> {
  const granted = readCheck(await requestToken(psp, account));
  switch (granted.kind) {
    case "ok":
      break;
    case "unknown_credential":
      return refused(
        "clientSecret",
        `PayPal doesn't know this client ID and secret as ${app(account.mode)}.`,
      );
    case "not_permitted":
    case "other":
      return refused("clientSecret", "PayPal refused the client ID and secret.");
    case "unknown":
      return granted;
  }
  const token = textOf(granted.body, "access_token");
  if (token === null) return { kind: "unknown", detail: "the response has no access token" };
  return checkWebhook(account, psp, token);
}

const app = (mode: Mode): string => (mode === "live" ? "a live app" : "a sandbox app");

const refused = (field: string, detail: string): CheckOutcome => ({ kind: "refused", field, detail });

async function checkWebhook(
  { mode, credentials: { webhookId } }: AccountInput,
  psp: PspClient,
  token: string,
): Promise<CheckOutcome> {
  // An app doesn't tell whose account it belongs to.
  if (webhookId === undefined) return { kind: "valid", pspAccount: null };
  return judgeWebhook(
    readCheck(
      await psp.send({
        method: "GET",
        base: paypalBase(mode),
        path: `/v1/notifications/webhooks/${webhookId}`,
        headers: { authorization: `Bearer ${token}` },
      }),
    ),
  );
}

/** The token is a minute old at most, so 401 tells nothing about the webhook. */
function judgeWebhook(told: Told): CheckOutcome {
  switch (told.kind) {
    case "ok":
      return { kind: "valid", pspAccount: null };
    case "unknown":
      return told;
    case "unknown_credential":
      return { kind: "unknown", detail: "PayPal doesn't accept the access token that it has just issued" };
    case "not_permitted":
      return refused("clientId", "The REST app lacks the permission to read its webhooks.");
    case "other":
      return told.status === 400 || told.status === 404
        ? refused("webhookId", "The REST app has no webhook with this ID.")
        : { kind: "unknown", detail: `status ${told.status}` };
  }
}
