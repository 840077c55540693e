import type { Html } from "../../kernel/html.ts";

/** The parts of the page that depend on the state. */
export type StateContent = {
  /** The HTTP status of the response. */
  readonly status: number;
  /** The first half of the tab's title, in plain text. */
  readonly title: string;
  readonly payment: Html;
  /** Whether the payment part contains the merchant's contact. Otherwise the footer does. */
  readonly hasContact?: boolean;
  /** More elements for the head, such as a refresh. */
  readonly head?: Html;
};
