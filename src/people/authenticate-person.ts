import type { FastifyReply, FastifyRequest } from "fastify";
import { type Mode, modes } from "../kernel/mode.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { ApiKeyCache } from "../tenants/api-key-cache.ts";
import type { Caller } from "../tenants/caller.ts";
import { TokenBucket } from "../tenants/token-bucket.ts";
import { newestApiVersion } from "../tenants/versions.ts";
import type { PeopleDeps } from "./deps.ts";
import { getMembership } from "./queries.ts";
import { recordRequest } from "./record-request.ts";
import { scopesOf, writesOf } from "./roles.ts";
import type { OpenSignIn } from "./sign-in/library.ts";
import { foreignOrigin } from "./sign-in/same-origin.ts";
import { readSignedIn, type SignedIn } from "./sign-in/signed-in.ts";
import { cookieName } from "./sign-in/terms.ts";

/** The headers by which the dashboard names the tenant (its public id) and the mode of a request to the API. */
export const tenantHeader = "kassa-tenant";
export const modeHeader = "kassa-mode";

export type PersonDeps = PeopleDeps & {
  readonly openSignIn: OpenSignIn;
  readonly keys: Pick<ApiKeyCache, "tenantOf">;
  readonly publicUrl: URL;
};

/** A person clicks, and a page of the dashboard loads some ten things. */
const requestsPerSecond = 50;
const bucketsAtMost = 10_000;

export const signInRequired = problem("sign_in_required", "Nobody is signed in, or the sign-in has ended.");
const secondFactorRequired = problem(
  "second_factor_required",
  "Sign in with a passkey, or with a code besides your password, to see and change live data.",
);

/** Lets people call the API with the cookie of their sign-in, as their role for the tenant allows. */
export function makePeopleAuthenticator(deps: PersonDeps) {
  const name = cookieName(deps.publicUrl);
  const buckets = new Map<string, TokenBucket>();
  const bucketOf = ({ person }: SignedIn): TokenBucket => {
    const bucket = buckets.get(person.id) ?? new TokenBucket(requestsPerSecond);
    if (buckets.size >= bucketsAtMost) buckets.clear();
    buckets.set(person.id, bucket);
    return bucket;
  };
  return {
    claims: ({ headers }: FastifyRequest): boolean => headers.cookie?.includes(`${name}=`) ?? false,
    authenticate: (request: FastifyRequest, reply: FastifyReply): Promise<Result<Caller, Problem>> =>
      authenticate(deps, request, reply, bucketOf),
    record: recordRequest(deps.database),
  };
}

async function authenticate(
  deps: PersonDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  bucketOf: (who: SignedIn) => TokenBucket,
): Promise<Result<Caller, Problem>> {
  const foreign = foreignOrigin(request, deps.publicUrl);
  if (foreign) return failed(foreign);
  const place = placeOf(request);
  if (!place.ok) return place;
  const who = await readSignedIn(deps.openSignIn, request, reply);
  if (!who) return failed(signInRequired);
  const { tenant, mode } = place.value;
  if (mode === "live" && who.factors < 2) return failed(secondFactorRequired);
  const membership = await deps.database.inPeople((trx) => getMembership(trx, who.person.id, tenant));
  const known = membership && (await deps.keys.tenantOf({ tenantId: membership.tenantId, mode }));
  if (!membership || !known) return failed(notTheirs(tenant));
  return success({
    tenantId: membership.tenantId,
    mode,
    name: nameOf(who),
    scopes: scopesOf(membership.role, mode),
    writes: writesOf(membership.role, mode),
    apiVersion: newestApiVersion,
    ...known,
    bucket: bucketOf(who),
  });
}

/** As the audit log names a person. */
export const nameOf = ({ person }: SignedIn): string => `person ${person.email}`;

const notTheirs = (tenant: string): Problem =>
  problem("role_forbids", `You don't work for the tenant "${tenant.slice(0, 60)}".`, tenantHeader);

function placeOf(request: FastifyRequest): Result<{ tenant: string; mode: Mode }, Problem> {
  const { [tenantHeader]: tenant, [modeHeader]: mode } = request.headers;
  if (typeof tenant !== "string")
    return failed(problem("parameter_missing", "Name the tenant by its id.", tenantHeader));
  const named = modes.find((each) => each === mode);
  if (!named)
    return failed(problem("parameter_missing", `Name the mode: ${modes.join(" or ")}.`, modeHeader));
  return success({ tenant, mode: named });
}
