import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fastify, { type FastifyInstance } from "fastify";
import { Webhook } from "standardwebhooks";
import * as sdk from "../../sdk/src/index.ts";

/** The recipes of docs/reference/sdk.md that run with what is installed here. Express and Hono aren't. */
const guide = readFileSync(new URL("../../docs/reference/sdk.md", import.meta.url), "utf8");
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const payload = JSON.stringify({ object: "event", id: "evt_1", type: "refund.succeeded", note: "5 €" });

type Handle = (event: sdk.Event) => Promise<void>;

test("the recipe for Fastify verifies webhooks", async (t) => {
  const { app } = runRecipe("Fastify", "app", { fastify }) as { app: FastifyInstance };
  t.after(() => app.close());
  app.post("/other", async (request) => ({ parsed: typeof request.body }));
  await judge(async (headers, body) => {
    const response = await app.inject({ method: "POST", url: "/kassa", headers, payload: body });
    return response.statusCode;
  });
  const other = await app.inject({ method: "POST", url: "/other", payload: { amount: 1 } });
  assert.deepEqual(other.json(), { parsed: "object" });
});

test("the recipe for Next.js verifies webhooks", async () => {
  const { POST } = runRecipe("Next.js", "POST", {}) as { POST: (request: Request) => Promise<Response> };
  await judge(async (headers, body) => {
    const response = await POST(new Request("https://shop.example/kassa", { method: "POST", headers, body }));
    return response.status;
  });
});

const handled: string[] = [];
let handle: Handle;

/** Runs the code under a heading, without its imports and with what they stand for. */
function runRecipe(heading: string, result: string, imports: Record<string, unknown>): unknown {
  const code = new RegExp(
    `### ${heading.replace(".", "\\.")}\\n[^#]*?\`\`\`js[^\\n]*\\n(.*?)\`\`\``,
    "s",
  ).exec(guide)?.[1];
  assert.ok(code, `docs/reference/sdk.md has no recipe for ${heading}`);
  const names = {
    ...{ ...imports, WebhookVerificationError: sdk.WebhookVerificationError, webhooks: sdk.webhooks },
    ...{ handle: (event: sdk.Event) => handle(event), process: { env: { KASSA_WEBHOOK_SECRET: secret } } },
  };
  const body = code.replace(/^import .*\n/gm, "").replace("export ", "");
  return new Function(...Object.keys(names), `${body}\nreturn { ${result} };`)(...Object.values(names));
}

/** A genuine webhook is handled and answered with 2xx; a changed one 400; a failure of the handler 500, so that it is sent again. */
async function judge(
  send: (headers: Record<string, string>, body: string) => Promise<number>,
): Promise<void> {
  const now = new Date();
  const headers = {
    "content-type": "application/json",
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", now, payload),
  };
  handled.length = 0;
  handle = async ({ id }) => void handled.push(id);
  assert.equal(await send(headers, payload), 204);
  assert.equal(await send(headers, `${payload} `), 400);
  assert.deepEqual(handled, ["evt_1"]);
  handle = async () => Promise.reject(new Error("the database is away"));
  assert.equal(await send(headers, payload), 500);
}
