import { html, isolate } from "../../kernel/html.ts";
import { icons } from "../icons.ts";
import { localizedPath } from "../links.ts";
import { statusPanel, withStatusPolling } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { ProcessingPage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** How often the page reloads without a script. */
const refreshSeconds = 4;

/** An attempt is running. The script polls; without it the page reloads itself. There is also a link to reload. */
export function processingState(view: ProcessingPage, texts: Texts): StateContent {
  const reload = localizedPath(view.pageUrl, view.locale);
  const merchant = isolate(view.merchant.name);
  const closing = view.canBeClosed
    ? texts.rich("processing.can_close", { merchant })
    : texts.rich("processing.keep_open");
  const panel = statusPanel({
    tone: "neutral",
    icon: icons.spinner,
    heading: texts.rich("processing.title"),
    paragraphs: [texts.rich("processing.text"), closing],
    contact: null,
    actions: [{ href: reload, label: texts.rich("processing.check"), primary: false }],
  });
  return {
    status: 200,
    title: texts.plain("processing.title"),
    payment: withStatusPolling(view, reload, panel),
    // Inside noscript: with the script, a reload would interrupt its polling, and screen readers would announce it.
    head: html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}; url=${reload}"></noscript>`,
  };
}
