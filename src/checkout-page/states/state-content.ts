import type { Html } from "../../kernel/html.ts";

/** What a state adds to the page around it. */
export type StateContent = {
  /** HTTP status of an answer that shows this state. */
  readonly status: number;
  /** What the page is about, plain text: the first half of the tab's title. */
  readonly title: string;
  readonly payment: Html;
  /** True where the payment part holds the merchant's contact itself; else the footer does. */
  readonly hasContact?: boolean;
  /** More for the head, such as a refresh. */
  readonly head?: Html;
};
