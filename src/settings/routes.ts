import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { withIdempotency } from "../http/idempotency.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { authOf } from "../http/request-auth.ts";
import { problem } from "../kernel/problem.ts";
import { success } from "../kernel/result.ts";
import { allows } from "../tenants/scopes.ts";
import { toApiSettings } from "./api-settings.ts";
import { changeSettings } from "./change-settings.ts";
import type { SettingsRouteDeps } from "./deps.ts";
import { logoRoutes } from "./logo/routes.ts";
import { readSettings } from "./read-settings.ts";
import { type ChangeSettingsBody, ChangeSettingsSchema, SettingsSchema } from "./schemas.ts";

/** `/api/settings` */
export function settingsRoutes(deps: SettingsRouteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(
      "/settings",
      {
        config: { scope: ["settings", "read"], operation: "getSettings" },
        schema: {
          summary: "Get the settings of the payment page",
          description:
            "Each mode has separate settings: try them in the sandbox, then set them with a live key.",
          response: { 200: SettingsSchema },
        },
      },
      (request, reply) => get(deps, request, reply),
    );
    app.post<{ Body: ChangeSettingsBody }>(
      "/settings",
      {
        config: { scope: ["settings", "write"], operation: "updateSettings" },
        schema: {
          summary: "Change the settings of the payment page",
          description:
            "Settings that you don't send stay unchanged. `lateFunds` and `transferRules` also require the scope `refunds:write`. If the contrast of a brand colour is too low, buttons get a border and links the nearest shade with enough contrast; `colors` in the response says which and why.",
          body: ChangeSettingsSchema,
          response: { 200: SettingsSchema },
        },
      },
      (request, reply) => change(deps, request, reply),
    );
    await app.register(logoRoutes(deps));
  };
}

async function get(
  deps: SettingsRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const settings = await deps.database.inTenant(auth, (trx) => readSettings(trx, auth.tenant));
  return reply.send(toApiSettings(auth.mode, settings, deps.publicUrl));
}

/** Settings that decide about money. */
const aboutRefunds = ["lateFunds", "transferRules"] as const;

const refundScopeMissing = (setting: string) =>
  problem(
    "scope_missing",
    `To set ${setting}, this key also needs the scope "refunds:write".`,
    `/${setting}`,
  );

async function change(
  deps: SettingsRouteDeps,
  request: FastifyRequest<{ Body: ChangeSettingsBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  // A key for the look of the page must not decide about refunds.
  const setting = aboutRefunds.find((name) => request.body[name] !== undefined);
  if (setting !== undefined && !allows(auth.scopes, "refunds", "write"))
    return sendProblem(request, reply, refundScopeMissing(setting));
  return withIdempotency(deps, request, reply, async (trx) => {
    const changed = await changeSettings(deps, trx, request.body);
    return changed.ok ? success(toApiSettings(trx.mode, changed.value, deps.publicUrl)) : changed;
  });
}
