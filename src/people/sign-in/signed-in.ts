import type { FastifyReply, FastifyRequest } from "fastify";
import type { PersonRow } from "../queries.ts";
import type { OpenSignIn } from "./library.ts";
import { absoluteSeconds, addressHeader } from "./terms.ts";

/** A person who is signed in. */
export type SignedIn = {
  readonly person: PersonRow;
  /** Of the sign-in, for the list of a person's sign-ins. */
  readonly signInId: string;
  /** 2 with a code or a passkey, 1 with a password alone. */
  readonly factors: 1 | 2;
  /** Whether a password alone doesn't sign this person in: they have an authenticator app. */
  readonly hasAuthenticator: boolean;
};

/**
 * Who makes the request, by its cookie; undefined if nobody is signed in, or the sign-in has ended. A sign-in that is used is renewed:
 * then the answer carries the cookie again.
 */
export async function readSignedIn(
  openSignIn: OpenSignIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn | undefined> {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const headers = new Headers({ cookie, [addressHeader]: request.ip });
  const { auth } = await openSignIn();
  const answer = await auth.api.getSession({ headers, returnHeaders: true });
  if (!answer.response) return undefined;
  const { session, user } = answer.response;
  if (session.createdAt.getTime() + absoluteSeconds * 1_000 <= Date.now()) return undefined;
  for (const renewed of answer.headers.getSetCookie()) reply.header("set-cookie", renewed);
  const { id, name, email } = user;
  return {
    person: { id, name, email, operator: user.operator === true },
    signInId: session.id,
    factors: session.factors === 2 ? 2 : 1,
    hasAuthenticator: user.twoFactorEnabled === true,
  };
}
