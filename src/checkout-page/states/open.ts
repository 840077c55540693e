import { fieldsOf } from "../details/detail-field.ts";
import { openHeading } from "../open-title.ts";
import { paymentChoice } from "../payment-choice.ts";
import type { Texts } from "../texts.ts";
import type { OpenPage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** The payment form. */
export function openState(view: OpenPage, texts: Texts): StateContent {
  const refused =
    Object.values(view.fieldErrors ?? {}).some((fault) => fault !== undefined) ||
    fieldsOf(view.details).some(({ fault }) => fault !== undefined) ||
    (view.amounts?.faults.size ?? 0) > 0;
  const wrong = refused || view.declined !== undefined || view.totalChanged === true;
  return {
    status: refused ? 422 : 200,
    title: openHeading(view, wrong, texts),
    payment: paymentChoice(view, texts),
  };
}
