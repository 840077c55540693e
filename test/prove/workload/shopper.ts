import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { LoadBalancer } from "./load-balancer.ts";
import type { Method, PlannedAttempt } from "./plan.ts";

/** The session's state as the page shows it; `lost` if there is no response for a minute. */
export type PageState = string;

/** An amount in minor units and the currency's number of decimals. */
export type SessionAmount = { readonly amount: number; readonly decimals: number };

const requestTimeoutMs = 8_000;
const giveUpAfterMs = 60_000;
/** How long a shopper polls a page that shows a payment being processed. */
const pollForMs = 12_000;

/** Competing confirmations and call-offs start within this time, so that either may come first. */
const raceWindowMs = 120;

/** A consumer with a browser: reads pages, posts forms, and reloads a page that doesn't answer. */
export class Shopper {
  readonly #balancer: LoadBalancer;
  readonly #random: Random;
  readonly #session: string;
  readonly #ipAddress: string;
  readonly #amount: SessionAmount;

  constructor(balancer: LoadBalancer, session: string, random: Random, amount: SessionAmount) {
    this.#balancer = balancer;
    this.#amount = amount;
    this.#random = random;
    this.#session = session;
    // Kassa limits each IP address to 60 declines, so every shopper has its own address.
    this.#ipAddress = `10.${random.integer(0, 255)}.${random.integer(0, 255)}.${random.integer(1, 254)}`;
  }

  /** Makes one payment attempt as planned. Returns the state that the page shows afterwards. */
  async pay({ method, atBank, tabs, transferShares }: PlannedAttempt): Promise<PageState> {
    const token = await this.#token();
    if (token === undefined) return this.look();
    await Promise.all(
      Array.from({ length: tabs }, () =>
        this.#submit(`/pay/${this.#session}`, { ...fieldsOf(method), token }),
      ),
    );
    const seen = await this.#watch();
    if (seen === "transfer") await this.#sendTransfer(transferShares);
    return seen === "challenge" ? this.#atBank(atBank, method) : seen;
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
    const text = await this.#read(`/pay/${this.#session}/status`);
    return (text === undefined ? undefined : stateIn(text)) ?? "lost";
  }

  async #atBank(choice: PlannedAttempt["atBank"], method: Method): Promise<PageState> {
    if (choice === "walk_away") return "challenge";
    const page = (await this.#read(`/pay/${this.#session}`)) ?? "";
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
    if (bank !== undefined) await post(bank, { choice }, this.#ipAddress);
    await this.#read(`/pay/${this.#session}/return`);
  }

  /** Pays on the PSP's hosted page, or leaves it after a decline. Returns the bank's or the wallet's page if there is one. */
  async #payAt(hosted: string, method: Method): Promise<string | undefined> {
    const number = "number" in method ? method.number : "iban" in method ? method.iban : "";
    const status = await post(hosted, { choice: "pay", number }, this.#ipAddress);
    if (status === 422) await post(hosted, { choice: "cancel" }, this.#ipAddress);
    const next = await redirectOf(hosted);
    return next !== undefined && /\/(?:challenges|wallets)\//.test(next) ? next : undefined;
  }

  async #callOff(page: string): Promise<void> {
    const token = tokenIn(page);
    if (token !== undefined) await this.#submit(`/pay/${this.#session}/call-off`, { token });
  }

  async #afterRandomDelay(work: () => Promise<void>): Promise<void> {
    await sleep(this.#random.integer(0, raceWindowMs));
    await work();
  }

  /** Sends the given shares, which may be too little or too much, and then whatever is still missing. */
  async #sendTransfer(shares: readonly number[] | null): Promise<void> {
    const page = (await this.#read(`/pay/${this.#session}`)) ?? "";
    const bank = linkTo(page, "transfers");
    if (bank === undefined) return;
    const { amount, decimals } = this.#amount;
    for (const share of shares ?? []) {
      const minor = Math.max(1, Math.round(share * amount));
      await post(
        bank,
        { choice: "send", amount: (minor / 10 ** decimals).toFixed(decimals) },
        this.#ipAddress,
      );
      await sleep(this.#random.integer(0, 1_000));
    }
    // Retried until the bank answers: without the rest Kassa would rightly wait for the transfer for ever.
    const deadline = performance.now() + giveUpAfterMs;
    const isSent = async (): Promise<boolean> => {
      const status = await post(bank, { choice: "send" }, this.#ipAddress);
      return status !== undefined && status < 500;
    };
    while (!(await isSent()) && performance.now() < deadline) await sleep(500);
  }

  async #token(): Promise<string | undefined> {
    return tokenIn((await this.#read(`/pay/${this.#session}`)) ?? "");
  }

  /** Posts a form once. The page shows later whether it arrived. */
  async #submit(path: string, fields: Record<string, string>): Promise<void> {
    const origin = this.#balancer.pick(this.#random);
    const status = await post(origin + path, fields, this.#ipAddress);
    if (status === undefined) this.#balancer.markUnhealthy(origin);
  }

  /** Loads a page, with retries until there is a response below 500. Doesn't follow redirects. */
  async #read(path: string): Promise<string | undefined> {
    const deadline = performance.now() + giveUpAfterMs;
    while (performance.now() < deadline) {
      const origin = this.#balancer.pick(this.#random);
      try {
        const response = await fetch(origin + path, {
          headers: { "x-forwarded-for": this.#ipAddress, "accept-language": "en" },
          redirect: "manual",
          signal: AbortSignal.timeout(requestTimeoutMs),
        });
        const text = await response.text();
        if (response.status < 500) return text;
      } catch {
        // The instance was killed, paused or cut off; another one will answer.
        this.#balancer.markUnhealthy(origin);
      }
      await sleep(100);
    }
    return undefined;
  }
}

/** The status of the response; undefined if there was none. */
async function post(url: string, fields: Record<string, string>, from: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "x-forwarded-for": from },
      body: new URLSearchParams(fields),
      redirect: "manual",
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}

/** Where a page redirects to; undefined if it doesn't, or doesn't answer. */
async function redirectOf(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(requestTimeoutMs) });
    await response.body?.cancel();
    return response.headers.get("location") ?? undefined;
  } catch {
    return undefined;
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

/** A session that no longer exists is answered by an HTML page, which has no state. */
function stateIn(text: string): string | undefined {
  return text.startsWith("{") ? (JSON.parse(text) as { state?: string }).state : undefined;
}

const tokenIn = (page: string): string | undefined => /name="token" value="([^"]+)"/.exec(page)?.[1];

/** The first link to one of the simulated PSP's pages. */
function linkTo(page: string, kind: string): string | undefined {
  return new RegExp(`href="([^"]*/(?:${kind})/[^"]+)"`).exec(page)?.[1]?.replaceAll("&amp;", "&");
}
