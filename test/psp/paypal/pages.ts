import type { FastifyInstance, FastifyReply } from "fastify";
import { type Html, html } from "../../../src/kernel/html.ts";
import { type ApprovalChoice, actOnOrder } from "./approval.ts";
import { toMoney } from "./currencies.ts";
import type { Order } from "./state.ts";
import type { World } from "./world.ts";

/** PayPal's page, in plain HTML: the customer approves or cancels, and picks how the money behaves later. */
export function addPageRoutes(app: FastifyInstance, world: World): void {
  app.get("/checkoutnow", async ({ query }, reply) => {
    world.clock.runDue();
    const order = orderAt(world, query);
    if (!order) return sendPage(reply, 404, overPage("This page does not exist"));
    if (isOver(order))
      return sendPage(reply, 200, overPage("Things don't appear to be working at the moment"));
    return sendPage(reply, 200, approvalPage(order));
  });
  app.post("/checkoutnow", async ({ query, body }, reply) => {
    world.clock.runDue();
    const order = orderAt(world, query);
    if (!order) return sendPage(reply, 404, overPage("This page does not exist"));
    const choice = readChoice(String(body));
    if (!choice) return sendPage(reply, 400, approvalPage(order));
    return sendResult(reply, world, order, choice);
  });
}

function orderAt({ state }: World, query: unknown): Order | undefined {
  return state.orders.get((query as { token?: string }).token ?? "");
}

function isOver({ expired, status }: Order): boolean {
  return expired || status === "COMPLETED";
}

/** By the names of the buttons. */
const choices: Readonly<Record<string, ApprovalChoice>> = {
  approve: { outcome: "approve" },
  approve_pending: { outcome: "approve", pending: "PENDING_REVIEW" },
  approve_echeck: { outcome: "approve", pending: "ECHECK" },
  approve_declined: { outcome: "approve", declined: true },
  approve_instrument_declined: { outcome: "approve", refuse: "INSTRUMENT_DECLINED" },
  cancel: { outcome: "cancel" },
};

function readChoice(body: string): ApprovalChoice | undefined {
  const name = new URLSearchParams(body).get("choice") ?? "";
  return Object.hasOwn(choices, name) ? choices[name] : undefined;
}

function sendResult(reply: FastifyReply, world: World, order: Order, choice: ApprovalChoice): FastifyReply {
  const result = actOnOrder(world, order, choice);
  if (result.kind === "over") return sendPage(reply, 410, overPage("This order is over"));
  if (result.url === null) return sendPage(reply, 200, overPage("You can close this page"));
  return reply.redirect(result.url, 303);
}

function sendPage(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").send(page.toString());
}

function overPage(text: string): Html {
  return document(html`<h1>${text}</h1>`);
}

function approvalPage({ id, amount, currency, context }: Order): Html {
  const { value } = toMoney(amount, currency);
  const pay = context.user_action === "PAY_NOW" ? "Pay now" : "Continue";
  return document(html`
    <h1>${context.brand_name ?? "Shop"}: ${value} ${currency}</h1>
    <form method="post" action="/checkoutnow?token=${id}">
      ${Object.keys(choices).map((name) => html`<button name="choice" value="${name}">${name === "approve" ? pay : name}</button>`)}
    </form>`);
}

function document(content: Html): Html {
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><title>PayPal</title><body>${content}</body></html>`;
}
