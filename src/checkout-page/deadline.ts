import { type Html, html, isolate } from "../kernel/html.ts";
import { rememberWith } from "../kernel/remember.ts";
import { localizedPath } from "./links.ts";
import type { Texts } from "./texts.ts";
import type { OpenPage } from "./view-model.ts";

/** When the session or the link expires. The script counts the last hour down, and then reloads the page. */
export function deadline(
  view: Pick<OpenPage, "expiresAt" | "now" | "pageUrl" | "locale">,
  texts: Texts,
): Html {
  const time = html`<time datetime="${view.expiresAt}">${isolate(texts.dateTime(view.expiresAt))}</time>`;
  return html`<p class="deadline" data-expires-at="${view.expiresAt}" data-now="${view.now}" data-countdown="${countdown(texts)}" data-reload="${localizedPath(view.pageUrl, view.locale)}">${texts.rich("pay.expires_at", { time })}</p>`;
}

/** The text that the script fills in. */
const countdown = rememberWith((texts: Texts) => texts.plain("pay.expires_in", { time: "{time}" }));
