import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isClientGone, problemOf, whyUnavailable } from "../http/problem-of.ts";
import { ProblemError, sendProblem } from "../http/problem-reply.ts";
import { notFound } from "../kernel/not-found.ts";
import { methodOf } from "../payments/payment-choice.ts";
import type { Collected } from "../sessions/collect/collect.ts";
import { changesAmount, isAmountButton } from "./amounts/changes-amount.ts";
import { replyToAmount } from "./amounts/reply-to-amount.ts";
import { assetFor } from "./assets.ts";
import type { PageDeps } from "./deps.ts";
import { collectedOf } from "./details/collected.ts";
import type { DetailValues } from "./details/detail-field.ts";
import { asksForCountry, detailsAgain, postedDetails } from "./details/page-details.ts";
import { extendTime } from "./extend-time.ts";
import type { FormBody } from "./form-text.ts";
import { verifyFormToken } from "./form-token.ts";
import { keptForm } from "./kept-form.ts";
import { openValues } from "./kept-values.ts";
import { linkPageRoutes } from "./link/routes.ts";
import { moreTimeId } from "./more-time.ts";
import { offerOf } from "./offered-methods.ts";
import { makeOverloadPage } from "./overload-page.ts";
import {
  cancelledViewOf,
  errorViewOf,
  localeOf,
  outageViewOf,
  stateOf,
  statusOf,
  viewOf,
} from "./page-view.ts";
import { chosenMethod, parsePaymentForm, postedAgain, shownAmountOf } from "./parse-form.ts";
import { pictureRoutes } from "./pictures/routes.ts";
import { isProbe, probeView } from "./probe.ts";
import { type Checkout, findCheckout } from "./read-checkout.ts";
import { receiptPageRoutes } from "./receipt/routes.ts";
import { redirectToPage, replyToSubmit, replyWithView } from "./reply-to-form.ts";
import { requestedLocale } from "./requested-locale.ts";
import { isSameOriginPost } from "./same-origin-post.ts";
import { sendPage } from "./send-page.ts";
import { callOff, returnFromBank, type SubmitResult, submitPayment } from "./submit-payment.ts";

type SessionRequest = { Params: { id: string }; Querystring: { locale?: string; kept?: string } };
type FormRequest = SessionRequest & { Body: Record<string, unknown> };

/** The payment page `/pay/<session>`, its form, and the address to which banks return customers. */
export function checkoutPageRoutes(deps: PageDeps) {
  const overloadAnswer = makeOverloadPage(deps.publicUrl, "");
  // Only a form posts to this address, so the overload page has no link that opens it again.
  const callOffRoute = {
    config: { underOverload: "urgent", overloadAnswer: makeOverloadPage(deps.publicUrl, null) },
  } as const;
  const urgentRoute = { config: { underOverload: "urgent" } } as const;
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    await app.register(formbody, { bodyLimit: 16 * 1024 });
    deps.publicIds.guard(app);
    app.addHook("onRoute", (route) => {
      route.config = { overloadAnswer, ...route.config };
    });
    app.setErrorHandler((error: Error, request, reply) => {
      if (isClientGone(request)) throw error;
      const fault = problemOf(error);
      if (fault.code !== "service_unavailable" && fault.code !== "rate_limited") throw error;
      if (!(error instanceof ProblemError))
        request.log.warn({ err: error, requestId: request.id }, whyUnavailable(error));
      reply.header("retry-after", fault.code === "rate_limited" ? String(fault.retryAfter ?? 1) : "5");
      const { id = "" } = request.params as { id?: string };
      const view = outageViewOf(id, localeOf(undefined, requestedLocale(request)));
      return sendPage(deps, reply, view, null, fault.code === "rate_limited" ? 429 : undefined);
    });
    app.get("/pay/assets/*", { config: { underOverload: "exempt" } }, sendAsset);
    await app.register(pictureRoutes(deps));
    await app.register(receiptPageRoutes(deps));
    await app.register(linkPageRoutes(deps));
    app.get<SessionRequest>("/pay/:id", (request, reply) =>
      withCheckout(deps, request, reply, showCheckout, showProbe),
    );
    app.post<FormRequest>("/pay/:id", urgentRoute, (request, reply) =>
      withForm(deps, request, reply, handleSubmit),
    );
    app.get<SessionRequest>("/pay/:id/status", (request, reply) => sendStatus(deps, request, reply));
    app.get<SessionRequest>("/pay/:id/return", urgentRoute, (request, reply) =>
      withCheckout(deps, request, reply, handleReturn),
    );
    app.get<SessionRequest>("/pay/:id/cancelled", (request, reply) =>
      withCheckout(deps, request, reply, showCancelled),
    );
    app.post<FormRequest>("/pay/:id/call-off", callOffRoute, (request, reply) =>
      withForm(deps, request, reply, handleCallOff),
    );
    app.post<FormRequest>("/pay/:id/extend", callOffRoute, (request, reply) =>
      withForm(deps, request, reply, handleExtend),
    );
    app.post<FormRequest>("/pay/:id/amount", callOffRoute, (request, reply) =>
      withForm(deps, request, reply, handleAmountForm),
    );
  };
}

