import type { FastifyReply } from "fastify";
import type { FormBody } from "../form-text.ts";
import { errorViewOf, localeOf, viewOf } from "../page-view.ts";
import type { PostedForm } from "../parse-form.ts";
import { readCheckout } from "../read-checkout.ts";
import { type FormReply, redirectToPage, replyWithView } from "../reply-to-form.ts";
import { requestedLocale } from "../requested-locale.ts";
import { handleAmount } from "./handle-amount.ts";
import { writtenInOf } from "./written-in.ts";

/**
 * Changes the amount, and shows the page as it is then. If that has to show more than what is stored, the page is the answer; otherwise a
 * redirect leads there, so that a reload repeats nothing.
 *
 * @param options.kept what the page shows again of the form that pays
 * @param options.isPayment whether the customer wanted to pay, and has to learn that nothing was charged
 */
export async function replyToAmount(
  form: FormReply,
  body: FormBody,
  { kept, isPayment = false }: { readonly kept?: PostedForm | undefined; readonly isPayment?: boolean } = {},
): Promise<FastifyReply> {
  const { deps, request, checkout } = form;
  const locale = localeOf(checkout, requestedLocale(request));
  const requester = { ...writtenInOf(form), address: request.ip };
  const posted = await handleAmount(deps, checkout, body, requester);
  if (posted.kind === "show_page") return redirectToPage(form);
  if (posted.kind === "refused") return replyWithView(form, errorViewOf(checkout, locale, "form_refused"));
  if (posted.kind === "on_hold") {
    form.reply.header("retry-after", "5");
    return replyWithView(form, errorViewOf(checkout, locale, "temporarily_unavailable"));
  }
  const { faults, typed } = posted;
  const isFaulty = faults.size > 0;
  if (!isFaulty && !isPayment && !kept) return redirectToPage(form);
  const now = (await readCheckout(deps, checkout.session.id, checkout.country)) ?? checkout;
  const view = viewOf(deps, now, locale, kept);
  if (view.state !== "open" || !view.amounts) return redirectToPage(form);
  const shown = { ...view, amounts: { ...view.amounts, faults, typed } };
  return isPayment && !isFaulty
    ? replyWithView(form, { ...shown, totalChanged: true }, 409)
    : replyWithView(form, shown);
}
