import type { Static } from "typebox";
import { shapeOf } from "../../kernel/shape.ts";
import { Type } from "../../kernel/type.ts";

/** The lists that are read to find changes, in this order. */
export const scans = ["payments", "refunds", "chargebacks"] as const;
export type Scan = (typeof scans)[number];

const foundSchema = Type.Unsafe<readonly [string, number]>({
  type: "array",
  prefixItems: [
    { type: "string", pattern: "^tr_[0-9A-Za-z]{1,60}$" },
    { type: "integer", minimum: 0 },
  ],
  items: false,
  minItems: 2,
});
/** A changed payment, and when it changed, in milliseconds since 1970. */
export type Found = Static<typeof foundSchema>;

const cursorSchema = Type.Object({
  /** The list that is read next; `charges` once all were read and `found` is in order. */
  scan: Type.Enum([...scans, "charges"]),
  /** The id with which the list's next page begins; null for its first page. */
  from: Type.Union([Type.Null(), Type.String()]),
  found: Type.Array(foundSchema),
});
export type Cursor = Static<typeof cursorSchema>;

const cursorShape = shapeOf(cursorSchema);

export const startCursor = (): Cursor => ({ scan: "payments", from: null, found: [] });

export const writeCursor = (cursor: {
  readonly scan: Cursor["scan"];
  readonly from: string | null;
  readonly found: readonly Found[];
}): string => JSON.stringify(cursor);

/** Undefined for a text that no call has returned. */
export function readCursor(text: string): Cursor | undefined {
  try {
    const cursor: unknown = JSON.parse(text);
    return cursorShape.fits(cursor) ? cursor : undefined;
  } catch {
    return undefined;
  }
}