type Handler = (
  deps: PageDeps,
  request: FastifyRequest<SessionRequest>,
  reply: FastifyReply,
  checkout: Checkout,
) => FastifyReply | Promise<FastifyReply>;

async function withCheckout(
  deps: PageDeps,
  request: FastifyRequest<SessionRequest>,
  reply: FastifyReply,
  handler: Handler,
  fallback = showNotFound,
): Promise<FastifyReply> {
  const checkout = await findCheckout(deps, request);
  return checkout ? handler(deps, request, reply, checkout) : fallback(deps, request, reply);
}

function showNotFound(
  deps: PageDeps,
  request: FastifyRequest<SessionRequest>,
  reply: FastifyReply,
): FastifyReply {
  const locale = localeOf(undefined, requestedLocale(request));
  return sendPage(deps, reply, { state: "not_found", locale }, null);
}

/** Shows the page of a probe, by which Kassa checks that its pages arrive as they were sent. */
function showProbe(
  deps: PageDeps,
  request: FastifyRequest<SessionRequest>,
  reply: FastifyReply,
): FastifyReply {
  const { id } = request.params;
  if (!isProbe(deps.keyring, id, deps.clock.nowMs())) return showNotFound(deps, request, reply);
  const view = probeView(deps.keyring, id, localeOf(undefined, requestedLocale(request)));
  return sendPage(deps, reply, view, view.mode);
}

/** Like `withCheckout`, for a posted form. Refuses a form that doesn't come from this session's own page. */
function withForm(
  deps: PageDeps,
  request: FastifyRequest<FormRequest>,
  reply: FastifyReply,
  handler: Handler,
): Promise<FastifyReply> {
  return withCheckout(deps, request, reply, (_deps, _request, _reply, checkout) => {
    const token = request.body?.token;
    if (
      isSameOriginPost(request, deps.publicUrl) &&
      verifyFormToken(deps.keyring, checkout.session.id, token, deps.clock.nowMs())
    ) {
      return handler(deps, request, reply, checkout);
    }
    const view = errorViewOf(checkout, localeOf(checkout, requestedLocale(request)), "form_refused");
    return replyWithView({ deps, request, reply, checkout }, view);
  });
}

const showCheckout: Handler = (deps, request, reply, checkout) => {
  const view = viewOf(deps, checkout, localeOf(checkout, requestedLocale(request)));
  if (view.state === "unavailable") {
    request.log.warn(
      { tenant: checkout.tenant.id, session: checkout.session.id },
      "a customer can't pay: this tenant has no connector account for live payments",
    );
  }
  const { kept } = request.query;
  const shown =
    view.state === "open" && kept !== undefined
      ? { ...view, values: openValues(deps.keyring, checkout, kept) }
      : view;
  return sendPage(deps, reply, shown, checkout.session.mode);
};

