import type { FastifyReply, FastifyRequest } from "fastify";
import type { PageDeps } from "./deps.ts";
import { formAnswer } from "./form-answer.ts";
import type { FormBody } from "./form-text.ts";
import { keptForm } from "./kept-form.ts";
import { sealValues } from "./kept-values.ts";
import { localizedPath } from "./links.ts";
import { errorViewOf, localeOf, pagePath, viewOf } from "./page-view.ts";
import { type Checkout, readCheckout } from "./read-checkout.ts";
import { renderPage } from "./render.ts";
import { requestedLocale } from "./requested-locale.ts";
import { sendAnswer, sendPage, wantsAnswer } from "./send-page.ts";
import type { SubmitResult } from "./submit-payment.ts";
import type { PageView } from "./view-model.ts";

export type FormReply = {
  readonly deps: PageDeps;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** As it was before the form was processed. */
  readonly checkout: Checkout;
};

const bodyOf = ({ body }: FastifyRequest): FormBody => (body ?? {}) as FormBody;

/** Sends the result of a submit: to the script what it shows in place, to all others a page or a redirect. */
export async function replyToSubmit(form: FormReply, submitted: SubmitResult): Promise<FastifyReply> {
  const { deps, request, reply, checkout } = form;
  const locale = localeOf(checkout, requestedLocale(request));
  switch (submitted.kind) {
    case "redirect":
      if (wantsAnswer(request)) return sendAnswer(reply, { state: "moved", url: submitted.url });
      return reply.header("cache-control", "no-store").redirect(submitted.url, 303);
    case "show_page":
      if (wantsAnswer(request) && submitted.checkout)
        return replyWithView(form, viewOf(deps, submitted.checkout, locale), 200);
      return redirectToPage(form, { after: submitted.checkout });
    case "session_not_open":
    case "attempts_used_up": {
      const now = (await readCheckout(deps, checkout.session.id, checkout.country)) ?? checkout;
      return replyWithView(
        form,
        viewOf(deps, now, locale),
        submitted.kind === "session_not_open" ? 409 : 429,
      );
    }
    case "amount_changed": {
      const now = submitted.checkout ?? checkout;
      const view = viewOf(deps, now, locale, keptForm(deps, now, locale, bodyOf(request)));
      return replyWithView(form, view.state === "open" ? { ...view, totalChanged: true } : view, 409);
    }
    case "too_many_tries": {
      reply.header("retry-after", String(submitted.retryAfterSeconds));
      return replyWithView(
        form,
        errorViewOf(checkout, locale, "too_many_tries", submitted.retryAfterSeconds),
      );
    }
  }
}

/** Sends a view, to the script as far as it shows it in place. `status`: default that of the view. */
export function replyWithView(
  { deps, request, reply, checkout }: FormReply,
  view: PageView,
  status?: number,
): FastifyReply {
  if (wantsAnswer(request))
    return sendAnswer(
      reply,
      formAnswer(view, pagePath(checkout.session.id)),
      status ?? renderPage(view).status,
    );
  return sendPage(deps, reply, view, checkout.session.mode, status);
}

/**
 * Redirects from a posted form to the page in the same language, so that a reload repeats nothing. After a decline, what needn't
 * be typed again goes along.
 *
 * @param options.after the checkout after the attempt
 * @param options.fragment the part of the page that is shown, such as `#more-time`
 */
export function redirectToPage(
  form: FormReply,
  { after, fragment = "" }: { readonly after?: Checkout | undefined; readonly fragment?: string } = {},
): FastifyReply {
  const { deps, request, reply, checkout } = form;
  const path = pagePath(checkout.session.id);
  const { query } = requestedLocale(request);
  const locale = localeOf(checkout, requestedLocale(request));
  const own = query === undefined ? path : localizedPath(path, locale);
  if (wantsAnswer(request)) return sendAnswer(reply, { state: "moved", url: own });
  const typed = request.method === "POST" && after && viewOf(deps, after, locale).state === "open";
  const kept = typed ? sealValues(deps.keyring, after, bodyOf(request)) : undefined;
  const url = kept === undefined ? own : `${own}${own.includes("?") ? "&" : "?"}kept=${kept}`;
  return reply.header("cache-control", "no-store").redirect(url + fragment, 303);
}
