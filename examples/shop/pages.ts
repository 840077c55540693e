import { html } from "ghtml";
import { type Cart, mostOfOne } from "./cart.ts";
import type { Order } from "./orders.ts";
import { currency, products, shippingAmount } from "./products.ts";

/** The shop's pages. `${…}` is escaped, `!${…}` is inserted as HTML. */

const euros = new Intl.NumberFormat("en", { style: "currency", currency });
const money = (amount: number): string => euros.format(amount / 100);

function layout(title: string, main: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Fern &amp; Bloom</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>
          <a href="/" class="brand">
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 21V9m0 4C7 13 4 10 4 5c5 0 8 3 8 8Zm0-3c0-4 3-7 8-7 0 5-3 8-8 8" /></svg>
            Fern &amp; Bloom
          </a>
          <span class="tag">Example shop</span>
        </header>
        <main>!${main}</main>
        <footer>Nothing is sold here, and no money moves. Pay with card 4242 4242 4242 4242.</footer>
      </body>
    </html>`;
}

/** All products, each with its quantity. The form is a GET, so the cart is in the address. */
export function shopPage(cart: Cart): string {
  const quantityOf = (sku: string): number =>
    cart.lines.find(({ product }) => product.sku === sku)?.quantity ?? 0;
  const cards = products.map(
    ({ sku, name, note, unitAmount, picture }) => html`
      <li class="card">
        <svg viewBox="0 0 120 120" aria-hidden="true">!${picture}</svg>
        <div class="about">
          <h2>${name}</h2>
          <p class="muted">${note}</p>
        </div>
        <div class="buy">
          <strong>${money(unitAmount)}</strong>
          <label>
            <span class="hidden">Quantity of ${name}</span>
            <select name="${sku}">
              !${Array.from({ length: mostOfOne + 1 }, (_, count) => option(count, quantityOf(sku)))}
            </select>
          </label>
        </div>
      </li>
    `,
  );
  return layout(
    "Plants and pots",
    html`
      <h1>Green things for grey days</h1>
      <form action="/cart">
        <ul class="products">!${cards}</ul>
        <div class="actions"><button>To the cart</button></div>
      </form>
    `,
  );
}

function option(count: number, chosen: number): string {
  return html`<option value="${count}" !${count === chosen ? "selected" : ""}>${count}</option>`;
}

/** @param orderId the id that the order will have: a form that is sent twice places one order */
export function cartPage(cart: Cart, orderId: string): string {
  if (cart.amount === 0) return layout("Cart", emptyCart);
  const fields = cart.lines.map(
    ({ product, quantity }) => html`<input type="hidden" name="${product.sku}" value="${quantity}" />`,
  );
  const query = new URLSearchParams(
    Object.fromEntries(cart.lines.map(({ product, quantity }) => [product.sku, `${quantity}`])),
  );
  const lines = cart.lines.map(({ product: { name, unitAmount }, quantity }) => ({
    name,
    unitAmount,
    quantity,
  }));
  return layout(
    "Cart",
    html`
      <h1>Your cart</h1>
      <section class="card panel">!${summary(lines, cart.amount)}</section>
      <form class="actions" method="post" action="/checkout">
        <input type="hidden" name="order" value="${orderId}" />
        !${fields}
        <a href="/?${query.toString()}">Change</a>
        <button>Check out ${money(cart.amount)}</button>
      </form>
    `,
  );
}

const emptyCart = html`
  <h1>Your cart is empty</h1>
  <p><a href="/">Choose something</a>, then come back.</p>
`;

/** What the order page says in each state. */
const told: Record<Order["state"], { title: string; text: string; tone: string }> = {
  unpaid: {
    title: "Waiting for your payment",
    text: "If you have paid, it is confirmed within a moment. Otherwise continue where you left off.",
    tone: "warning",
  },
  processing: {
    title: "Your payment is on its way",
    text: "We pack your order as soon as the money has arrived. You can close this page.",
    tone: "warning",
  },
  paid: { title: "Thank you", text: "Your order is paid, and we are packing it.", tone: "success" },
  failed: { title: "The payment failed", text: "No money was taken, and nothing is sent.", tone: "danger" },
  expired: {
    title: "This order has expired",
    text: "It wasn't paid in time. No money was taken.",
    tone: "danger",
  },
};

export function orderPage(order: Order): string {
  const { title, text, tone } = tellOf(order);
  return layout(
    title,
    html`
      <p class="state ${tone}">!${tone === "success" ? tick : clock}${stateOf(order)}</p>
      <h1>${title}</h1>
      <p>${text}</p>
      <section class="card panel">
        !${summary(order.lines, order.amount)} !${order.refundedAmount > 0 ? refundRow(order.refundedAmount) : ""}
      </section>
      !${order.state === "unpaid" ? payForm(order) : html`<p class="actions"><a href="/">Back to the shop</a></p>`}
      <p class="muted small">Order ${order.id}</p>
    `,
  );
}

const icon = (path: string): string =>
  html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="!${path}" /></svg>`;
const tick = icon("m3 8.5 3.5 3.5L13 5");
const clock = icon("M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M8 4.5V8l2.5 1.5");

function tellOf(order: Order): { title: string; text: string; tone: string } {
  if (order.refundedAmount < order.amount) return told[order.state];
  return { title: "Refunded", text: "All your money is on its way back to you.", tone: "success" };
}

function stateOf({ state, fulfilledAt, refundedAmount, amount }: Order): string {
  if (refundedAmount >= amount) return "Refunded";
  if (refundedAmount > 0) return "Paid, partly refunded";
  if (state === "paid") return fulfilledAt === null ? "Paid" : "Paid, being packed";
  return { unpaid: "Not paid yet", processing: "Payment on its way", failed: "Failed", expired: "Expired" }[
    state
  ];
}

function payForm({ id }: Order): string {
  return html`<form class="actions" method="post" action="/orders/${id}/pay">
    <a href="/orders/${id}">Check again</a><button class="quiet">Continue to payment</button>
  </form>`;
}

function summary(lines: Order["lines"], amount: number): string {
  const rows = lines.map(
    ({ name, quantity, unitAmount }) =>
      html`<tr>
        <td>${quantity} × ${name}</td>
        <td>${money(unitAmount * quantity)}</td>
      </tr>`,
  );
  return html`<table>
    <tbody>
      !${rows}
      <tr>
        <td>Shipping</td>
        <td>${money(shippingAmount)}</td>
      </tr>
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td>${money(amount)}</td>
      </tr>
    </tfoot>
  </table>`;
}

function refundRow(amount: number): string {
  return html`<p class="refund"><span>Refunded to you</span><strong>−${money(amount)}</strong></p>`;
}

export function missingPage(): string {
  return layout("Not found", html`<h1>There is no such order</h1><p><a href="/">Back to the shop</a></p>`);
}
