import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import { Browser, stateIn, tokenIn } from "../workload/browser.ts";
import type { LoadBalancer } from "../workload/load-balancer.ts";
import type { PageState } from "../workload/shopper.ts";
import type { Visit } from "./plan.ts";
import type { PageAct, RailMethod } from "./psp-kinds.ts";
import type { PspRail } from "./psp-rail.ts";

/** How long a customer watches a page that shows a payment being processed. */
const watchForMs = 12_000;
/** A call-off and a payment at the same moment start within this time. */
const raceWindowMs = 120;

type HostedPage = { readonly rail: PspRail; readonly url: string };

/** A customer who pays on the hosted pages of the fakes. */
export class RailShopper {
  readonly #browser: Browser;
  readonly #random: Random;
  readonly #path: string;
  readonly #rails: readonly PspRail[];
  /** Every hosted page that the customer was led to. */
  readonly #pages = new Map<string, HostedPage>();
  #last: PspRail | undefined;

  constructor(balancer: LoadBalancer, session: string, random: Random, rails: readonly PspRail[]) {
    this.#browser = new Browser(balancer, random);
    this.#random = random;
    this.#path = `/pay/${session}`;
    this.#rails = rails;
  }

  /** The PSP to whose page the last visit led; undefined if it led to none. */
  get lastRail(): PspRail | undefined {
    return this.#last;
  }

  /** Chooses the method on Kassa's page, and acts at the PSP. Returns the state that Kassa's page shows afterwards. */
  async visit(visit: Visit, method: RailMethod): Promise<PageState> {
    this.#last = undefined;
    const page = (await this.#browser.read(this.#path)) ?? "";
    const token = tokenIn(page);
    if (token !== undefined && page.includes(`value="${method}"`))
      await Promise.all(
        Array.from({ length: visit.tabs }, () => this.#browser.submit(this.#path, { token, method })),
      );
    const seen = await this.#watch();
    return seen === "challenge" ? this.#atPsp(visit) : seen;
  }

  /** The customer pays on every page that is still open at a PSP. */
  async payOnOldPages(): Promise<void> {
    await Promise.all([...this.#pages.values()].map((page) => this.#act(page, "pay")));
  }

  async #atPsp({ act, comesBack, callOff }: Visit): Promise<PageState> {
    const hosted = this.#hostedPage((await this.#browser.read(this.#path)) ?? "");
    if (hosted === undefined) return "lost";
    this.#pages.set(hosted.url, hosted);
    this.#last = hosted.rail;
    if (callOff === "before") await this.#callOff();
    const [back] = await Promise.all([
      this.#act(hosted, act),
      callOff === "meanwhile"
        ? sleep(this.#random.integer(0, raceWindowMs)).then(() => this.#callOff())
        : null,
    ]);
    if (callOff === "after") await this.#callOff();
    if (comesBack && back !== undefined) await this.#browser.read(back);
    return this.#watch();
  }

  /** The page of a fake to which Kassa's page leads. */
  #hostedPage(page: string): HostedPage | undefined {
    for (const [, href = ""] of page.matchAll(/href="(http[^"]+)"/g)) {
      const url = decoded(href);
      const rail = this.#rails.find((one) => url.startsWith(one.url));
      if (rail) return { rail, url };
    }
    return undefined;
  }

  /** Submits the forms of a hosted page. Returns the path at Kassa to which the PSP sends the browser back, if it does. */
  async #act({ rail, url }: HostedPage, act: PageAct): Promise<string | undefined> {
    let back: string | undefined;
    for (const fields of rail.kind.forms[act]) {
      let answer = await this.#browser.postForm(url, { ...fields });
      // The issuer's page of 3-D Secure, at the fake of Stripe.
      if (answer?.location?.endsWith("/authenticate"))
        answer = await this.#browser.postForm(answer.location, { result: "complete" });
      const target = answer?.location ?? undefined;
      if (target === undefined || target.startsWith(rail.url)) continue;
      back = pathOf(target);
      // PayPal sends the customer back before the instrument is declined, and Kassa leads there again.
      if (rail.kind.forms[act].at(-1) !== fields && back !== undefined) await this.#browser.read(back);
    }
    return back;
  }

  async #callOff(): Promise<void> {
    const token = tokenIn((await this.#browser.read(this.#path)) ?? "");
    if (token !== undefined) await this.#browser.submit(`${this.#path}/call-off`, { token });
  }

  /** Polls the page while the payment is being processed. Returns the last state. */
  async #watch(): Promise<PageState> {
    const deadline = performance.now() + watchForMs;
    for (;;) {
      const text = await this.#browser.read(`${this.#path}/status`);
      const seen = (text === undefined ? undefined : stateIn(text)) ?? "lost";
      if (seen !== "processing" || performance.now() > deadline) return seen;
      await sleep(250);
    }
  }
}

/** An address as it stands in a page: Kassa writes "=" and others as numbers. */
const decoded = (href: string): string =>
  href.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))).replaceAll("&amp;", "&");

/** The path of an address at Kassa; undefined for the merchant's addresses. */
function pathOf(address: string): string | undefined {
  const { pathname, search, hostname } = new URL(address);
  return hostname === "127.0.0.1" ? pathname + search : undefined;
}
