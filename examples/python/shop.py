"""A shop that sells a mug through Kassa. Needs Python 3.9 or later and nothing else."""

import os
import re
import sys
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import kassa
from orders import Orders

KASSA_URL, KASSA_KEY, KASSA_WEBHOOK_SECRET = (
    os.environ.get(name) for name in ("KASSA_URL", "KASSA_KEY", "KASSA_WEBHOOK_SECRET")
)
PORT = int(os.environ.get("PORT", "3000"))
SHOP = f"http://localhost:{PORT}"
ORDER_ID = re.compile(r"[0-9a-f-]{36}")
LONGEST_BODY_BYTES = 1_000_000


def state_after(event):
    """What an event makes of its order. The money decides, not the customer's return."""
    if event["type"] == "checkout.session.completed":
        return "paid" if event["data"]["object"]["paymentStatus"] == "paid" else "processing"
    return {
        "checkout.session.async_payment_succeeded": "paid",
        "checkout.session.async_payment_failed": "failed",
        "checkout.session.expired": "expired",
    }.get(event["type"])


class Shop(BaseHTTPRequestHandler):
    """An exception closes the connection without a response. Kassa then sends the webhook again."""

    orders: Orders

    def do_GET(self):
        address = urlsplit(self.path)
        if address.path == "/":
            return self.page(200, buy_form(uuid.uuid4(), "Buy for €25.99"))
        order = address.path.removeprefix("/orders/")
        found = self.orders.find(order)
        if found is None:
            return self.page(404, "Not found.")
        return self.page(200, order_page(order, *found, "returned" in address.query))

    def do_POST(self):
        length = int(self.headers.get("Content-Length", "0"))
        if length > LONGEST_BODY_BYTES:
            return self.page(413, "The body is too long.")
        body = self.rfile.read(length)
        if self.path == "/checkout":
            return self.check_out(parse_qs(body.decode(errors="replace")).get("order", [""])[0])
        if self.path == "/webhooks/kassa":
            return self.receive(body)
        return self.page(404, "Not found.")

    def check_out(self, order):
        """Sends the customer to the payment page. The order's id is the idempotency key: an order has one session."""
        if not ORDER_ID.fullmatch(order):
            return self.page(400, "This order is incomplete.")
        self.orders.place(order)
        session = {
            "amount": 2599,  # cents; prices never come from the browser
            "currency": "EUR",
            "lineItems": [{"name": "Enamel mug", "quantity": 1, "unitAmount": 2599}],
            "successUrl": f"{SHOP}/orders/{order}?returned",
            "cancelUrl": f"{SHOP}/orders/{order}",
            "clientReferenceId": order,
        }
        try:
            created = kassa.create_session(KASSA_URL, KASSA_KEY, session, order)
        except kassa.KassaError as error:
            print(error.status, error.problem, file=sys.stderr)
            return self.page(502, "<p>The payment can’t be started just now.</p>" + buy_form(order, "Try again"))
        # A session that is complete or expired has no payment page any more.
        return self.respond(303, {"Location": created["url"] or f"{SHOP}/orders/{order}"})

    def receive(self, body):
        event = kassa.verify_webhook(self.headers, body, KASSA_WEBHOOK_SECRET)
        if event is None:
            return self.respond(400, {})
        state = state_after(event)
        order = event["data"]["object"].get("clientReferenceId")
        if state and order and self.orders.apply(event, order, state):
            print(f"Fulfilled {order}", flush=True)
        return self.respond(204, {})

    def page(self, status, content):
        html = f'<!doctype html><html lang="en"><title>Mug shop</title><h1>Mug shop</h1>{content}</html>'
        headers = {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"}
        self.respond(status, headers, html.encode())

    def respond(self, status, headers, body=b""):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def buy_form(order, label):
    return (
        f'<form method="post" action="/checkout"><input type="hidden" name="order" value="{order}">'
        f"<button>{label}</button></form>"
    )


def order_page(order, state, parcels, returned):
    waits = state == "unpaid" and returned
    refresh = '<meta http-equiv="refresh" content="1">' if waits else ""
    again = buy_form(order, "Continue to payment") if state == "unpaid" and not waits else ""
    return f"{refresh}<p>Order {order}: {state}</p><p>Parcels: {parcels}</p>{again}"


if __name__ == "__main__":
    if not (KASSA_URL and KASSA_KEY and KASSA_WEBHOOK_SECRET):
        sys.exit("Set KASSA_URL, KASSA_KEY and KASSA_WEBHOOK_SECRET. The README says where they come from.")
    Shop.orders = Orders(os.environ.get("ORDERS_FILE", "orders.sqlite"))
    with ThreadingHTTPServer(("localhost", PORT), Shop) as server:
        print(f"The shop is open: {SHOP}", flush=True)
        server.serve_forever()
