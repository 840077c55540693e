import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import formbody from "@fastify/formbody";
import { type Kassa, WebhookVerificationError, webhooks } from "@kassa/sdk";
import fastify, { type FastifyInstance } from "fastify";
import { applyEvent } from "./apply-event.ts";
import { readCart } from "./cart.ts";
import type { Order, Orders } from "./orders.ts";
import { cartPage, missingPage, orderPage, shopPage } from "./pages.ts";
import { currency, shippingAmount } from "./products.ts";

export type ShopOptions = {
  readonly kassa: Kassa;
  readonly orders: Orders;
  /** The secret of the webhook endpoint `<url>/webhooks/kassa`. */
  readonly webhookSecret: string;
  /** The shop's own address, such as "http://localhost:3000". */
  readonly url: string;
  /** Kassa's address: the checkout leads there. */
  readonly kassaUrl: string;
};

const style = readFileSync(new URL("./style.css", import.meta.url), "utf8");

type Fields = Record<string, string>;

/** The shop: products, cart, checkout, order page, and the webhooks that say what was paid. */
export function makeShop(options: ShopOptions): FastifyInstance {
  const { orders } = options;
  const app = fastify({ logger: false });
  app.register(formbody);
  app.addHook("onRequest", async (_request, reply) => {
    const policy = `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${options.kassaUrl}; frame-ancestors 'none'`;
    reply.headers({ "content-security-policy": policy, "referrer-policy": "no-referrer" });
  });

  app.get("/style.css", (_request, reply) => reply.type("text/css").send(style));
  app.get<{ Querystring: Fields }>("/", ({ query }, reply) =>
    reply.type("text/html").send(shopPage(readCart(query))),
  );
  app.get<{ Querystring: Fields }>("/cart", ({ query }, reply) =>
    reply.type("text/html").send(cartPage(readCart(query), randomUUID())),
  );
  app.post<{ Body: Fields | undefined }>("/checkout", async ({ body }, reply) => {
    const { order: id = "", ...quantities } = body ?? {};
    const cart = readCart(quantities);
    if (cart.amount === 0 || !/^[0-9a-f-]{36}$/.test(id)) return reply.redirect("/", 303);
    return reply.redirect(await createPayment(options, orders.place(id, cart)), 303);
  });
  app.get<{ Params: { id: string }; Querystring: Fields }>(
    "/orders/:id",
    async ({ params, query }, reply) => {
      if ("paid" in query) await untilConfirmed(orders, params.id);
      const order = orders.find(params.id);
      if (!order) return reply.code(404).type("text/html").send(missingPage());
      return reply.header("cache-control", "no-store").type("text/html").send(orderPage(order));
    },
  );
  app.post<{ Params: { id: string } }>("/orders/:id/pay", async ({ params }, reply) => {
    const order = orders.find(params.id);
    if (!order) return reply.code(404).type("text/html").send(missingPage());
    return reply.redirect(await createPayment(options, order), 303);
  });
  app.register(webhookRoutes(options));
  return app;
}

/**
 * Returns the address of the payment page. The order's id is the idempotency key: however often this is called, the order has one
 * session, and so can be paid only once.
 */
async function createPayment({ kassa, url }: ShopOptions, order: Order): Promise<string> {
  const session = await kassa.checkout.sessions.create(
    {
      amount: order.amount,
      currency,
      lineItems: [...order.lines],
      adjustments: [{ type: "shipping", name: "Shipping", amount: shippingAmount }],
      successUrl: `${url}/orders/${order.id}?paid`,
      cancelUrl: `${url}/orders/${order.id}`,
      clientReferenceId: order.id,
    },
    { idempotencyKey: order.id },
  );
  return session.url ?? `${url}/orders/${order.id}`;
}

/** The webhook arrives about when the customer does. Waiting a moment for it saves the customer from loading the page again. */
async function untilConfirmed(orders: Orders, id: string): Promise<void> {
  for (let tries = 0; tries < 50 && orders.find(id)?.state === "unpaid"; tries += 1) await sleep(100);
}

/** A plugin of its own, because only here JSON stays raw, as it was signed. */
function webhookRoutes({ orders, webhookSecret }: ShopOptions) {
  return async (routes: FastifyInstance): Promise<void> => {
    routes.addContentTypeParser(
      "application/json",
      { parseAs: "buffer" },
      async (_request: unknown, body: Buffer) => body,
    );
    routes.post<{ Body: Buffer }>("/webhooks/kassa", async (request, reply) => {
      try {
        applyEvent(orders, await webhooks.verify(request.body, request.headers, webhookSecret));
        return reply.code(204).send();
      } catch (error) {
        // After a 500 Kassa sends the event again.
        if (!(error instanceof WebhookVerificationError)) console.error(error);
        return reply.code(error instanceof WebhookVerificationError ? 400 : 500).send();
      }
    });
  };
}
