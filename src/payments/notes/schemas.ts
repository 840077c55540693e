import type { Static } from "typebox";
import { mode, objectType, pageFields, pageOf, text, timestamp } from "../../kernel/fields.ts";
import { Type } from "../../kernel/type.ts";

/** Schemas of what people write about payments. */

export const mostTags = 20;

/** Without @, so that no tag is an e-mail address: tags stay when a customer is erased. */
export const tag = (description: string) =>
  Type.String({
    maxLength: 40,
    pattern: "^[^\\s@,](?:[^@,]*[^\\s@,])?$",
    "x-expects": "It has to be 1 to 40 characters without @ and commas, and without spaces around them.",
    description,
  });

export const CreateNoteSchema = Type.Object(
  { text: text(2_000, "The text of the note. It can have several lines.") },
  { additionalProperties: false },
);
export type CreateNoteBody = Static<typeof CreateNoteSchema>;

export const ListNotesSchema = Type.Object(pageFields("note", "notes"), { additionalProperties: false });
export type ListNotesQuery = Static<typeof ListNotesSchema>;

export const NoteSchema = Type.Object(
  {
    object: objectType("payment_note"),
    id: Type.String({ description: "The note's id." }),
    mode: mode(),
    payment: Type.String({ description: "The id of the payment." }),
    author: Type.String({
      description:
        "Who wrote it: `person` with an e-mail address, or `API key` with its id, as in the audit log.",
    }),
    text: Type.String({ description: "What it says." }),
    createdAt: timestamp("When it was written."),
  },
  { additionalProperties: false, title: "PaymentNote" },
);
export const NoteListSchema = pageOf(NoteSchema, "PaymentNoteList");

export const DeletedNoteSchema = Type.Object(
  {
    object: objectType("payment_note"),
    id: Type.String({ description: "The note's id." }),
    deleted: Type.Literal(true, { description: "That it is deleted." }),
  },
  { additionalProperties: false, title: "DeletedPaymentNote" },
);

const tags = (description: string) =>
  Type.Optional(Type.Array(tag("A tag."), { maxItems: mostTags, description }));

export const TagPaymentSchema = Type.Object(
  {
    add: tags("Tags to put on the payment. Those it has already stay."),
    remove: tags("Tags to take off the payment. Those it doesn't have are ignored."),
  },
  { additionalProperties: false },
);
export type TagPaymentBody = Static<typeof TagPaymentSchema>;
