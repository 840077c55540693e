import type { FastifyReply, FastifyRequest } from "fastify";
import { encodePage } from "../kernel/encoding.ts";
import { numberLocaleOf } from "../kernel/locales.ts";
import type { Mode } from "../kernel/mode.ts";
import type { FormAnswer } from "./form-answer.ts";
import type { Locale } from "./locale.ts";
import { renderPage } from "./render.ts";
import { requestedLocale } from "./requested-locale.ts";
import { pageHeaders } from "./security-headers.ts";
import type { MerchantLocale, PageView } from "./view-model.ts";

/** Sends a page. @param mode the mode of its session or link; null without one, whose forms lead nowhere */
export function sendPage(
  { publicUrl }: { readonly publicUrl: URL },
  reply: FastifyReply,
  view: PageView,
  mode: Mode | null,
  status?: number,
): FastifyReply {
  const page = renderPage(view, numbersOf(view, reply.request));
  const { body, headers } = encodePage(page.markup.toBuffer(), reply.request.headers["accept-encoding"]);
  return reply
    .code(status ?? page.status)
    .headers({ ...pageHeaders({ mode, publicUrl }), ...headers })
    .send(body);
}

/** The locale of a page's amounts: its language, in the region of the session's locale or of the browser. */
export function numbersOf(
  view: { readonly locale: Locale; readonly merchantLocale?: MerchantLocale },
  request: FastifyRequest,
): string {
  const { acceptLanguage } = requestedLocale(request);
  const { merchantLocale: sessionLocale } = view;
  return numberLocaleOf(view.locale, {
    ...(sessionLocale === undefined ? {} : { sessionLocale }),
    ...(acceptLanguage === undefined ? {} : { acceptLanguage }),
  });
}

/** Whether the page's script has posted the form. Without a script, browsers accept HTML. */
export const wantsAnswer = ({ headers }: Pick<FastifyRequest, "headers">): boolean =>
  headers.accept === "application/json";

/** Answers the page's script. */
export function sendAnswer(reply: FastifyReply, answer: FormAnswer, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" })
    .send(answer);
}
