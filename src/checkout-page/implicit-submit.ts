import { type Html, html } from "../kernel/html.ts";

/** The id of the form that all payment methods share. Fields elsewhere on the page name it. */
export const payFormId = "pay";

/**
 * The Enter key in a field presses the first submit button of its form. Without this one, that would take an item away, show the fields
 * of a country, or pay by the first method. It names no method, so the chosen one counts. The style sheet hides it; text browsers show its label.
 */
export const implicitSubmit = (label: Html | null): Html =>
  html`<button type="submit" form="${payFormId}" class="implicit-submit" tabindex="-1" aria-hidden="true">${label}</button>`;
