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
  readonly keys: Pick<ApiKeyCache, "tenantOf" | "rateOf">;
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
    authenticate: async (request: FastifyRequest, reply: FastifyReply): Promise<Result<Caller, Problem>> => {
      const { [tenantHeader]: tenant, [modeHeader]: mode } = request.headers;
      const person = await identify(deps, request, reply, { tenant, mode }, bucketOf);
      return person.ok ? success(person.value.caller) : person;
    },
    /** The same for a request that names tenant and mode in another way. */
    identify: ((request, reply, named) => identify(deps, request, reply, named, bucketOf)) as IdentifyPerson,
    record: recordRequest(deps.database),
  };
}

/** The tenant and the mode of a request, as it names them. */
export type NamedPlace = { readonly tenant: unknown; readonly mode: unknown };
export type IdentifiedPerson = { readonly caller: Caller; readonly who: SignedIn };
export type IdentifyPerson = (
  request: FastifyRequest,
  reply: FastifyReply,
  named: NamedPlace,
) => Promise<Result<IdentifiedPerson, Problem>>;

async function identify(
  deps: PersonDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  named: NamedPlace,
  bucketOf: (who: SignedIn) => TokenBucket,
): Promise<Result<IdentifiedPerson, Problem>> {
  const foreign = foreignOrigin(request, deps.publicUrl);
  if (foreign) return failed(foreign);
  const place = readPlace(named);
  if (!place.ok) return place;
  const who = await readSignedIn(deps.openSignIn, request, reply);
  if (!who) return failed(signInRequired);
  const { tenant, mode } = place.value;
  if (mode === "live" && who.factors < 2) return failed(secondFactorRequired);
  const membership = await deps.database.inPeople((trx) => getMembership(trx, who.person.id, tenant));
  const known = membership && (await deps.keys.tenantOf({ tenantId: membership.tenantId, mode }));
  if (!membership || !known) return failed(notTheirs(tenant));
  const caller: Caller = {
    tenantId: membership.tenantId,
    mode,
    name: nameOf(who),
    scopes: scopesOf(membership.role, mode),
    writes: writesOf(membership.role, mode),
    apiVersion: newestApiVersion,
    ...known,
    bucket: bucketOf(who),
  };
  return success({ caller, who });
}

/** As the audit log names a person. */
export const nameOf = ({ person }: SignedIn): string => `person ${person.email}`;

const notTheirs = (tenant: string): Problem =>
  problem("role_forbids", `You don't work for the tenant "${tenant.slice(0, 60)}".`, tenantHeader);

function readPlace({ tenant, mode }: NamedPlace): Result<{ tenant: string; mode: Mode }, Problem> {
  if (typeof tenant !== "string")
    return failed(problem("parameter_missing", "Name the tenant by its id.", tenantHeader));
  const named = modes.find((each) => each === mode);
  if (!named)
    return failed(problem("parameter_missing", `Name the mode: ${modes.join(" or ")}.`, modeHeader));
  return success({ tenant, mode: named });
}
