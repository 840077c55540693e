import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { Addresses } from "./addresses.ts";
import type { Method, Try } from "./plan.ts";

/** Where the shopper thinks the session is, by the page's own word; `lost` when nobody answers for a minute. */
export type Seen = string;

/** Minor units, and how many of their digits stand behind the point. */
export type Price = { readonly amount: number; readonly decimals: number };

const answerWithinMs = 8_000;
const patienceMs = 60_000;
/** How long a shopper looks at a page that says that the payment is being processed. */
const watchesMs = 12_000;

/** Confirming and calling off at once begin within so much time. */
const bothWithinMs = 120;

/** A consumer with a browser: reads pages, posts forms, follows redirects, reloads what doesn't answer. */
export class Shopper {
  readonly #addresses: Addresses;
  readonly #random: Random;
  readonly #session: string;
  readonly #from: string;
  readonly #price: Price;

  constructor(addresses: Addresses, session: string, random: Random, price: Price) {
    this.#addresses = addresses;
    this.#price = price;
    this.#random = random;
    this.#session = session;
    // Card testing is limited by address and 60 declines; each shopper has one of their own.
    this.#from = `10.${random.integer(0, 255)}.${random.integer(0, 255)}.${random.integer(1, 254)}`;
  }

  /** Tries to pay once and goes as far as the plan of the try says; answers what the page shows afterwards. */
  async pay({ method, atBank, tabs, sends }: Try): Promise<Seen> {
    const token = await this.#token();
    if (token === undefined) return this.look();
    await Promise.all(
      Array.from({ length: tabs }, () =>
        this.#submit(`/pay/${this.#session}`, { ...fieldsOf(method), token }),
      ),
    );
    const seen = await this.#watch();
    if (seen === "transfer") await this.#sendTransfer(sends);
    return seen === "challenge" ? this.#atBank(atBank) : seen;
  }

  /** What the page shows, waiting while the payment is being processed. */
  async #watch(): Promise<Seen> {
    const deadline = performance.now() + watchesMs;
    for (;;) {
      const seen = await this.look();
      if (seen !== "processing" || performance.now() > deadline) return seen;
      await sleep(250);
    }
  }

  /** The state that the page's script polls. */
  async look(): Promise<Seen> {
    const text = await this.#read(`/pay/${this.#session}/status`);
    return (text === undefined ? undefined : stateIn(text)) ?? "lost";
  }

  async #atBank(choice: Try["atBank"]): Promise<Seen> {
    if (choice === "walk_away") return "challenge";
    const page = (await this.#read(`/pay/${this.#session}`)) ?? "";
    if (choice === "call_off") await this.#callOff(page);
    else if (choice !== "both") await this.#answerBank(page, choice);
    else
      await Promise.all([
        this.#soon(() => this.#answerBank(page, "complete")),
        this.#soon(() => this.#callOff(page)),
      ]);
    return this.#watch();
  }

  async #answerBank(page: string, choice: "complete" | "fail"): Promise<void> {
    const bank = linkTo(page, "challenges|wallet|wallets");
    if (bank === undefined) return;
    await post(bank, { choice }, this.#from);
    await this.#read(`/pay/${this.#session}/return`);
  }

  async #callOff(page: string): Promise<void> {
    const token = tokenIn(page);
    if (token !== undefined) await this.#submit(`/pay/${this.#session}/call-off`, { token });
  }

  /** So soon that of two such things either may come first. */
  async #soon(work: () => Promise<void>): Promise<void> {
    await sleep(this.#random.integer(0, bothWithinMs));
    await work();
  }

  /** Sends parts, or too much; at last, where they didn't suffice, all that is missing. */
  async #sendTransfer(shares: readonly number[] | null): Promise<void> {
    const page = (await this.#read(`/pay/${this.#session}`)) ?? "";
    const bank = linkTo(page, "transfers");
    if (bank === undefined) return;
    const { amount, decimals } = this.#price;
    for (const share of shares ?? []) {
      const minor = Math.max(1, Math.round(share * amount));
      await post(bank, { choice: "send", amount: (minor / 10 ** decimals).toFixed(decimals) }, this.#from);
      await sleep(this.#random.integer(0, 1_000));
    }
    // A bank that is gone would keep the rest from coming for ever: it is sent until there is an answer.
    const deadline = performance.now() + patienceMs;
    const isSent = async (): Promise<boolean> => {
      const status = await post(bank, { choice: "send" }, this.#from);
      return status !== undefined && status < 500;
    };
    while (!(await isSent()) && performance.now() < deadline) await sleep(500);
  }

  async #token(): Promise<string | undefined> {
    return tokenIn((await this.#read(`/pay/${this.#session}`)) ?? "");
  }

  /** Posts a form once. Whether it arrived the page will tell. */
  async #submit(path: string, fields: Record<string, string>): Promise<void> {
    const address = this.#addresses.pick(this.#random);
    const status = await post(address + path, fields, this.#from);
    if (status === undefined) this.#addresses.avoid(address);
  }

  /** A page's text, reloaded until there is one; redirects within Kassa are not followed, for they prove nothing. */
  async #read(path: string): Promise<string | undefined> {
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      const address = this.#addresses.pick(this.#random);
      try {
        const response = await fetch(address + path, {
          headers: { "x-forwarded-for": this.#from, "accept-language": "en" },
          redirect: "manual",
          signal: AbortSignal.timeout(answerWithinMs),
        });
        const text = await response.text();
        if (response.status < 500) return text;
      } catch {
        // Killed, frozen or cut off: somebody else will answer.
        this.#addresses.avoid(address);
      }
      await sleep(100);
    }
    return undefined;
  }
}

/** The status of the answer, undefined when there was none; what it says the page will tell. */
async function post(url: string, fields: Record<string, string>, from: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "x-forwarded-for": from },
      body: new URLSearchParams(fields),
      redirect: "manual",
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await response.body?.cancel();
    return response.status;
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

/** A session that is gone has no state, but a page that says so. */
function stateIn(text: string): string | undefined {
  return text.startsWith("{") ? (JSON.parse(text) as { state?: string }).state : undefined;
}

const tokenIn = (page: string): string | undefined => /name="token" value="([^"]+)"/.exec(page)?.[1];

/** The link to a page of the simulated PSP. */
function linkTo(page: string, kind: string): string | undefined {
  return new RegExp(`href="([^"]*/(?:${kind})/[^"]+)"`).exec(page)?.[1]?.replaceAll("&amp;", "&");
}
