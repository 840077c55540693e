import type { FastifyReply, FastifyRequest } from "fastify";
import { type Problem, problem } from "../kernel/problem.ts";
import type { Result } from "../kernel/result.ts";
import { apiKeyInText, parseApiKey } from "../tenants/api-key.ts";
import type { ApiKeyCache, KeyHolder } from "../tenants/api-key-cache.ts";
import type { Caller } from "../tenants/caller.ts";
import { holdsAddress } from "../tenants/networks.ts";
import { type Access, allows, type Resource } from "../tenants/scopes.ts";
import { isApiVersion } from "../tenants/versions.ts";
import { noteAuthenticated } from "./connections.ts";
import { FailureLimits } from "./failure-limits.ts";
import { sendProblem } from "./problem-reply.ts";
import { RefusalLog } from "./refused-authentications.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The scope that a key needs for this route. */
    scope?: readonly [Resource, Access];
    /** The name of the operation, for metrics and the OpenAPI document. */
    operation?: string;
    /** Further failure statuses, beside those that follow from method and path; for the OpenAPI document. */
    failures?: readonly (404 | 409)[];
    /** Accepts any Host header: probes use the machine's address. */
    anyHost?: boolean;
  }
}

type Done = (error?: Error) => void;

/** Authenticates people, who have a cookie in place of a key. */
export type PeopleAuthenticator = {
  /** Whether a request without a key is a person's. */
  claims(request: FastifyRequest): boolean;
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Result<Caller, Problem>>;
  /** Notes a person's request in the audit log before it is carried out, if the tables that it changes don't do so themselves. */
  record(request: FastifyRequest): Promise<void>;
};

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
 * The hook of every API route. Checks key or person, network, scope, version and rate. A cached key needs no query, so failures of
 * other callers behind the same address don't affect it. All unusable keys get the same answer. A key with a correct
 * checksum that doesn't exist counts as a failure of its address.
 */
export function makeAuthenticator(
  keys: ApiKeyCache,
  people?: PeopleAuthenticator,
  failures = new FailureLimits(),
) {
  const refusals = new RefusalLog();
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const { authorization } = request.headers;
    if (authorization === undefined && people?.claims(request)) {
      people.authenticate(request, reply).then((known) => {
        if (known.ok) return admitCaller(refusals, request, reply, known.value, done);
        refusals.note(request.server.log, "person_refused", request.ip);
        sendProblem(request, reply, known.failure);
      }, done);
      return;
    }
    const secret = bearerToken(authorization);
    if (secret === undefined) {
      refusals.note(request.server.log, "no_key", request.ip);
      sendProblem(request, reply, isEmpty(authorization) ? noKeySent : refused);
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

/** Whether no key was sent. This has its own answer, because it reveals nothing about keys. */
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
  holder: KeyHolder | null,
  done: Done,
): void {
  if (!holder) {
    refusals.note(request.server.log, "bad_key", request.ip);
    sendProblem(request, reply, refused);
    return;
  }
  admitCaller(refusals, request, reply, holder, done, addressFault(request, holder));
}

function admitCaller(
  refusals: RefusalLog,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  done: Done,
  found?: Problem,
): void {
  request.auth = caller;
  noteAuthenticated(request.raw.socket);
  const fault = found ?? scopeFault(request, caller) ?? versionFault(request, reply, caller);
  if (fault) {
    if (
      fault.code === "address_not_allowed" ||
      fault.code === "scope_missing" ||
      fault.code === "role_forbids"
    )
      refusals.note(request.server.log, fault.code, request.ip, caller.name);
    sendProblem(request, reply, fault);
    return;
  }
  if (takesToken(request, reply, caller)) done();
}

function addressFault(request: FastifyRequest, auth: KeyHolder): Problem | undefined {
  if (auth.networks === null || holdsAddress(auth.networks, request.ip)) return undefined;
  return problem("address_not_allowed", "This key can be used only from its list of networks.");
}

function scopeFault(request: FastifyRequest, auth: Caller) {
  const scope = request.routeOptions.config.scope;
  if (!scope || auth.scopes[0] === "full" || allows(auth.scopes, ...scope)) return undefined;
  const name = `${scope[0]}:${scope[1]}`;
  if (!("keyId" in auth)) return problem("role_forbids", `Your role doesn't include "${name}".`);
  return problem("scope_missing", `This key lacks the scope "${name}".`);
}

function versionFault(request: FastifyRequest, reply: FastifyReply, auth: Caller) {
  const asked = request.headers["kassa-version"];
  const version = typeof asked === "string" ? asked : auth.apiVersion;
  if (!isApiVersion(version)) {
    return problem("version_unknown", "There is no API version of that date.", "Kassa-Version");
  }
  reply.header("kassa-version", version);
  return undefined;
}

/** Takes a token from the key's bucket and sets the RateLimit headers. */
function takesToken(request: FastifyRequest, reply: FastifyReply, auth: Caller): boolean {
  const { bucket } = auth;
  if (bucket === null) return true;
  const left = bucket.take();
  reply.header("ratelimit-policy", bucket.policyHeader);
  reply.header("ratelimit", `"key";r=${Math.max(left, 0)};t=1`);
  if (left >= 0) return true;
  const retryAfter = bucket.retryAfterSeconds();
  sendProblem(request, reply, {
    ...problem("rate_limited", `This key can make ${bucket.perSecond} requests per second.`),
    retryAfter,
  });
  return false;
}

/** The hook of every route. Refuses a URL that contains an API key. */
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

/** Decodes percent-encoded ASCII only: keys are ASCII, and other escapes may be invalid. */
function decodeLoosely(url: string): string {
  return url.replace(/%[2-7][0-9a-f]/gi, (escaped) =>
    String.fromCharCode(Number.parseInt(escaped.slice(1), 16)),
  );
}
