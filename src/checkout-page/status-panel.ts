import { type Html, html } from "../kernel/html.ts";
import type { PageState } from "./view-model.ts";

/** The tone of a state. Danger means that the customer can't continue here. */
export type Tone = "neutral" | "success" | "warning" | "danger";

export type StatusPanel = {
  readonly tone: Tone;
  readonly icon: Html;
  readonly heading: Html;
  readonly paragraphs: readonly Html[];
  /** A list of facts between the paragraphs and the actions. */
  readonly details?: Html;
  /** The merchant's contact, where the customer can't continue; null when there is none or it isn't needed. */
  readonly contact: Html | null;
  /** Links for the customer; the first is the main one. */
  readonly actions: readonly Action[];
  /** A form below the actions, for an action that a link can't do. */
  readonly form?: Html;
};

export type Action = { readonly href: string; readonly label: Html; readonly primary: boolean };

/** The layout of all states without a payment form: an icon, what happened, what to do. */
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

/** Marks a state that changes by itself: the script polls `statusUrl` and loads the page once the state has changed. */
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
