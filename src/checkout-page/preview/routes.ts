import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/database.ts";
import { sendProblem } from "../../http/problem-reply.ts";
import { refuseUnexpectedInput } from "../../http/validation.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import type { Result } from "../../kernel/result.ts";
import { Type } from "../../kernel/type.ts";
import { MAXIMUM_URL_LENGTH } from "../../kernel/url-rules.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { PageSettings, PageTextName } from "../../settings/settings.ts";
import type { Caller } from "../../tenants/caller.ts";
import { allows } from "../../tenants/scopes.ts";
import { isLocale } from "../locale.ts";
import { renderPage } from "../render.ts";
import { previewHeaders } from "../security-headers.ts";
import { type PreviewState, previewStates, previewView } from "./preview-view.ts";

export type PreviewDeps = {
  readonly database: Database;
  readonly publicUrl: URL;
  /** Who looks, at which tenant and mode. A frame can't send headers, so the address names these. */
  readonly identify: (
    request: FastifyRequest,
    reply: FastifyReply,
    named: { readonly tenant: unknown; readonly mode: unknown },
  ) => Promise<Result<{ readonly caller: Caller }, Problem>>;
};

const draft = Type.Optional(Type.String({ maxLength: 300 }));
const address = Type.Optional(Type.String({ maxLength: MAXIMUM_URL_LENGTH }));
const note = Type.Optional(Type.String({ maxLength: 600 }));
const PreviewQuerySchema = Type.Object(
  {
    tenant: Type.String({ maxLength: 100 }),
    mode: Type.String({ maxLength: 20 }),
    state: Type.Enum([...previewStates]),
    locale: Type.String({ maxLength: 35 }),
    displayName: draft,
    supportEmail: draft,
    supportUrl: address,
    supportPhone: draft,
    termsUrl: address,
    privacyUrl: address,
    imprintUrl: address,
    brandColor: Type.Optional(Type.String({ pattern: "^(?:|#[0-9A-Fa-f]{6})$" })),
    submitNote: note,
    paidNote: note,
  },
  { additionalProperties: false },
);
type Draft = Partial<
  Record<
    | "displayName"
    | "supportEmail"
    | "supportUrl"
    | "supportPhone"
    | "termsUrl"
    | "privacyUrl"
    | "imprintUrl"
    | "brandColor",
    string
  >
>;
/** The sentences that are typed for the language of the preview. */
type DraftTexts = { readonly [name in PageTextName]?: string | undefined };
type Query = Draft &
  DraftTexts & {
    readonly tenant: string;
    readonly mode: string;
    readonly state: PreviewState;
    readonly locale: string;
  };

/** The frame runs no script, and the browser would say so for each preview. */
const scriptTag = /<script [^>]*><\/script>/;

const roleForbids = problem("role_forbids", "Your role doesn't include the settings.");
const unknownLocale = problem(
  "locale_invalid",
  "The payment page has no translation in this language.",
  "locale",
);

/** `/dashboard/api/page-preview`: the payment page of a sample order with settings that aren't saved yet. Nothing in it can be sent. */
export function previewRoutes({ database, publicUrl, identify }: PreviewDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    refuseUnexpectedInput(app);
    app.get<{ Querystring: Query }>(
      "/dashboard/api/page-preview",
      { schema: { querystring: PreviewQuerySchema } },
      async (request, reply) => {
        const { tenant, mode, state, locale, submitNote, paidNote, ...changed } = request.query;
        const known = await identify(request, reply, { tenant, mode });
        if (!known.ok) return sendProblem(request, reply, known.failure);
        const { caller } = known.value;
        if (!allows(caller.scopes, "settings", "read")) return sendProblem(request, reply, roleForbids);
        if (!isLocale(locale)) return sendProblem(request, reply, unknownLocale);
        const saved = await database.inTenant(
          { tenantId: caller.tenantId, mode: caller.mode, writes: [] },
          (trx) => readSettings(trx, caller.tenant),
        );
        const settings = withTexts(withDraft(saved, changed), locale, { submitNote, paidNote });
        const { html } = renderPage(previewView(state, { locale, mode: caller.mode, settings }));
        return reply.headers(previewHeaders(publicUrl)).send(html.replace(scriptTag, ""));
      },
    );
  };
}

/** What was emptied is as if it had never been set. */
function withDraft(saved: PageSettings, changed: Draft): PageSettings {
  const { displayName, ...others } = changed;
  const optional = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, value.trim() === "" ? null : value.trim()]),
  );
  return { ...saved, ...optional, ...(displayName?.trim() ? { displayName: displayName.trim() } : {}) };
}

function withTexts(settings: PageSettings, locale: string, typed: DraftTexts): PageSettings {
  const saved = settings.texts[locale];
  const textOf = (name: PageTextName): string | null => typed[name]?.trim() ?? saved?.[name] ?? null;
  const text = { submitNote: textOf("submitNote"), paidNote: textOf("paidNote") };
  return { ...settings, texts: { ...settings.texts, [locale]: text } };
}
