import { type Html, html } from "../kernel/html.ts";
import { rememberWith } from "../kernel/remember.ts";
import { live } from "./amounts/amount-fields.ts";
import { emptyNotice } from "./error-summary.ts";
import { type FaultCode, faultCodes, formFields } from "./form-faults.ts";
import { faultMark } from "./form-field.ts";
import { openTitle } from "./open-title.ts";
import type { TextKey, Texts } from "./texts.ts";
import type { OpenPage } from "./view-model.ts";

/** What the script needs to show faults and messages as the server does: their texts and empty elements, which it copies. */
export function formKit(view: OpenPage, texts: Texts): Html {
  return html`<template id="form-kit"${live(view.order)} data-title="${openTitle(view, true, texts)}"${contentOf(texts)}</template>`;
}

const contentOf = rememberWith(
  (texts: Texts): Html =>
    html` data-texts="${JSON.stringify(kitTexts(texts))}">${emptyNotice}${faultMark(null, null)}`.kept(),
);

function kitTexts(texts: Texts) {
  const fault = (code: FaultCode): [string, string] => [code, texts.plain(`fault.${code}` satisfies TextKey)];
  return {
    faults: Object.fromEntries(faultCodes.map(fault)),
    /** By the number of faults, from one on. */
    summary: formFields.map((_, index) => texts.plain("fault.summary", { count: index + 1 })),
    nothingCharged: texts.plain("fault.nothing_charged"),
    lost: { title: texts.plain("lost.title"), paragraphs: [texts.plain("lost.text")] },
    notSent: { title: texts.plain("lost.title"), paragraphs: [texts.plain("lost.not_sent")] },
  };
}
