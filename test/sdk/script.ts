import { Webhook } from "standardwebhooks";
import type { TestApp } from "../support/app.ts";

/** A script that uses the package: what it does is the same in each runtime and module format. */
export type Script = { readonly esm: string; readonly cjs: string; readonly bare: string };

/** What the script prints, as a line of JSON. */
export const expected = {
  status: "open",
  same: true,
  listed: 1,
  refused: "amount_invalid",
  event: "refund.failed",
  forged: "WebhookVerificationError",
};

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** The script needs no global of Node. `bare` has no import: it takes the package from the global `sdk`. */
export function scriptFor(app: TestApp, name: string): Script {
  const payload = JSON.stringify({ object: "event", type: "refund.failed" });
  const now = new Date();
  const headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", now, payload),
  };
  const { secret: key } = app.tenant.keys.sandbox;
  const given = `const given = ${JSON.stringify({ url: app.url, key, payload, headers, secret, name })};`;
  const names = "Kassa, KassaError, WebhookVerificationError, webhooks";
  return {
    esm: `import { ${names} } from "@kassa/sdk";\n${given}\n${body}\nexport {};`,
    cjs: `const { ${names} } = require("@kassa/sdk");\n${given}\n(async () => {${body}})();`,
    bare: `const { ${names} } = sdk;\n${given}\n(async () => {${body}})()`,
  };
}

const body = `
const kassa = new Kassa(given.key, { baseUrl: given.url });
const purchase = { amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks", clientReferenceId: given.name };
const session = await kassa.checkout.sessions.create(purchase, { idempotencyKey: given.name });
const again = await kassa.checkout.sessions.create(purchase, { idempotencyKey: given.name });
let listed = 0;
for await (const { id } of kassa.checkout.sessions.each({ clientReferenceId: given.name })) if (id === session.id) listed += 1;
const codeOf = (error: unknown): string | undefined =>
  error instanceof KassaError ? error.code : error instanceof WebhookVerificationError ? error.name : String(error);
const refused = await kassa.checkout.sessions.create({ ...purchase, amount: 0 }).then(() => "created", codeOf);
const event = await webhooks.verify(given.payload, given.headers, given.secret);
const forged = await webhooks.verify(given.payload + " ", given.headers, given.secret).then(() => "accepted", codeOf);
console.log(JSON.stringify({ status: session.status, same: again.id === session.id, listed, refused, event: event.type, forged }));
`;

/** The same as JavaScript: the only types are those of one parameter and one result. */
export const withoutTypes = (text: string): string =>
  text.replace("(error: unknown): string | undefined =>", "(error) =>");
