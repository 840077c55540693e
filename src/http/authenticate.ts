import type { FastifyReply, FastifyRequest } from "fastify";
import { problem } from "../kernel/problem.ts";
import { apiKeyInText } from "../tenants/api-key.ts";
import type { Grant, KeyMemory } from "../tenants/key-memory.ts";
import { holdsAddress } from "../tenants/networks.ts";
import { type Access, allows, type Resource } from "../tenants/scopes.ts";
import { isApiVersion } from "../tenants/versions.ts";
import { sendProblem } from "./problem-reply.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a key needs to be allowed to call this route. */
    scope?: readonly [Resource, Access];
    /** Name of the operation, for idempotency and metrics. */
    operation?: string;
    /** Answered whatever Host header is sent: for probes, which know the machine's address only. */
    anyHost?: boolean;
  }
}

type Done = (error?: Error) => void;

const refused = problem("authentication_failed", "The API key is missing or not valid.");

/**
 * The hook of every API route: key, network, scope, version, rate. All of it from memory when the key has been seen
 * before. Whatever is wrong with a key itself gets one identical answer.
 */
export function makeAuthenticator(keys: KeyMemory) {
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const secret = bearerToken(request.headers.authorization);
    if (secret === undefined) {
      sendProblem(request, reply, refused);
      return;
    }
    const grant = keys.recall(secret);
    if (grant !== undefined) admit(request, reply, grant, done);
    else keys.load(secret).then((loaded) => admit(request, reply, loaded, done), done);
  };
}

function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header.length > 200) return undefined;
  if (header.slice(0, 7).toLowerCase() !== "bearer ") return undefined;
  return header.slice(7);
}

function admit(request: FastifyRequest, reply: FastifyReply, grant: Grant | null, done: Done): void {
  if (!grant) {
    sendProblem(request, reply, refused);
    return;
  }
  request.grant = grant;
  const fault =
    addressFault(request, grant) ?? scopeFault(request, grant) ?? versionFault(request, reply, grant);
  if (fault) {
    sendProblem(request, reply, fault);
    return;
  }
  if (takesToken(request, reply, grant)) done();
}

function addressFault(request: FastifyRequest, grant: Grant) {
  if (grant.networks === null || holdsAddress(grant.networks, request.ip)) return undefined;
  return problem("address_not_allowed", "This key may be used from its list of networks only.");
}

function scopeFault(request: FastifyRequest, grant: Grant) {
  const scope = request.routeOptions.config.scope;
  if (!scope || grant.scopes[0] === "full" || allows(grant.scopes, ...scope)) return undefined;
  return problem("scope_missing", `This key lacks the scope "${scope[0]}:${scope[1]}".`);
}

function versionFault(request: FastifyRequest, reply: FastifyReply, grant: Grant) {
  const asked = request.headers["kassa-version"];
  const version = typeof asked === "string" ? asked : grant.apiVersion;
  if (!isApiVersion(version)) {
    return problem("version_unknown", "There is no API version of that date.", "Kassa-Version");
  }
  reply.header("kassa-version", version);
  return undefined;
}

/** Takes a token of the key's bucket and says in the headers how many are left. */
function takesToken(request: FastifyRequest, reply: FastifyReply, grant: Grant): boolean {
  const { bucket } = grant;
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
  const url = request.raw.url ?? "";
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
