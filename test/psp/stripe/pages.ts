import type { FastifyInstance, FastifyReply } from "fastify";
import { type Html, html } from "../../../src/kernel/html.ts";
import { answerChallenge, type PageOutcome, submitCard } from "./pay.ts";
import type { Session } from "./state.ts";
import type { World } from "./world.ts";

/** The hosted payment page, in plain HTML, and the issuer's page of 3-D Secure. */
export function addPageRoutes(app: FastifyInstance, world: World): void {
  const sessionAt = (params: unknown): Session | undefined =>
    world.state.sessions.get((params as { id: string }).id);
  app.addHook("onRequest", async () => world.clock.runDue());
  app.get("/c/pay/:id", async ({ params }, reply) => {
    const session = sessionAt(params);
    if (!session) return sendPage(reply, 404, overPage("This page does not exist"));
    return sendPage(
      reply,
      200,
      session.status === "open" ? payPage(session, null) : overPage(statusText(session.status)),
    );
  });
  app.post("/c/pay/:id", async ({ params, body }, reply) => {
    const session = sessionAt(params);
    if (!session) return sendPage(reply, 404, overPage("This page does not exist"));
    const form = new URLSearchParams(String(body));
    const email = form.get("email");
    const number = form.get("cardNumber") ?? "";
    return sendOutcome(reply, session, submitCard(world, session, email ? { number, email } : { number }));
  });
  app.get("/c/pay/:id/authenticate", async ({ params }, reply) => {
    const session = sessionAt(params);
    return sendPage(
      reply,
      session ? 200 : 404,
      session ? challengePage(session) : overPage("This page does not exist"),
    );
  });
  app.post("/c/pay/:id/authenticate", async ({ params, body }, reply) => {
    const session = sessionAt(params);
    if (!session) return sendPage(reply, 404, overPage("This page does not exist"));
    const passes = new URLSearchParams(String(body)).get("result") === "complete";
    return sendOutcome(reply, session, answerChallenge(world, session, passes));
  });
}

function sendOutcome(reply: FastifyReply, session: Session, outcome: PageOutcome): FastifyReply {
  switch (outcome.kind) {
    case "paid":
      return reply.redirect(outcome.redirectUrl, 303);
    case "challenge":
      return reply.redirect(outcome.url, 303);
    case "declined":
      return sendPage(reply, 402, payPage(session, outcome.message));
    case "over":
      return sendPage(reply, 410, overPage(statusText(outcome.status)));
  }
}

function sendPage(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").send(page.toString());
}

function statusText(status: Session["status"]): string {
  return status === "complete" ? "You have already paid" : "This session has expired";
}

function overPage(text: string): Html {
  return document(html`<h1>${text}</h1>`);
}

function payPage(session: Session, message: string | null): Html {
  const { params } = session;
  return document(html`
    <h1>Pay ${String(session.amount)} ${session.currency.toUpperCase()}</h1>
    ${message === null ? "" : html`<p role="alert">${message}</p>`}
    <form method="post" action="/c/pay/${session.id}">
      <label>Email <input name="email" type="email" value="${params.customer_email ?? ""}"></label>
      <label>Card number <input name="cardNumber" inputmode="numeric" required></label>
      <label>Expiry <input name="cardExpiry" value="12 / 34"></label>
      <label>CVC <input name="cardCvc" value="123"></label>
      <button>Pay</button>
    </form>
    ${params.cancel_url === undefined ? "" : html`<a href="${params.cancel_url}">Back</a>`}`);
}

function challengePage(session: Session): Html {
  return document(html`
    <h1>3-D Secure</h1>
    <form method="post" action="/c/pay/${session.id}/authenticate">
      <button name="result" value="complete">Complete</button>
      <button name="result" value="fail">Fail</button>
    </form>`);
}

function document(content: Html): Html {
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Checkout</title><body>${content}</body></html>`;
}
