/**
 * Runs the fake of Stripe as a process of its own, for tests that kill and restart others:
 *
 *     node test/psp/stripe/serve.ts --port 4242
 *
 * Customers pay on the hosted page. `GET /_fake/problems` shows where the fake isn't as Stripe's specification says;
 * `POST /_fake/contradict` with `{"charge": "pi_…"}` notifies that a payment failed, whatever became of it. The other addresses
 * below `/_fake` are those of every fake.
 */
import { addControl, serveFake } from "../common/serve-fake.ts";
import { startFakeStripe } from "./fake-stripe.ts";

await serveFake("Stripe", startFakeStripe, (app, fake) => {
  app.get("/_fake/problems", async () => fake().problems);
  addControl<{ charge: string }>(app, "contradict", ({ charge }) => {
    fake().contradict(charge);
    return {};
  });
});
