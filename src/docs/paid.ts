import { type Html, html } from "../kernel/html.ts";
import { parseId } from "../kernel/id.ts";
import { layout } from "./layout.ts";
import { codeBlock } from "./markdown/render.ts";

/**
 * `/docs/paid`: the successUrl of the first session in the guide. The query is shown only if it is an id, so that no link can
 * put arbitrary text on this page.
 *
 * @param session the query parameter `session`, unchecked
 */
export function renderPaid(session: string | undefined): Html {
  const id = session !== undefined && parseId(session, "cs") ? session : undefined;
  return layout({ title: "Your first session is paid", path: "/docs/paid", contents: [], main: content(id) });
}

const checkmark = html`<svg class="mark" viewBox="0 0 24 24" width="40" height="40" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" cy="12" r="9.25"/><path d="m8 12.5 2.7 2.7L16 9.5"/></svg>`;

function content(id: string | undefined): Html {
  return html`${checkmark}
<h1>Your first session is paid</h1>
<p>This page stands in for your shop’s own: the consumer paid and came back to the session’s <code>successUrl</code>.</p>
${id !== undefined && html`<p class="fact"><span>Session</span> <code>${id}</code></p>`}
<h2>Check it from your server</h2>
<p>Anyone can open an address like this one, so it is no proof of payment. Retrieve the session; it has
<code>"paymentStatus": "paid"</code>. The command uses <code>$KASSA</code> and <code>$KEY</code>, which
<a href="/docs/get-started/first-session#1-start-kassa">your first session</a> sets.</p>
${codeBlock(`curl $KASSA/api/checkout/sessions/${id ?? "$SESSION_ID"} \\\n  -H "Authorization: Bearer $KEY"`)}
<h2>Or receive a webhook</h2>
<p>Consumers may close their browser before they come back. A signed webhook tells your server anyway:
<a href="/docs/reference/webhooks">receive webhooks</a>.</p>
<p><a href="/docs/get-started/first-session">The whole quickstart</a> · <a href="/docs/reference/sandbox">Cards for every outcome</a> · <a href="/docs/api">API reference</a></p>`;
}
