import { setTimeout as pause } from "node:timers/promises";
import { type Answer, type Client, inParallel, withStatus } from "./client.ts";
import { createBody, createPath } from "./context.ts";

/** A merchant's server with its API key. It repeats requests that are answered 503; any other failure fails the run. */
export type Merchant = {
  post(path: string, body?: object): Promise<Answer>;
  remove(path: string): Promise<Answer>;
  /** Creates sessions and returns their ids. */
  createSessions(count: number): Promise<string[]>;
};

export function makeMerchant(client: Client, key: string): Merchant {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const post: Merchant["post"] = async (path, body) => {
    const answer = await client.send("POST", path, { headers, body: JSON.stringify(body ?? {}) });
    if (answer.status !== 503) return withStatus(200, answer);
    await pause(1_000);
    return post(path, body);
  };
  return {
    post,
    remove: async (path) =>
      withStatus(200, await client.send("DELETE", path, { headers: { authorization: `Bearer ${key}` } })),
    createSessions: (count) =>
      inParallel(new Array(count).fill(null), 32, async () => {
        const { body } = withStatus(
          200,
          await client.send("POST", createPath, { headers, body: createBody }),
        );
        return (JSON.parse(body) as { id: string }).id;
      }),
  };
}

/** Creates one session. */
export async function createSession(url: string, key: string): Promise<{ id: string; url: string }> {
  const response = await fetch(url + createPath, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: createBody,
  });
  if (response.status !== 200)
    throw new Error(`creating a session was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { id: string; url: string };
}

/** The form of a payment page, filled in. */
export type FilledForm = { readonly path: string; readonly body: string };

// Several cards: one that is used twenty times at the same moment looks like card testing.
const cards = ["4242424242424242", "5555555555554444", "4000056655665556"];
let turn = 0;

/** Opens the payment page of a session and fills in a card that will be approved. */
export function fillForm(client: Client, session: string): Promise<FilledForm> {
  const number = cards[turn++ % cards.length] ?? "";
  return fill(client, session, { method: "card", number, expiry: "12 / 34", cvc: "123" });
}

/** The same for a method whose details the PSP's own page asks for. */
export const fillHostedForm = (client: Client, session: string, method: string): Promise<FilledForm> =>
  fill(client, session, { method });

async function fill(
  client: Client,
  session: string,
  fields: { readonly method: string; readonly [field: string]: string },
): Promise<FilledForm> {
  const { body: page } = withStatus(200, await client.send("GET", `/pay/${session}?method=${fields.method}`));
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1];
  const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
  if (!token || !action) throw new Error(`the payment page has no form:\n${page.slice(0, 2_000)}`);
  return {
    path: action.replaceAll("&amp;", "&"),
    body: new URLSearchParams({ ...fields, token }).toString(),
  };
}

export const submitForm = (client: Client, { path, body }: FilledForm): Promise<Answer> =>
  client.send("POST", path, { headers: { "content-type": "application/x-www-form-urlencoded" }, body });