const showCancelled: Handler = (deps, request, reply, checkout) => {
  const locale = localeOf(checkout, requestedLocale(request));
  const view =
    stateOf(checkout) === "open" ? cancelledViewOf(deps, checkout, locale) : viewOf(deps, checkout, locale);
  return sendPage(deps, reply, view, checkout.session.mode);
};

const handleSubmit: Handler = async (deps, request, reply, checkout) => {
  const body = (request.body ?? {}) as FormBody;
  const locale = localeOf(checkout, requestedLocale(request));
  if (stateOf(checkout) !== "open")
    return replyToSubmit({ deps, request, reply, checkout }, resultWhenNotOpen(checkout));
  const offer = offerOf(checkout);
  const form = { deps, request, reply, checkout };
  if (changesAmount(form, body)) {
    const isPayment = !isAmountButton(body) && !asksForCountry(body);
    return replyToAmount(form, body, { kept: keptForm(deps, checkout, locale, body), isPayment });
  }
  if (asksForCountry(body)) {
    const posted = postedAgain(body, chosenMethod(body, offer.methods), deps, checkout.nowMs);
    const details = detailsAgain(checkout, locale, body);
    const view = viewOf(deps, checkout, locale, { ...posted, details });
    return sendPage(deps, reply, view, checkout.session.mode);
  }
  const choice = parsePaymentForm(body, offer, deps, checkout.nowMs);
  const details = postedDetails(checkout, locale, body);
  if (!choice.ok || details.faults.size > 0) {
    const posted = choice.ok
      ? postedAgain(body, methodOf(choice.value), deps, checkout.nowMs)
      : choice.failure;
    return replyWithView(form, viewOf(deps, checkout, locale, { ...posted, details: details.groups }), 422);
  }
  const customer = {
    address: request.ip,
    locale,
    collected: collectedBy(checkout, details.values),
    shownAmount: shownAmountOf(body),
  };
  return replyToSubmit(form, await submitPayment(deps, checkout, choice.value, customer));
};

/** What the customer entered of what the session asks for; null if it asks for nothing. */
function collectedBy({ session, nowMs }: Checkout, values: DetailValues): Collected | null {
  const { collect } = session.details;
  return collect && collectedOf(collect.customFields ?? [], values, new Date(nowMs));
}

function resultWhenNotOpen(checkout: Checkout): SubmitResult {
  const state = stateOf(checkout);
  if (state === "processing" || state === "challenge") return { kind: "show_page" };
  return { kind: state === "attempts_used_up" ? state : "session_not_open" };
}

const handleReturn: Handler = async (deps, request, reply, checkout) =>
  replyToSubmit({ deps, request, reply, checkout }, await returnFromBank(deps, checkout, request.query));

const handleCallOff: Handler = async (deps, request, reply, checkout) => {
  await callOff(deps, checkout);
  return redirectToPage({ deps, request, reply, checkout });
};

const handleExtend: Handler = async (deps, request, reply, checkout) => {
  const { shownEnd } = request.body as Record<string, unknown>;
  if (stateOf(checkout) === "open") await extendTime(deps, checkout, shownEnd);
  return redirectToPage({ deps, request, reply, checkout }, { fragment: `#${moreTimeId}` });
};

/** The script sends only the fields that change the amount; all others stay on its page. */
const handleAmountForm: Handler = (deps, request, reply, checkout) =>
  replyToAmount({ deps, request, reply, checkout }, (request.body ?? {}) as FormBody);

async function sendStatus(
  deps: PageDeps,
  request: FastifyRequest<SessionRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await findCheckout(deps, request);
  if (!checkout) deps.publicIds.noteUnknown(request);
  reply.header("cache-control", "no-store");
  return reply.send(checkout ? statusOf(checkout) : { state: "not_found" });
}

function sendAsset(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ""] = request.url.split("?");
  const asset = assetFor(path, request.headers["accept-encoding"]);
  if (!asset) return sendProblem(request, reply, notFound);
  return reply.headers(asset.headers).send(asset.body);
}
