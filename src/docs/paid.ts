import { type Html, html } from "../kernel/html.ts";
import type { ParsedId } from "../kernel/id.ts";
import { layout } from "./layout.ts";
import { codeBlock } from "./markdown/code-block.ts";

/** What the page says about a session: nothing but its state. */
export type SessionState = {
  readonly status: "open" | "complete" | "expired";
  readonly paymentStatus: "unpaid" | "processing" | "authorized" | "paid";
};

/** @returns undefined if there is no such session */
export type ReadSessionState = (scope: ParsedId, sessionId: string) => Promise<SessionState | undefined>;

/** What the address names. `unknown`: an id that no sandbox session has; `none`: no id, or text that is none. */
export type Named =
  | { readonly kind: "session"; readonly id: string; readonly state: SessionState }
  | { readonly kind: "unknown"; readonly id: string }
  | { readonly kind: "none" };

/**
 * `/docs/paid`: the successUrl of the first session in the guide. It says what is true of the session in the sandbox. Live sessions
 * are never looked up: their successUrl is the merchant's. The query is shown only if it is an id, so that no link can put arbitrary
 * text on this page.
 */
export function renderPaid(named: Named): Html {
  const told = tell(named);
  return layout({ title: told.title, path: "/docs/paid", contents: [], main: content(named, told) });
}

type Told = { readonly title: string; readonly text: Html; readonly isDone?: true };

function tell(named: Named): Told {
  switch (named.kind) {
    case "session":
      return tellState(named.state);
    case "unknown":
      return {
        title: "There is no session with this id",
        text: html`The address names no session in this server’s sandbox. Check that it is complete.`,
      };
    case "none":
      return {
        title: "The customer’s return",
        text: html`Kassa redirects a customer who has paid to the session’s <code>successUrl</code>. With
<code>{CHECKOUT_SESSION_ID}</code> in it, the address names the session, and this page shows its state.`,
      };
  }
}

function tellState({ status, paymentStatus }: SessionState): Told {
  switch (paymentStatus) {
    case "paid":
      return {
        title: "Your first session is paid",
        text: html`This page takes the place of your shop’s own page. The customer paid and was redirected to the session’s
<code>successUrl</code>.`,
        isDone: true,
      };
    case "authorized":
      return {
        title: "Your first session is authorized",
        text: html`The customer has nothing left to do. Capture the payment to receive the money.`,
        isDone: true,
      };
    case "processing":
      return {
        title: "Your first session is processing",
        text: html`The customer has finished, but the outcome isn’t known yet. Reload this page later.`,
      };
    case "unpaid":
      return tellUnpaid(status);
  }
}

function tellUnpaid(status: SessionState["status"]): Told {
  switch (status) {
    case "open":
      return {
        title: "Your first session is open",
        text: html`Nobody has paid yet: this address was opened without a payment. Open the session’s <code>url</code> to pay.`,
      };
    case "complete":
      return {
        title: "Your first session’s payment failed",
        text: html`The session is complete, but the payment failed later or was released. Create another session to try again.`,
      };
    case "expired":
      return {
        title: "Your first session has expired",
        text: html`Nobody paid in time. Create another session to try again.`,
      };
  }
}

const checkmark = html`<svg class="mark" viewBox="0 0 24 24" width="40" height="40" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" cy="12" r="9.25"/><path d="m8 12.5 2.7 2.7L16 9.5"/></svg>`;

function content(named: Named, told: Told): Html {
  const id = named.kind === "none" ? undefined : named.id;
  return html`${told.isDone && checkmark}
<h1>${told.title}</h1>
<p>${told.text}</p>
${id !== undefined && html`<p class="fact"><span>Session</span> <code>${id}</code></p>`}
<h2>Check it from your server</h2>
<p>Anyone can open an address like this one, so it is no proof of payment. Retrieve the session; once it is paid, it has
<code>"paymentStatus": "paid"</code>. The command uses <code>$KASSA</code> and <code>$KEY</code>, which
<a href="/docs/get-started/first-session#1-start-kassa">your first session</a> sets.</p>
${codeBlock(`curl $KASSA/api/checkout/sessions/${id ?? "$SESSION_ID"} \\\n  -H "Authorization: Bearer $KEY"`, "sh")}
<h2>Or receive a webhook</h2>
<p>Customers may close their browser before they come back. A signed webhook tells your server anyway:
<a href="/docs/reference/webhooks">receive webhooks</a>.</p>
<p><a href="/docs/get-started/first-session">The whole quickstart</a> · <a href="/docs/reference/sandbox">Cards for every outcome</a> · <a href="/docs/api">API reference</a></p>`;
}
