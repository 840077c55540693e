import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";

const sockets = new WeakSet<Socket>();

/**
 * Lets the body of this request take longer to arrive than others, for a large file. Its route has to end it at a time of its own;
 * a connection on which nothing arrives is closed by `connections.ts`. Node reports each slow request once, so a later one on the
 * same connection is refused in time again.
 */
export function allowSlowBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw;
  sockets.add(socket);
  reply.raw.once("close", () => sockets.delete(socket));
}

export const mayBodyBeSlow = (socket: Socket): boolean => sockets.has(socket);
