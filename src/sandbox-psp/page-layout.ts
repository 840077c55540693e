import { html as withRawParts } from "ghtml";
import { type Html, html, isolate } from "../kernel/html.ts";
import { direction } from "../kernel/locales.ts";
import { pageStyle } from "./page-style.ts";
import type { PageTexts, TextKey } from "./page-texts.ts";

/** The company that the page simulates. */
export type PageOwner = "bank" | "wallet" | "psp";

/** One row of the description list that a page shows about a charge. */
export type Fact = { readonly label: Html; readonly value: string; readonly class?: "amount" };

export function renderFacts(facts: readonly Fact[]): Html {
  return html`<dl>${facts.map(
    (fact) => html`<dt>${fact.label}</dt>
        <dd class="${fact.class}">${isolate(fact.value)}</dd>`,
  )}</dl>`;
}

/** A whole page: the sandbox banner, the owner's name, a heading and the content. It has no script and loads nothing. */
export function renderPage(owner: PageOwner, texts: PageTexts, heading: TextKey, content: Html): string {
  return withRawParts`<!doctype html>
<html lang="${texts.locale}" dir="${direction(texts.locale)}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <link rel="icon" href="data:,">
    <title>${texts.plain(heading)} · ${texts.plain(owner)}</title>
    <style>!${pageStyle}</style>
  </head>
  <body>
    <header class="band">!${texts.rich("band").toString()}</header>
    <main>
      <p class="bank">!${icons[owner]}!${texts.rich(owner).toString()}</p>
      <h1>!${texts.rich(heading).toString()}</h1>
      !${content.toString()}
    </main>
  </body>
</html>
`;
}

/** The page shown when there is no such charge or the PSP is unavailable. */
export function renderErrorPage(owner: PageOwner, kind: "unknown" | "unavailable", texts: PageTexts): string {
  const text = html`<p class="muted">${texts.rich(`${kind}_text`)}</p>`;
  return renderPage(owner, texts, `${kind}_heading`, text);
}

const icon = (path: string): string =>
  '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" ' +
  `stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;

const icons: Readonly<Record<PageOwner, string>> = {
  bank: icon("M3 8 10 3.5 17 8zM5 8v6M10 8v6M15 8v6M3 16.5h14"),
  psp: icon("M2.5 5h15v10h-15zM2.5 8.5h15M5 12h3"),
  wallet: icon("M3 6.5h14v9H3zM3 6.5 13 3.5v3M13 11h4"),
};
