import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type IdempotencyDeps, withIdempotency } from "../../http/idempotency.ts";
import { sendPage } from "../../http/list-reply.ts";
import { sendProblem } from "../../http/problem-reply.ts";
import { authOf } from "../../http/request-auth.ts";
import { isOwnId, makeId } from "../../kernel/id.ts";
import { notFound } from "../../kernel/not-found.ts";
import { makePage, readPage } from "../../kernel/page.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, success } from "../../kernel/result.ts";
import { findForbiddenText } from "../../kernel/text-rules.ts";
import { lockPayment } from "../movements/begin-movement.ts";
import { getPayment } from "../queries/payments.ts";
import { describePayment } from "../read/describe-payment.ts";
import { PaymentSchema } from "../schemas.ts";
import { deleteNote, insertNote, type Note, selectNotes, setTags } from "./queries.ts";
import {
  type CreateNoteBody,
  CreateNoteSchema,
  DeletedNoteSchema,
  type ListNotesQuery,
  ListNotesSchema,
  NoteListSchema,
  NoteSchema,
  type TagPaymentBody,
  TagPaymentSchema,
} from "./schemas.ts";
import { changeTags } from "./tags.ts";

type Deps = IdempotencyDeps & { readonly nowMs: () => number };
type OfPayment = { Params: { id: string } };
type OfNote = { Params: { id: string; noteId: string } };

/** `/api/payments/{id}/notes` and `/tags`: what people write about payments, for each other. */
export function noteRoutes(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<OfPayment & { Querystring: ListNotesQuery }>(
      "/payments/:id/notes",
      {
        config: { scope: ["payment_notes", "read"], operation: "listPaymentNotes" },
        schema: {
          summary: "List the notes of a payment, newest first",
          description: "What your staff and programs have written about the payment. Customers never see it.",
          querystring: ListNotesSchema,
          response: { 200: NoteListSchema },
        },
      },
      (request, reply) => list(deps, request, reply),
    );
    app.post<OfPayment & { Body: CreateNoteBody }>(
      "/payments/:id/notes",
      {
        config: { scope: ["payment_notes", "write"], operation: "createPaymentNote" },
        schema: {
          summary: "Write a note about a payment",
          description:
            "The note has the name of its author: the person in the dashboard, or the API key. It can't be changed, only deleted.",
          body: CreateNoteSchema,
          response: { 200: NoteSchema },
        },
      },
      (request, reply) => create(deps, request, reply),
    );
    app.delete<OfNote>(
      "/payments/:id/notes/:noteId",
      {
        config: { scope: ["payment_notes", "write"], operation: "deletePaymentNote" },
        schema: {
          summary: "Delete a note",
          description:
            "Deletes the note permanently. The audit log records who deleted it, but not the text.",
          response: { 200: DeletedNoteSchema },
        },
      },
      (request, reply) => remove(deps, request, reply),
    );
    app.post<OfPayment & { Body: TagPaymentBody }>(
      "/payments/:id/tags",
      {
        config: { scope: ["payment_notes", "write"], operation: "tagPayment" },
        schema: {
          summary: "Put tags on a payment, or take them off",
          description:
            "Upper and lower case are different. `GET /api/payments?tag=…` lists the payments with a tag.",
          body: TagPaymentSchema,
          response: { 200: PaymentSchema },
        },
      },
      (request, reply) => tag(deps, request, reply),
    );
  };
}

async function list(
  { database }: Deps,
  request: FastifyRequest<OfPayment & { Querystring: ListNotesQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const { id } = request.params;
  if (!isOwnId(id, "pay", auth)) return sendProblem(request, reply, notFound);
  const range = readPage("note", auth, request.query);
  if (!range.ok) return sendProblem(request, reply, range.failure);
  const filter = { ...range.value, paymentId: id };
  const notes = await database.inTenant(auth, async (trx) =>
    (await getPayment(trx, id)) ? selectNotes(trx, filter) : undefined,
  );
  if (!notes) return sendProblem(request, reply, notFound);
  return sendPage(request, reply, success(makePage(notes, range.value)), toApiNote);
}

function create(
  deps: Deps,
  request: FastifyRequest<OfPayment & { Body: CreateNoteBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return withIdempotency(deps, request, reply, async (trx) => {
    const { id: paymentId } = request.params;
    const { text } = request.body;
    const fault = textFault(text, "/text", { multiline: true });
    if (fault) return failed(fault);
    if (!isOwnId(paymentId, "pay", trx.scope) || !(await lockPayment(trx, paymentId)))
      return failed(notFound);
    const { tenantId, mode, name: author } = authOf(request);
    const id = makeId("note", mode, tenantId, deps.nowMs());
    return success(toApiNote(await insertNote(trx, { id, paymentId, author, text })));
  });
}

function remove(deps: Deps, request: FastifyRequest<OfNote>, reply: FastifyReply): Promise<FastifyReply> {
  return withIdempotency(deps, request, reply, async (trx) => {
    const { id: paymentId, noteId } = request.params;
    const isOurs = isOwnId(paymentId, "pay", trx.scope) && isOwnId(noteId, "note", trx.scope);
    if (!isOurs || !(await deleteNote(trx, paymentId, noteId))) return failed(notFound);
    return success({ object: "payment_note", id: noteId, deleted: true });
  });
}

function tag(
  deps: Deps,
  request: FastifyRequest<OfPayment & { Body: TagPaymentBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return withIdempotency(deps, request, reply, async (trx) => {
    const { id } = request.params;
    const { add = [] } = request.body;
    for (const [at, text] of add.entries()) {
      const fault = textFault(text, `/add/${at}`, { multiline: false });
      if (fault) return failed(fault);
    }
    const locked = isOwnId(id, "pay", trx.scope) ? await lockPayment(trx, id) : undefined;
    if (!locked) return failed(notFound);
    const tags = changeTags(locked.payment.tags ?? [], request.body);
    if (!tags.ok) return tags;
    return success(await describePayment(trx, await setTags(trx, id, tags.value)));
  });
}

function textFault(text: string, place: string, rules: { multiline: boolean }): Problem | undefined {
  if (text.trim() === "") return problem("parameter_invalid", "It has to contain more than spaces.", place);
  const forbidden = findForbiddenText(text, rules);
  return (
    forbidden && problem("text_invalid", `It contains ${forbidden.codePoint}: ${forbidden.reason}.`, place)
  );
}

const toApiNote = ({ id, mode, paymentId, author, text, createdAt }: Note) => ({
  object: "payment_note",
  id,
  mode,
  payment: paymentId,
  author,
  text,
  createdAt: createdAt.toISOString(),
});
