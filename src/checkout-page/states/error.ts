import { contact } from "../contact.ts";
import type { Message } from "../error-summary.ts";
import { icons } from "../icons.ts";
import { localizedPath } from "../links.ts";
import { type Action, statusPanel } from "../status-panel.ts";
import type { TextKey, Texts } from "../texts.ts";
import type { ErrorPage, ErrorReason } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

const statusOf: Readonly<Record<ErrorReason, number>> = {
  temporarily_unavailable: 503,
  too_many_tries: 429,
  form_refused: 403,
};

/** The request failed. Says whether money moved, and links back to the session's page. */
export function errorState(view: ErrorPage, texts: Texts): StateContent {
  return {
    status: statusOf[view.reason],
    title: texts.plain(`error.${view.reason}.title`),
    hasContact: true,
    payment: statusPanel({
      tone: "danger",
      icon: icons.alert,
      heading: texts.rich(`error.${view.reason}.title`),
      paragraphs: paragraphs(view, texts.rich),
      contact: view.merchant && contact(view.merchant, texts),
      actions: reload(view, texts),
    }),
  };
}

/** The same in plain text. */
export function errorMessage(view: ErrorPage, texts: Texts): Message {
  return {
    title: texts.plain(`error.${view.reason}.title`),
    paragraphs: paragraphs(view, texts.plain),
  };
}

function paragraphs<Text>(
  view: ErrorPage,
  textOf: (key: TextKey, values?: Record<string, number>) => Text,
): Text[] {
  const text = textOf(`error.${view.reason}.text`);
  if (view.reason !== "too_many_tries" || view.retryAfterSeconds === undefined) return [text];
  const minutes = Math.max(1, Math.ceil(view.retryAfterSeconds / 60));
  return [text, textOf("error.too_many_tries.wait", { minutes })];
}

function reload(view: ErrorPage, texts: Texts): Action[] {
  if (view.pageUrl === null) return [];
  const href = localizedPath(view.pageUrl, view.locale);
  return [{ href, label: texts.rich("error.reload"), primary: true }];
}
