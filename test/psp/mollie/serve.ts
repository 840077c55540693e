/**
 * Runs the fake of Mollie as a process of its own, for tests that kill and restart others:
 *
 *     node test/psp/mollie/serve.ts --port 4243
 *
 * Customers choose the outcome on the hosted page. Below `/_fake` are the addresses of every fake,
 * `POST /_fake/contradict` with `{"charge": "tr_…"}`, which notifies that a payment failed, whatever became of it, and
 * `POST /_fake/dispute` with `{"charge": "tr_…"}`, by which the customer's bank takes the payment back.
 */
import { addControl, serveFake } from "../common/serve-fake.ts";
import { startFakeMollie } from "./fake-mollie.ts";

await serveFake("Mollie", startFakeMollie, (app, fake) => {
  addControl<{ charge: string }>(app, "contradict", ({ charge }) => {
    fake().contradict(charge);
    return {};
  });
  addControl<{ charge: string }>(app, "dispute", ({ charge }) => ({ dispute: fake().chargeBack(charge) }));
});
