import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "../../http/problem-reply.ts";
import { problem } from "../../kernel/problem.ts";
import { actingAs } from "./acting.ts";
import type { OpenSignIn } from "./library.ts";
import { busySigningIn, TooManyPasswords } from "./passwords.ts";
import { foreignOrigin } from "./same-origin.ts";
import { addressHeader, signInPath } from "./terms.ts";

const tooOften = problem("rate_limited", "Too many attempts came from your address. Try again in a minute.");

/** What the dashboard asks the library. It can do more, such as list sessions with their tokens. */
const offered = [
  "sign-in/email",
  "sign-out",
  "change-password",
  "two-factor/enable",
  "two-factor/disable",
  "two-factor/verify-totp",
  "two-factor/verify-backup-code",
  "two-factor/generate-backup-codes",
  "passkey/generate-register-options",
  "passkey/verify-registration",
  "passkey/generate-authenticate-options",
  "passkey/verify-authentication",
  "passkey/list-user-passkeys",
  "passkey/delete-passkey",
  "passkey/update-passkey",
] as const;

/** What the library is asked with: a browser's other headers are of no use to it. */
const passedOn = ["cookie", "origin", "user-agent", "content-type"] as const;

/** `/dashboard/auth/…`: how people sign in and out, and manage passwords, codes and passkeys. The library answers. */
export function signInRoutes(openSignIn: OpenSignIn, publicUrl: URL) {
  return async (app: FastifyInstance): Promise<void> => {
    for (const path of offered)
      app.route({
        method: ["GET", "POST"],
        url: `${signInPath}/${path}`,
        handler: (request, reply) => answer(openSignIn, publicUrl, request, reply),
      });
  };
}

async function answer(
  openSignIn: OpenSignIn,
  publicUrl: URL,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const foreign = foreignOrigin(request, publicUrl);
  if (foreign) return sendProblem(request, reply, foreign);
  const { auth } = await openSignIn();
  try {
    const actor = { name: "sign-in", origin: request.ip };
    const answered = await actingAs(actor, () => auth.handler(toWebRequest(request, publicUrl)));
    if (answered.status === 429) {
      const retryAfter = Number(answered.headers.get("x-retry-after")) || 60;
      return sendProblem(request, reply, { ...tooOften, retryAfter });
    }
    reply.code(answered.status);
    for (const [name, value] of answered.headers) if (name !== "set-cookie") reply.header(name, value);
    for (const cookie of answered.headers.getSetCookie()) reply.header("set-cookie", cookie);
    return reply.send(Buffer.from(await answered.arrayBuffer()));
  } catch (error) {
    if (error instanceof TooManyPasswords) return sendProblem(request, reply, busySigningIn);
    throw error;
  }
}

function toWebRequest(request: FastifyRequest, publicUrl: URL): Request {
  const headers = new Headers({ [addressHeader]: request.ip });
  for (const name of passedOn) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  const { method } = request;
  return new Request(new URL(request.originalUrl, publicUrl), {
    method,
    headers,
    ...(method === "POST" ? { body: request.rawJson || "{}" } : {}),
  });
}
