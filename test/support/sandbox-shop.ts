import assert from "node:assert/strict";

export type ShopJson = Record<string, unknown> & { readonly id: string };

/** A merchant's server and its customers, at a Kassa that runs as a process of its own. */
export class SandboxShop {
  readonly #url: string;
  readonly #key: string;

  /** @param key of the sandbox */
  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  makeSession(amount = 2599): Promise<ShopJson> {
    return this.#api("POST", "checkout/sessions", {
      amount,
      currency: "EUR",
      successUrl: "https://shop.example/thanks",
    });
  }

  /** Pays as the customer does, by card. */
  async pay({ id }: ShopJson): Promise<void> {
    const page = `${this.#url}/pay/${id}`;
    const html = await (await fetch(page)).text();
    const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const shownAmount = /name="shownAmount" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const card = { number: "4242424242424242", expiry: "12 / 34", cvc: "123" };
    const answer = await fetch(page, {
      method: "POST",
      body: new URLSearchParams({ token, shownAmount, ...card }),
      redirect: "manual",
    });
    assert.equal(answer.status, 303, await answer.text());
  }

  async statusOf({ id }: ShopJson): Promise<unknown> {
    return (await this.#api("GET", `checkout/sessions/${id}`)).paymentStatus;
  }

  async #api(method: string, call: string, body?: object): Promise<ShopJson> {
    const response = await fetch(`${this.#url}/api/${call}`, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text);
  }
}
