import { randomUUID } from "node:crypto";
import http from "node:http";
import process from "node:process";
import { createSession, verifyWebhook } from "./kassa.mjs";
import { Orders } from "./orders.mjs";

const {
  KASSA_URL,
  KASSA_KEY,
  KASSA_WEBHOOK_SECRET,
  PORT = "3000",
  ORDERS_FILE = "orders.sqlite",
} = process.env;
if (!KASSA_URL || !KASSA_KEY || !KASSA_WEBHOOK_SECRET) {
  console.error("Set KASSA_URL, KASSA_KEY and KASSA_WEBHOOK_SECRET. The README says where they come from.");
  process.exit(2);
}
const shop = `http://localhost:${PORT}`;
const orders = new Orders(ORDERS_FILE);
const orderId = /^[0-9a-f-]{36}$/;
const longestBodyBytes = 1_000_000;

http
  .createServer(async (request, response) => {
    try {
      await answer(request, response);
    } catch (error) {
      // After a 500 Kassa sends the webhook again.
      console.error(error);
      response.writeHead(500).end();
    }
  })
  .listen(Number(PORT), "localhost", () => console.log(`The shop is open: ${shop}`));

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, shop);
  const route = `${request.method} ${pathname}`;
  if (route === "GET /") return page(response, 200, buyForm(randomUUID(), "Buy for €25.99"));
  if (route === "POST /checkout") return checkOut(response, new URLSearchParams(String(await read(request))));
  if (route === "POST /webhooks/kassa") return receive(response, request.headers, await read(request));
  const order = route.startsWith("GET /orders/") && orders.find(pathname.slice("/orders/".length));
  return order ? page(response, 200, orderPage(order, searchParams)) : page(response, 404, "Not found.");
}

/** Sends the customer to the payment page. The order's id is the idempotency key: an order has one session. */
async function checkOut(response, form) {
  const order = form.get("order") ?? "";
  if (!orderId.test(order)) return page(response, 400, "This order is incomplete.");
  orders.place(order);
  try {
    const session = await createSession(
      { url: KASSA_URL, key: KASSA_KEY },
      {
        amount: 2599, // cents; prices never come from the browser
        currency: "EUR",
        lineItems: [{ name: "Enamel mug", quantity: 1, unitAmount: 2599 }],
        successUrl: `${shop}/orders/${order}?returned`,
        cancelUrl: `${shop}/orders/${order}`,
        clientReferenceId: order,
      },
      order,
    );
    // A session that is complete or expired has no payment page any more.
    return response.writeHead(303, { location: session.url ?? `${shop}/orders/${order}` }).end();
  } catch (error) {
    console.error(error.problem ?? error);
    return page(response, 502, `<p>The payment can’t be started just now.</p>${buyForm(order, "Try again")}`);
  }
}

/** What an event makes of its order. The money decides, not the customer’s return. */
function stateAfter({ type, data }) {
  switch (type) {
    case "checkout.session.completed":
      return data.object.paymentStatus === "paid" ? "paid" : "processing";
    case "checkout.session.async_payment_succeeded":
      return "paid";
    case "checkout.session.async_payment_failed":
      return "failed";
    case "checkout.session.expired":
      return "expired";
  }
}

function receive(response, headers, body) {
  const event = verifyWebhook(headers, body, KASSA_WEBHOOK_SECRET);
  if (event === undefined) return response.writeHead(400).end();
  const state = stateAfter(event);
  const order = event.data.object.clientReferenceId;
  if (state && order && orders.apply(event, order, state)) console.log(`Fulfilled ${order}`);
  return response.writeHead(204).end();
}

/** The bytes of a body: the signature covers them as they are. */
async function read(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > longestBodyBytes) throw new Error("The body is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function buyForm(order, label) {
  return `<form method="post" action="/checkout"><input type="hidden" name="order" value="${order}"><button>${label}</button></form>`;
}

function orderPage({ id, state, parcels }, searchParams) {
  const waits = state === "unpaid" && searchParams.has("returned");
  const refresh = waits ? `<meta http-equiv="refresh" content="1">` : "";
  const again = state === "unpaid" && !waits ? buyForm(id, "Continue to payment") : "";
  return `${refresh}<p>Order ${id}: ${state}</p><p>Parcels: ${parcels}</p>${again}`;
}

function page(response, status, content) {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  response.end(`<!doctype html><html lang="en"><title>Mug shop</title><h1>Mug shop</h1>${content}</html>`);
}
