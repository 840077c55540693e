import type { FastifyInstance, FastifyReply } from "fastify";
import { type Html, html } from "../../../src/kernel/html.ts";
import { toAmount } from "./amounts.ts";
import { type CheckoutChoice, checkOut } from "./checkout.ts";
import { methods } from "./methods.ts";
import type { Payment } from "./state.ts";
import type { World } from "./world.ts";

/** The hosted checkout, in plain HTML: the customer picks the outcome, as in Mollie's test mode. */
export function addPageRoutes(app: FastifyInstance, world: World): void {
  const paymentAt = (params: unknown): Payment | undefined =>
    world.state.payments.get((params as { id: string }).id);
  app.addHook("onRequest", async () => world.clock.runDue());
  app.get("/checkout/:id", async ({ params }, reply) => {
    const payment = paymentAt(params);
    if (!payment) return sendPage(reply, 404, overPage("This page does not exist"));
    const isOpen = payment.status === "open" || payment.status === "pending";
    return sendPage(reply, 200, isOpen ? payPage(payment, null) : overPage(statusText(payment)));
  });
  app.post("/checkout/:id", async ({ params, body }, reply) => {
    const payment = paymentAt(params);
    if (!payment) return sendPage(reply, 404, overPage("This page does not exist"));
    return sendResult(reply, world, payment, readChoice(String(body)));
  });
}

const outcomes = ["paid", "authorized", "failed", "canceled", "expired", "pending", "open"] as const;

/** @returns undefined for an outcome that doesn't exist */
function readChoice(body: string): CheckoutChoice | undefined {
  const form = new URLSearchParams(body);
  const outcome = outcomes.find((name) => name === form.get("outcome"));
  if (!outcome) return undefined;
  const method = form.get("method");
  const failureReason = form.get("failureReason");
  return { outcome, ...(method ? { method } : {}), ...(failureReason ? { failureReason } : {}) };
}

function sendResult(
  reply: FastifyReply,
  world: World,
  payment: Payment,
  choice: CheckoutChoice | undefined,
): FastifyReply {
  if (!choice) return sendPage(reply, 400, payPage(payment, `Choose one of ${outcomes.join(", ")}.`));
  const result = checkOut(world, payment, choice);
  switch (result.kind) {
    case "return":
    case "choose_method":
      return reply.redirect(result.url, 303);
    case "over":
      return sendPage(reply, 410, overPage(statusText(payment)));
    case "refused":
      return sendPage(reply, 422, payPage(payment, result.message));
  }
}

function sendPage(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").send(page.toString());
}

function statusText({ status }: Payment): string {
  return `This payment is ${status}`;
}

function overPage(text: string): Html {
  return document(html`<h1>${text}</h1>`);
}

function payPage({ id, amount, currency, method, details }: Payment, message: string | null): Html {
  const { value } = toAmount(amount, currency);
  return document(html`
    <h1>${details.description}: ${value} ${currency}</h1>
    ${message === null ? "" : html`<p role="alert">${message}</p>`}
    <form method="post" action="/checkout/${id}">
      <label>Method <select name="method">
        ${method === null ? methods.map((one) => html`<option value="${one.id}">${one.description}</option>`) : html`<option value="${method}">${method}</option>`}
      </select></label>
      <label>Failure reason <input name="failureReason" value="card_declined"></label>
      ${outcomes.map((outcome) => html`<button name="outcome" value="${outcome}">${outcome}</button>`)}
    </form>`);
}

function document(content: Html): Html {
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Checkout</title><body>${content}</body></html>`;
}
