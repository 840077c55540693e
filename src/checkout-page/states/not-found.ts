import { icons } from "../icons.ts";
import { statusPanel } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { StateContent } from "./state-content.ts";

/** There is no such page, whether the session never existed or may not be shown. */
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
