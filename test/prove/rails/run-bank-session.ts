import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import { Browser, tokenIn } from "../workload/browser.ts";
import { type MerchantContext, performActions } from "../workload/merchant-actions.ts";
import { makeRefunds } from "../workload/plan.ts";
import type { Workload } from "../workload/run-session.ts";
import { createSession, paymentOf } from "../workload/session-calls.ts";
import { type BankShop, importStatement } from "./bank-shop.ts";
import { merchantContext } from "./merchant-context.ts";

/** What the customer does about the transfer. */
type Course =
  | "exact"
  | "parts"
  | "surplus"
  | "again_after_paid"
  | "reversed"
  | "given_up"
  | "part_given_up"
  | "nothing";

/** Runs one session that is paid by transfer without a PSP. A fault may end it early. */
export async function runBankSession(
  workload: Workload,
  shop: BankShop,
  random: Random,
  label: string,
): Promise<void> {
  const { merchant, bank } = shop;
  const context = merchantContext(workload, merchant, label, random);
  const course = random.weighted<Course>({
    exact: 30,
    parts: 20,
    surplus: 12,
    again_after_paid: 12,
    reversed: 8,
    given_up: 6,
    part_given_up: 6,
    nothing: 6,
  });
  const amount = random.integer(200, 100_000);
  const session = await createSession(context, {
    amount,
    currency: "EUR",
    capture: "automatic",
    keyed: random.chance(0.8),
  });
  if (session === undefined) return;
  const browser = new Browser(workload.balancer, random.child("browser"));
  workload.planned.add("bank", "visit");
  const reference = await chooseTransfer(browser, context, session);
  if (reference === undefined) return;
  const office = { client: workload.client, random: random.child("office") };
  const tell = async (): Promise<void> => {
    // Some entries come with a later file.
    if (random.chance(0.75)) await importStatement(shop, office, bank.statement(office.random));
  };
  const credit = async (part: number): Promise<void> => {
    bank.credit(session, part, `order ${reference}`);
    await tell();
  };
  const part = random.integer(1, amount - 1);
  switch (course) {
    case "exact":
      workload.planned.add("bank", "charge");
      await credit(amount);
      break;
    case "parts":
      await credit(part);
      await credit(amount - part);
      break;
    case "surplus":
      await credit(amount + part);
      break;
    case "again_after_paid":
      await credit(amount);
      await credit(part);
      break;
    case "reversed":
      await credit(amount);
      bank.reverse(session, amount, `order ${reference}`);
      await tell();
      return;
    case "part_given_up":
    case "given_up":
      if (course === "part_given_up") await credit(part);
      await callOff(browser, session);
      await credit(amount);
      return;
    case "nothing":
      return;
  }
  const payment = await paymentOf(context, session);
  if (payment === undefined) return;
  await sleep(random.integer(0, 1_500));
  const refunds = makeRefunds(random).filter(({ kind }) => kind === "refund");
  if (refunds.length > 0 && course === "exact") workload.planned.add("bank", "refund");
  await performActions(context, payment, refunds);
}

const patienceMs = 12_000;

/** Chooses the transfer on Kassa's page. Returns the reference to use, once the merchant's API tells it. */
async function chooseTransfer(
  browser: Browser,
  context: MerchantContext,
  session: string,
): Promise<string | undefined> {
  const page = (await browser.read(`/pay/${session}`)) ?? "";
  const token = tokenIn(page);
  if (token !== undefined && page.includes('value="bank_transfer"'))
    await browser.submit(`/pay/${session}`, { token, method: "bank_transfer" });
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const payment = await paymentOf(context, session);
    const answer =
      payment === undefined
        ? undefined
        : await context.client.call(
            { merchant: context.merchant, method: "GET", path: `/payments/${payment}` },
            context.random,
          );
    const attempt = answer?.kind === "answered" ? answer.body.attempts?.at(-1) : undefined;
    const reference: string | undefined = attempt?.transferInstructions?.reference;
    // The simulated PSP has transfers, too, which nobody here sends.
    if (reference !== undefined && attempt.connector === "bank_transfer") return reference;
    if (performance.now() > deadline) return undefined;
    await sleep(300);
  }
}

async function callOff(browser: Browser, session: string): Promise<void> {
  const token = tokenIn((await browser.read(`/pay/${session}`)) ?? "");
  if (token !== undefined) await browser.submit(`/pay/${session}/call-off`, { token });
}
