import { type Html, html } from "../kernel/html.ts";

/** A form instead of a link, because giving up an attempt changes state. */
export const callOffForm = (
  { callOffUrl, formToken }: { readonly callOffUrl: string; readonly formToken: string },
  label: Html,
): Html =>
  html`<form class="second-choice" method="post" action="${callOffUrl}">
        <input type="hidden" name="token" value="${formToken}">
        <button type="submit" class="button quiet">${label}</button>
      </form>`;
