import { type Html, html } from "../../kernel/html.ts";
import { icons } from "../icons.ts";
import { localizedPath } from "../links.ts";
import { statusPanel, watched } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { ChallengePage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** The customer came back from the bank's page without an answer: they can go there again, or give this card up. */
export function challengeState(view: ChallengePage, texts: Texts): StateContent {
  const panel = statusPanel({
    tone: "neutral",
    icon: icons.bank,
    heading: texts.rich("challenge.title"),
    paragraphs: [texts.rich("challenge.text")],
    contact: null,
    actions: [{ href: view.continueUrl, label: texts.rich("challenge.continue"), primary: true }],
    form: callOffForm(view, texts),
  });
  return {
    status: 200,
    title: texts.plain("challenge.title"),
    payment: watched(view, localizedPath(view.pageUrl, view.locale), panel),
  };
}

/** A form and not a link, for giving an attempt up changes something. */
function callOffForm(view: ChallengePage, texts: Texts): Html {
  return html`<form class="second-choice" method="post" action="${view.callOffUrl}">
        <input type="hidden" name="token" value="${view.formToken}">
        <button type="submit" class="button quiet">${texts.rich("challenge.call_off")}</button>
      </form>`;
}
