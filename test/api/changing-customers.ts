import assert from "node:assert/strict";
import { after, before } from "node:test";
import { type CallResult, type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { cards } from "../support/payments.ts";
import { cardDetails } from "./paying.ts";
import { sessionBody, sessionsPath } from "./support.ts";

export const lineItems = [
  { name: "Mug", quantity: 2, unitAmount: 1000, adjustableQuantity: { minimum: 0, maximum: 5 } },
  { name: "Spoon", quantity: 1, unitAmount: 599 },
];
export const promotionCodes = [
  { code: "Summer10", percentOff: "10" },
  { code: "FIVE", amountOff: 500 },
];
export const tips = { percentages: ["10", "12.5"], custom: true, maximum: 1000 };

/** The fields of a session whose customer may change quantities, enter a promotion code and add a tip. */
export const everything = { amount: 2599, lineItems, promotionCodes, tips };

/** A payment page as it was opened: its HTML, and the hidden fields that its forms send. */
type OpenedPage = { readonly html: string; readonly token: string; readonly shownAmount: string };

/**
 * Kassa for the tests of a file, with customers who change the amounts of its sessions without a script. Kassa starts before the
 * first test, and `kassa` is empty until then.
 */
export function useChangingCustomers() {
  const kassa = {} as TestApp;
  before(async () => {
    Object.assign(kassa, await startTestApp());
  });
  after(() => kassa.close());
  return { kassa, ...pagesOf(kassa), ...sessionsOf(kassa) };
}

/** What customers see and send. */
function pagesOf(kassa: TestApp) {
  const open = async (id: string): Promise<OpenedPage> => {
    const html = await (await fetch(`${kassa.url}/pay/${id}`)).text();
    const input = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";
    return { html, token: input("token"), shownAmount: input("shownAmount") };
  };
  const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields);
    const answer = await fetch(kassa.url + path, { method: "POST", body, redirect: "manual", headers });
    return { status: answer.status, page: await answer.text(), location: answer.headers.get("location") };
  };
  return {
    open,
    post,
    /** Posts the form of the amount from a page that is opened for it. */
    change: async (id: string, fields: Record<string, string>) => {
      const { token } = await open(id);
      return post(`/pay/${id}/amount`, { token, ...fields });
    },
    /** Pays by card from a page that was opened earlier. */
    pay: (id: string, { token, shownAmount }: OpenedPage, number: string = cards.approved) =>
      post(`/pay/${id}`, { token, shownAmount, method: "card", number, ...cardDetails }),
  };
}

/** What the merchant creates and reads, and what the PSP has charged. */
function sessionsOf(kassa: TestApp) {
  const read = async (id: string): Promise<JsonBody> =>
    (await kassa.call("GET", `${sessionsPath}/${id}`)).body;
  return {
    create: (fields: Record<string, unknown>, headers: Record<string, string> = {}): Promise<CallResult> =>
      kassa.call("POST", sessionsPath, { body: sessionBody(fields), headers }),
    read,
    /** The parts of a session's amount, which have to add up. */
    partsOf: async (id: string) => {
      const { amount, amountDetails: parts, lineItems: items } = await read(id);
      assert.equal(amount, parts.subtotal - parts.discount + parts.tip);
      return { amount, ...parts, quantities: items?.map(({ quantity }: { quantity: number }) => quantity) };
    },
    /** The amounts in the simulated PSP's log of a session's charges, in minor units. */
    charged: async (id: string): Promise<number[]> => {
      const rows = await kassa.db.sql<{ amount: bigint }>(
        "SELECT amount FROM sandbox_psp.charge_log WHERE merchant_reference = $1 ORDER BY entry",
        [id],
      );
      return rows.map(({ amount }) => Number(amount));
    },
  };
}
