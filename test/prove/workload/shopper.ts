import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import { Browser, giveUpAfterMs, stateIn, tokenIn } from "./browser.ts";
import type { LoadBalancer } from "./load-balancer.ts";
import type { Method, PlannedAttempt } from "./plan.ts";

/** The session's state as the page shows it; `lost` if there is no response for a minute. */
export type PageState = string;

/** An amount in minor units and the currency's number of decimals. */
export type SessionAmount = { readonly amount: number; readonly decimals: number };

/** How long a shopper polls a page that shows a payment being processed. */
const pollForMs = 12_000;

/** Competing confirmations and call-offs start within this time, so that either may come first. */
const raceWindowMs = 120;

/** A customer with a browser: reads pages, posts forms, and reloads a page that doesn't answer. */
export class Shopper {
  readonly #browser: Browser;
  readonly #random: Random;
  readonly #session: string;
  readonly #amount: SessionAmount;

  constructor(balancer: LoadBalancer, session: string, random: Random, amount: SessionAmount) {
    this.#browser = new Browser(balancer, random);
    this.#amount = amount;
    this.#random = random;
    this.#session = session;
  }

  /** Makes one payment attempt as planned. Returns the state that the page shows afterwards. */
  async pay({ method, atBank, tabs, transferShares }: PlannedAttempt): Promise<PageState> {
    const page = (await this.#browser.read(`/pay/${this.#session}`)) ?? "";
    const token = tokenIn(page);
    if (token === undefined) return this.look();
    const shownAmount = /name="shownAmount" value="(\d+)"/.exec(page)?.[1];
    const shown = shownAmount === undefined ? {} : { shownAmount };
    await Promise.all(
      Array.from({ length: tabs }, () =>
        this.#browser.submit(`/pay/${this.#session}`, { ...fieldsOf(method), ...shown, token }),
      ),
    );
    const seen = await this.#watch();
    if (seen === "transfer") await this.#sendTransfer(transferShares);
    return seen === "challenge" ? this.#atBank(atBank, method) : seen;
  }

  /** Asks for more time in two tabs at the same moment, if the page offers it. */
  async askForMoreTime(): Promise<void> {
    await this.#afterRandomDelay(async () => {
      const page = (await this.#browser.read(`/pay/${this.#session}`)) ?? "";
      const token = tokenIn(page);
      const shownEnd = /name="shownEnd" value="([^"]+)"/.exec(page)?.[1];
      if (token === undefined || shownEnd === undefined) return;
      const extend = () => this.#browser.submit(`/pay/${this.#session}/extend`, { token, shownEnd });
      await Promise.all([extend(), extend()]);
    });
  }

  /** Adds a tip and enters a code in other tabs, one after the other or both at once, before or while the first attempt begins. */
  async changeAmount(): Promise<void> {
    const page = (await this.#browser.read(`/pay/${this.#session}`)) ?? "";
    const token = tokenIn(page);
    if (token === undefined) return;
    const change = (fields: Record<string, string>) =>
      this.#afterRandomDelay(() =>
        this.#browser.submit(`/pay/${this.#session}/amount`, { ...fields, token }),
      );
    await Promise.all([change({ tip: "0" }), change({ promotion_code: "half" })]);
  }

  /** Polls the page while the payment is being processed. Returns the last state. */
  async #watch(): Promise<PageState> {
    const deadline = performance.now() + pollForMs;
    for (;;) {
      const seen = await this.look();
      if (seen !== "processing" || performance.now() > deadline) return seen;
      await sleep(250);
    }
  }

  /** The state that the page's script polls. */
  async look(): Promise<PageState> {
    const text = await this.#browser.read(`/pay/${this.#session}/status`);
    return (text === undefined ? undefined : stateIn(text)) ?? "lost";
  }

  async #atBank(choice: PlannedAttempt["atBank"], method: Method): Promise<PageState> {
    if (choice === "walk_away") return "challenge";
    const page = (await this.#browser.read(`/pay/${this.#session}`)) ?? "";
    if (choice === "call_off") await this.#callOff(page);
    else if (choice !== "both") await this.#answerBank(page, choice, method);
    else
      await Promise.all([
        this.#afterRandomDelay(() => this.#answerBank(page, "complete", method)),
        this.#afterRandomDelay(() => this.#callOff(page)),
      ]);
    return this.#watch();
  }

  async #answerBank(page: string, choice: "complete" | "fail", method: Method): Promise<void> {
    const hosted = linkTo(page, "checkouts");
    const bank =
      hosted === undefined ? linkTo(page, "challenges|wallets") : await this.#payAt(hosted, method);
    if (bank !== undefined) await this.#browser.post(bank, { choice });
    await this.#browser.read(`/pay/${this.#session}/return`);
  }

  /** Pays on the PSP's hosted page, or leaves it after a decline. Returns the bank's or the wallet's page if there is one. */
  async #payAt(hosted: string, method: Method): Promise<string | undefined> {
    const number = "number" in method ? method.number : "iban" in method ? method.iban : "";
    const status = await this.#browser.post(hosted, { choice: "pay", number });
    if (status === 422) await this.#browser.post(hosted, { choice: "cancel" });
    const next = await this.#browser.redirectOf(hosted);
    return next !== undefined && /\/(?:challenges|wallets)\//.test(next) ? next : undefined;
  }

  async #callOff(page: string): Promise<void> {
    const token = tokenIn(page);
    if (token !== undefined) await this.#browser.submit(`/pay/${this.#session}/call-off`, { token });
  }

  async #afterRandomDelay(work: () => Promise<void>): Promise<void> {
    await sleep(this.#random.integer(0, raceWindowMs));
    await work();
  }

  /** Sends the given shares, which may be too little or too much, and then whatever is still missing. */
  async #sendTransfer(shares: readonly number[] | null): Promise<void> {
    const page = (await this.#browser.read(`/pay/${this.#session}`)) ?? "";
    const bank = linkTo(page, "transfers");
    if (bank === undefined) return;
    const { amount, decimals } = this.#amount;
    for (const share of shares ?? []) {
      const minor = Math.max(1, Math.round(share * amount));
      await this.#browser.post(bank, { choice: "send", amount: (minor / 10 ** decimals).toFixed(decimals) });
      await sleep(this.#random.integer(0, 1_000));
    }
    // Retried until the bank answers: without the rest Kassa would rightly wait for the transfer for ever.
    const deadline = performance.now() + giveUpAfterMs;
    const isSent = async (): Promise<boolean> => {
      const status = await this.#browser.post(bank, { choice: "send" });
      return status !== undefined && status < 500;
    };
    while (!(await isSent()) && performance.now() < deadline) await sleep(500);
  }
}

function fieldsOf(method: Method): Record<string, string> {
  switch (method.type) {
    case "card":
      return {
        method: "card",
        number: method.number,
        expiry: "12 / 49",
        cvc: "8642".slice(0, method.cvcLength),
      };
    case "bank_debit":
      return { method: "bank_debit", iban: method.iban, holder: "Ada Lovelace" };
    case "wallet":
    case "bank_transfer":
      return { method: method.type };
  }
}

/** The first link to one of the simulated PSP's pages. */
function linkTo(page: string, kind: string): string | undefined {
  return new RegExp(`href="([^"]*/(?:${kind})/[^"]+)"`).exec(page)?.[1]?.replaceAll("&amp;", "&");
}
