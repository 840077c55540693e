import { type Html, html } from "../kernel/html.ts";
import type { PageState } from "./view-model.ts";

/** How a state looks and sounds: neutral states are quiet, danger is for what can't go on. */
export type Tone = "neutral" | "success" | "warning" | "danger";

export type StatusPanel = {
  readonly tone: Tone;
  readonly icon: Html;
  readonly heading: Html;
  readonly paragraphs: readonly Html[];
  /** Stands between the paragraphs and the actions: facts that have to be read one by one. */
  readonly details?: Html;
  /** Whom to ask, where this is a dead end; null when there is nobody or no need. */
  readonly contact: Html | null;
  /** Where the customer can go from here; the first is the main one. */
  readonly actions: readonly Action[];
  /** Stands under the actions: a form, where a link would not do. */
  readonly form?: Html;
};

export type Action = { readonly href: string; readonly label: Html; readonly primary: boolean };

/** What all states but the form have in common: a sign, what happened, what to do. */
export function statusPanel(panel: StatusPanel): Html {
  return html`<div class="status ${panel.tone}">
      ${panel.icon}
      <h1>${panel.heading}</h1>
      ${panel.paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
      ${panel.details}
      ${panel.actions.length > 0 && html`<p class="actions">${panel.actions.map(actionLink)}</p>`}
      ${panel.form}
      ${panel.contact}
    </div>`;
}

/** Marks a state that changes by itself: the script asks `statusUrl` and loads the page once there is something new. */
export function withStatusPolling(
  view: { readonly state: PageState; readonly statusUrl: string; readonly receivedMinor?: number },
  reload: string,
  panel: Html,
): Html {
  const received = view.receivedMinor === undefined ? "" : html` data-received="${view.receivedMinor}"`;
  return html`<div data-status-url="${view.statusUrl}" data-state="${view.state}"${received} data-reload="${reload}">${panel}</div>`;
}

function actionLink(action: Action): Html {
  return html`<a class="button ${action.primary ? "primary" : "quiet"}" href="${action.href}"><span>${action.label}</span></a>`;
}
