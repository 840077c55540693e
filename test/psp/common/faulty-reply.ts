import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { Fault } from "./faults.ts";

/**
 * Answers as the fault says.
 * @param settle keeps the answer for its idempotency key, from which time it is replayed
 */
export async function replyWithFault(
  reply: FastifyReply,
  fault: Fault,
  answer: { readonly status: number; readonly body: object | null },
  settle: () => void,
): Promise<FastifyReply> {
  if (fault.kind === "delay_answer") await sleep(fault.delayMs ?? 100);
  settle();
  if (fault.kind === "lose_answer_after" || fault.kind === "stall_after") return abandon(reply, fault);
  if (fault.kind !== "truncate_answer") return reply.code(answer.status).send(answer.body ?? undefined);
  const text = JSON.stringify(answer.body);
  reply.hijack();
  reply.raw.writeHead(answer.status, { "content-type": "application/json", "content-length": text.length });
  reply.raw.write(text.slice(0, text.length / 2), () => reply.raw.destroy());
  return reply;
}

/** No answer: the connection breaks, or stays open in silence. */
export function abandon(reply: FastifyReply, fault: Fault): FastifyReply {
  reply.hijack();
  if (fault.kind.startsWith("lose")) reply.raw.destroy();
  return reply;
}
