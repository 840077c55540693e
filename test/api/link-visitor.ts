import assert from "node:assert/strict";

/** The form of a payment link's page, as a browser without JavaScript sends it. */
export type LinkForm = { readonly url: string; readonly body: string };

/** Opens a payment link's page, and returns its form. */
export async function openLink(url: string): Promise<LinkForm> {
  const page = await (await fetch(url)).text();
  const field = (name: string): string => {
    const value = new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1];
    assert.ok(value, `the page has no field ${name}: ${page}`);
    return value;
  };
  return { url, body: new URLSearchParams({ token: field("token"), visit: field("visit") }).toString() };
}

/** Sends a form. Returns the status, and the session that it leads to. */
export async function sendForm(
  { url, body }: LinkForm,
  headers: Record<string, string> = {},
): Promise<{ status: number; session: string | undefined; text: string }> {
  const answer = await fetch(url, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });
  const session = /^\/pay\/(cs_\w+)/.exec(answer.headers.get("location") ?? "")?.[1];
  return { status: answer.status, session, text: await answer.text() };
}
