/**
 * Runs the fake of PayPal as a process of its own, for tests that kill and restart others:
 *
 *     node test/psp/paypal/serve.ts --port 4244
 *
 * Customers choose the outcome on the approval page. Below `/_fake` are the addresses of every fake, and
 * `POST /_fake/dispute` with `{"capture": "…", "stage": "CHARGEBACK"}`, and `POST /_fake/refund` and `POST /_fake/void`
 * with `{"capture": "…"}` or `{"authorization": "…"}`, as in PayPal's dashboard. `POST /_fake/contradict` with `{"charge": "…"}` notifies that a capture was
 * denied, whatever became of it.
 */
import { addControl, serveFake } from "../common/serve-fake.ts";
import type { DisputeOpening } from "./disputes.ts";
import { startFakePayPal } from "./fake-paypal.ts";

type Ordered = { readonly capture: string; readonly authorization: string; readonly amount?: number };

await serveFake("PayPal", startFakePayPal, (app, fake) => {
  const route = (name: string, act: (body: Ordered & DisputeOpening) => object) => addControl(app, name, act);
  route("dispute", ({ capture, ...opening }) => ({ dispute: fake().openDispute(capture, opening) }));
  route("refund", ({ capture, amount }) => ({ refund: fake().refundInDashboard(capture, amount) }));
  route("void", ({ authorization }) => {
    fake().voidInDashboard(authorization);
    return {};
  });
  addControl<{ charge: string }>(app, "contradict", ({ charge }) => {
    fake().contradict(charge);
    return {};
  });
});
