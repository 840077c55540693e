import type { Static } from "typebox";
import { shapeOf } from "../../kernel/shape.ts";
import { Type } from "../../kernel/type.ts";

const cursorSchema = Type.Object({
  /** The lists that are read next, the current one first. */
  lists: Type.Array(Type.String({ pattern: "^[a-z]+$|^bal_[0-9A-Za-z]{1,60}$" }), { minItems: 1 }),
  /** The id with which the next page of the first list begins; null for its first page. */
  from: Type.Union([Type.Null(), Type.String()]),
});
export type Cursor = Static<typeof cursorSchema>;

const cursorShape = shapeOf(cursorSchema);

/** The cursor after a page. Null after the last list. @param next the id with which the list goes on; null if it is at its end */
export function cursorAfter({ lists }: Cursor, next: string | null): string | null {
  const cursor = next === null ? { lists: lists.slice(1), from: null } : { lists, from: next };
  return cursor.lists.length === 0 ? null : JSON.stringify(cursor);
}

/** Undefined for a text that no call has returned. */
export function readSettlementCursor(text: string): Cursor | undefined {
  try {
    const cursor: unknown = JSON.parse(text);
    return cursorShape.fits(cursor) ? cursor : undefined;
  } catch {
    return undefined;
  }
}
