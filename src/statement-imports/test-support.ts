import assert from "node:assert/strict";
import type { CallResult, JsonBody, TestApp } from "../../test/support/app.ts";

/** The account of the files that `sampleCamt` makes. */
export const sampleIban = "DE89370400440532013000";

/** Uploads a file as merchants do. */
export async function upload(
  kassa: TestApp,
  content: string | Buffer,
  {
    query = "",
    type = "application/xml",
    key = kassa.tenant.keys.sandbox.secret,
    headers = {},
  }: { query?: string; type?: string; key?: string; headers?: Record<string, string> } = {},
): Promise<CallResult> {
  const response = await fetch(`${kassa.url}/api/bank-statements${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": type, ...headers },
    body: Buffer.from(content),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text), text };
}

export async function imported(...args: Parameters<typeof upload>): Promise<JsonBody> {
  const answer = await upload(...args);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Creates an account with an IBAN. Returns its id. */
export async function addAccount(
  kassa: TestApp,
  {
    key = kassa.tenant.keys.sandbox.secret,
    iban = sampleIban,
    ...more
  }: {
    key?: string;
    iban?: string;
    holder?: string;
    label?: string;
    currency?: string;
    statementAccounts?: string[];
  } = {},
): Promise<string> {
  const body = { type: "iban", holder: "Ada GmbH", currency: "EUR", iban, ...more };
  const answer = await kassa.call("POST", "/api/bank-accounts", { key, body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}

/** All entries of a key's tenant and mode, oldest first. */
export async function allEntries(kassa: TestApp, key: string, filter = ""): Promise<JsonBody[]> {
  const entries: JsonBody[] = [];
  for (let cursor = ""; ; cursor = `&startingAfter=${entries.at(-1).id}`) {
    const { body, status, text } = await kassa.call("GET", `/api/bank-entries?limit=100${filter}${cursor}`, {
      key,
    });
    assert.equal(status, 200, text);
    entries.push(...body.data);
    if (!body.hasMore) return entries.reverse();
  }
}

export const countsOf = ({ entriesFound, entriesNew, entriesChanged, entriesKnown }: JsonBody): number[] => [
  entriesFound,
  entriesNew,
  entriesChanged,
  entriesKnown,
];
