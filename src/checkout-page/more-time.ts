import { type Html, html } from "../kernel/html.ts";
import { rememberWith } from "../kernel/remember.ts";
import type { Texts } from "./texts.ts";
import type { OpenPage } from "./view-model.ts";

/** The id of the part of the page that extends the session. */
export const moreTimeId = "more-time";

const announcements = ["pay.expires_soon", "pay.extended", "pay.not_extended"] as const;

/**
 * The form that extends the session, and the place in which the script announces the last minutes and the extension. The end that
 * the page shows is in the form, so that two clicks extend it once. The script shows a hidden form in the last hour.
 */
export function moreTime(view: OpenPage, texts: Texts): Html {
  return html`<div class="more-time" id="${moreTimeId}">
      ${statusLine(texts)}
      ${view.moreTime && form(view, view.moreTime, texts)}
    </div>`;
}

const statusLine = rememberWith((texts: Texts) => {
  const [soon, extended, failed] = announcements.map((key) => texts.plain(key));
  return html`<p role="status" data-soon="${soon}" data-extended="${extended}" data-failed="${failed}"></p>`;
});

function form(view: OpenPage, { url, isDue }: NonNullable<OpenPage["moreTime"]>, texts: Texts): Html {
  return html`<form method="post" action="${url}" data-status="${view.pageUrl}/status"${!isDue && html` hidden`}>
        <input type="hidden" name="token" value="${view.formToken}">
        <input type="hidden" name="shownEnd" value="${view.expiresAt}">
        <button type="submit" class="button quiet">${texts.rich("pay.more_time")}</button>
      </form>`;
}
