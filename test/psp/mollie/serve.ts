/**
 * Runs the fake of Mollie as a process of its own, for tests that kill and restart others:
 *
 *     node test/psp/mollie/serve.ts --port 4243
 *
 * Customers choose the outcome on the hosted page. Below `/_fake` are the addresses of every fake.
 */
import { serveFake } from "../common/serve-fake.ts";
import { startFakeMollie } from "./fake-mollie.ts";

await serveFake("Mollie", startFakeMollie);
