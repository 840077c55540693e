import { type Html, isolate } from "../../kernel/html.ts";
import type { ClosedReason } from "../../payment-links/payment-link.ts";
import { contact } from "../contact.ts";
import { icons } from "../icons.ts";
import { localizedPath } from "../links.ts";
import { type Action, statusPanel } from "../status-panel.ts";
import type { TextKey, Texts } from "../texts.ts";
import type { LinkClosedPage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

const headings: Readonly<Record<ClosedReason, TextKey>> = {
  inactive: "error.temporarily_unavailable.title",
  expired: "expired.title",
  sold_out: "link.sold_out",
  taken: "link.taken",
};

/** How long a session that holds a place lasts at most; see payment-links/start-session.ts. */
const minutesUntilFree = 30;

/** Nobody can begin to pay by this link now. */
export function linkClosedState(view: LinkClosedPage, texts: Texts): StateContent {
  const heading = headings[view.reason];
  return {
    status: view.reason === "taken" ? 409 : 410,
    title: texts.plain(heading),
    hasContact: true,
    payment: statusPanel({
      tone: view.reason === "taken" ? "warning" : "neutral",
      icon: view.reason === "inactive" ? icons.pause : icons.hourglass,
      heading: texts.rich(heading),
      paragraphs: paragraphs(view, texts),
      contact: contact(view.merchant, texts),
      actions: view.reason === "taken" ? [again(view, texts)] : [],
    }),
  };
}

function paragraphs({ reason, merchant }: LinkClosedPage, texts: Texts): Html[] {
  switch (reason) {
    case "inactive":
    case "expired":
      return [texts.rich("unavailable.text", { merchant: isolate(merchant.name) })];
    case "sold_out":
      return [texts.rich("fault.nothing_charged")];
    case "taken":
      return [
        texts.rich("fault.nothing_charged"),
        texts.rich("error.too_many_tries.wait", { minutes: minutesUntilFree }),
      ];
  }
}

const again = ({ pageUrl, locale }: LinkClosedPage, texts: Texts): Action => ({
  href: localizedPath(pageUrl, locale),
  label: texts.rich("processing.check"),
  primary: true,
});
