import type { FastifyReply, FastifyRequest } from "fastify";
import { problem } from "../kernel/problem.ts";
import { apiKeyInText, parseApiKey } from "../tenants/api-key.ts";
import type { ApiKeyCache, AuthContext } from "../tenants/api-key-cache.ts";
import { holdsAddress } from "../tenants/networks.ts";
import { type Access, allows, type Resource } from "../tenants/scopes.ts";
import { isApiVersion } from "../tenants/versions.ts";
import { noteAuthenticated } from "./connections.ts";
import { FailureLimits } from "./failure-limits.ts";
import { sendProblem } from "./problem-reply.ts";
import { RefusalLog } from "./refused-authentications.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a key needs to be allowed to call this route. */
    scope?: readonly [Resource, Access];
    /** Name of the operation, for idempotency and metrics. */
    operation?: string;
    /** Statuses that the operation fails with beside those that its method and path let expect; for the API's document. */
    failures?: readonly (404 | 409)[];
    /** Answered whatever Host header is sent: for probes, which know the machine's address only. */
    anyHost?: boolean;
  }
}

type Done = (error?: Error) => void;

const noKeySent = problem(
  "authentication_failed",
  "No API key was sent. Send it in a header: `Authorization: Bearer <API key>`.",
);
const refused = problem("authentication_failed", "The API key is not valid.");

const tooManyForged = {
  ...problem("rate_limited", "Too many requests with keys that don't exist came from this address."),
  retryAfter: 1,
};

/**
 * The hook of every API route: key, network, scope, version, rate. All of it from memory when the key has been seen
 * before, so failures of others behind the same address don't concern it. Whatever is wrong with a key itself gets one
 * identical answer. Keys whose checksum is right but that don't exist count as failures of their address.
 */
export function makeAuthenticator(keys: ApiKeyCache, failures = new FailureLimits()) {
  const refusals = new RefusalLog();
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const secret = bearerToken(request.headers.authorization);
    if (secret === undefined) {
      refusals.note(request.server.log, "no_key", request.ip);
      sendProblem(request, reply, isEmpty(request.headers.authorization) ? noKeySent : refused);
      return;
    }
    const auth = keys.get(secret);
    if (auth !== undefined) admit(refusals, request, reply, auth, done);
    else if (!parseApiKey(secret)) admit(refusals, request, reply, null, done);
    else {
      const loading = keys.fetch(secret, () => !failures.isSpent(request.ip));
      loading.then((loaded) => {
        if (loaded === null) failures.note(request.ip);
        if (loaded === "limited") {
          refusals.note(request.server.log, "too_many_bad_keys", request.ip);
          sendProblem(request, reply, tooManyForged);
        } else admit(refusals, request, reply, loaded, done);
      }, done);
    }
  };
}

/** Whether nothing was sent that could be a key: that may be told apart, for it says nothing of any key. */
const isEmpty = (header: string | undefined): boolean =>
  header === undefined || /^(?:bearer)?\s*$/i.test(header);

function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header.length > 200) return undefined;
  if (header.slice(0, 7).toLowerCase() !== "bearer ") return undefined;
  return header.slice(7);
}

function admit(
  refusals: RefusalLog,
  request: FastifyRequest,
  reply: FastifyReply,
  auth: AuthContext | null,
  done: Done,
): void {
  if (!auth) {
    refusals.note(request.server.log, "bad_key", request.ip);
    sendProblem(request, reply, refused);
    return;
  }
  request.auth = auth;
  noteAuthenticated(request.raw.socket);
  const fault =
    addressFault(request, auth) ?? scopeFault(request, auth) ?? versionFault(request, reply, auth);
  if (fault) {
    if (fault.code === "address_not_allowed" || fault.code === "scope_missing")
      refusals.note(request.server.log, fault.code, request.ip, auth.keyId);
    sendProblem(request, reply, fault);
    return;
  }
  if (takesToken(request, reply, auth)) done();
}

function addressFault(request: FastifyRequest, auth: AuthContext) {
  if (auth.networks === null || holdsAddress(auth.networks, request.ip)) return undefined;
  return problem("address_not_allowed", "This key may be used from its list of networks only.");
}

function scopeFault(request: FastifyRequest, auth: AuthContext) {
  const scope = request.routeOptions.config.scope;
  if (!scope || auth.scopes[0] === "full" || allows(auth.scopes, ...scope)) return undefined;
  return problem("scope_missing", `This key lacks the scope "${scope[0]}:${scope[1]}".`);
}

function versionFault(request: FastifyRequest, reply: FastifyReply, auth: AuthContext) {
  const asked = request.headers["kassa-version"];
  const version = typeof asked === "string" ? asked : auth.apiVersion;
  if (!isApiVersion(version)) {
    return problem("version_unknown", "There is no API version of that date.", "Kassa-Version");
  }
  reply.header("kassa-version", version);
  return undefined;
}

/** Takes a token of the key's bucket and says in the headers how many are left. */
function takesToken(request: FastifyRequest, reply: FastifyReply, auth: AuthContext): boolean {
  const { bucket } = auth;
  if (bucket === null) return true;
  const left = bucket.take();
  reply.header("ratelimit-policy", bucket.policyHeader);
  reply.header("ratelimit", `"key";r=${Math.max(left, 0)};t=1`);
  if (left >= 0) return true;
  const retryAfter = bucket.retryAfterSeconds();
  sendProblem(request, reply, {
    ...problem("rate_limited", `This key may make ${bucket.perSecond} requests a second.`),
    retryAfter,
  });
  return false;
}

/** The hook of every route: an address that holds a key is refused, whatever else it is. */
export function refuseKeyInUrl(request: FastifyRequest, reply: FastifyReply, done: Done): void {
  const url = request.originalUrl;
  if ((url.includes("ks_") || url.includes("%")) && apiKeyInText.test(decodeLoosely(url))) {
    sendProblem(
      request,
      reply,
      problem("key_in_url", "Send the key in the Authorization header, and roll the one sent here."),
    );
    return;
  }
  done();
}

/** Decodes the escapes of ASCII characters, which are all that a key has, also where others can't be decoded. */
function decodeLoosely(url: string): string {
  return url.replace(/%[2-7][0-9a-f]/gi, (escaped) =>
    String.fromCharCode(Number.parseInt(escaped.slice(1), 16)),
  );
}
