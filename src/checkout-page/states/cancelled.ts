import { icons } from "../icons.ts";
import { localizedPath } from "../links.ts";
import { statusPanel } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { CancelledPage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** Cancelling doesn't change the session, so the page links back to the payment form. */
export function cancelledState(view: CancelledPage, texts: Texts): StateContent {
  const href = localizedPath(view.pageUrl, view.locale);
  return {
    status: 200,
    title: texts.plain("cancelled.title"),
    payment: statusPanel({
      tone: "neutral",
      icon: icons.cross,
      heading: texts.rich("cancelled.title"),
      paragraphs: [texts.rich("cancelled.text")],
      contact: null,
      actions: [{ href, label: texts.rich("cancelled.back"), primary: true }],
    }),
  };
}
