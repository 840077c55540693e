import type { FastifyInstance, FastifyReply } from "fastify";
import { type Html, html } from "../../../src/kernel/html.ts";
import { choose, type PageChoice } from "./pay.ts";
import type { Session } from "./state.ts";
import type { World } from "./world.ts";

const outcomes = ["authorised", "refused", "error", "pending", "cancelled"] as const;

/** Adyen's hosted page, in plain HTML. Instead of a card, the customer enters what shall become of the payment. */
export function addPageRoutes(app: FastifyInstance, world: World): void {
  const sessionAt = (params: unknown) => world.state.sessions.get((params as { id: string }).id);
  app.addHook("onRequest", async () => world.clock.runDue());
  app.get("/hosted/:id", async ({ params }, reply) => {
    const session = sessionAt(params);
    if (!session) return sendPage(reply, 404, document(html`<h1>This page does not exist</h1>`));
    return sendPage(reply, 200, payPage(session, null));
  });
  app.post("/hosted/:id", async ({ params, body }, reply) => {
    const session = sessionAt(params);
    const choice = toChoice(String(body));
    if (!session) return sendPage(reply, 404, document(html`<h1>This page does not exist</h1>`));
    if (!choice) return sendPage(reply, 400, payPage(session, "Choose an outcome"));
    const answer = choose(world, session, choice);
    switch (answer.kind) {
      case "returned":
        return reply.redirect(answer.redirectUrl, 303);
      case "refused":
        return sendPage(reply, 402, payPage(session, answer.reason));
      case "over":
        return sendPage(reply, 410, document(html`<h1>This session is ${answer.status}</h1>`));
    }
  });
}

function toChoice(body: string): PageChoice | undefined {
  const form = new URLSearchParams(body);
  const outcome = outcomes.find((known) => known === form.get("outcome"));
  const fields = ["reason", "method"].flatMap((name) => {
    const value = form.get(name);
    return value ? [[name, value] as const] : [];
  });
  return outcome && { outcome, ...Object.fromEntries(fields) };
}

function sendPage(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").send(page.toString());
}

function payPage(session: Session, message: string | null): Html {
  const { amount } = session.request;
  return document(html`
    <h1>Pay ${String(amount.value)} ${amount.currency}</h1>
    ${message === null ? "" : html`<p role="alert">${message}</p>`}
    <form method="post" action="/hosted/${session.id}">
      <label>Payment method <input name="method" value="visa"></label>
      <label>Refusal reason <input name="reason"></label>
      ${outcomes.map((outcome) => html`<button name="outcome" value="${outcome}">${outcome}</button>`)}
    </form>`);
}

function document(content: Html): Html {
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Checkout</title><body>${content}</body></html>`;
}
