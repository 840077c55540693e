import { icons } from "../icons.ts";
import { statusPanel } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { StateContent } from "./state-content.ts";

/** No such page, said in the same words whether it never existed or is another tenant's. */
export function notFoundState(texts: Texts): StateContent {
  return {
    status: 404,
    title: texts.plain("not_found.title"),
    payment: statusPanel({
      tone: "neutral",
      icon: icons.link,
      heading: texts.rich("not_found.title"),
      paragraphs: [texts.rich("not_found.text")],
      contact: null,
      actions: [],
    }),
  };
}
