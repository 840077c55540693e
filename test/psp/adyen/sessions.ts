import { randomBytes } from "node:crypto";
import type { Call } from "./call.ts";
import { decimalsOf } from "./currencies.ts";
import { ApiError, invalidMerchantAccount } from "./errors.ts";
import type { Amount, Session, SessionRequest } from "./state.ts";
import { toAdyenTime } from "./time.ts";
import type { World } from "./world.ts";

const maximumSeconds = 24 * 3600;

export function createSession({ world, body }: Call): object {
  const request = body as SessionRequest;
  checkMerchantAccount(world, request.merchantAccount);
  checkAmount(request.amount);
  checkReturnUrl(request.returnUrl);
  checkMetadata(request.metadata ?? {});
  const created = world.clock.now();
  const session: Session = {
    id: `CS${randomBytes(8).toString("hex").toUpperCase()}`,
    created,
    expiresAt: expiryOf(request, created),
    request,
    status: "active",
    refusals: 0,
    payments: [],
    results: new Map(),
  };
  world.state.sessions.set(session.id, session);
  world.clock.at(session.expiresAt, () => expire(session));
  return {
    ...request,
    id: session.id,
    expiresAt: toAdyenTime(session.expiresAt),
    mode: request.mode ?? "embedded",
    sessionData: `Ab02b4c0!${randomBytes(96).toString("base64")}`,
    ...(request.mode === "hosted" ? { url: `${world.baseUrl()}/hosted/${session.id}` } : {}),
  };
}

function expire(session: Session): void {
  if (session.status === "active" || session.status === "canceled") session.status = "expired";
}

/** The status belongs to the `sessionResult`: what happened after the customer's return isn't shown. */
export function retrieveSessionResult({ world, id, query }: Call): object {
  const session = world.state.sessions.get(id);
  const result = session?.results.get(String(query.sessionResult));
  if (!session || !result) throw new ApiError(422, "702", "Field 'sessionId' is not valid.");
  const { status, payments } = result;
  return { id, reference: session.request.reference, status, payments };
}

/** @throws ApiError for an account that the API key doesn't see */
export function checkMerchantAccount(world: World, merchantAccount: unknown): void {
  if (!world.settings.merchantAccounts.includes(String(merchantAccount))) throw invalidMerchantAccount();
}

export function checkAmount({ value, currency }: Amount): void {
  if (decimalsOf(currency) === undefined) throw new ApiError(422, "138", "Unsupported currency specified");
  if (value <= 0) throw new ApiError(422, "137", "Invalid amount specified");
}

function checkReturnUrl(returnUrl: string): void {
  if (returnUrl === "") throw new ApiError(422, "14_030", "Return URL is missing.");
  if (!URL.canParse(returnUrl)) throw new ApiError(422, "14_031", "Return URL is invalid.");
}

/** Adyen's limits: 20 pairs, names of 20 and values of 80 characters. */
function checkMetadata(metadata: Readonly<Record<string, string>>): void {
  const pairs = Object.entries(metadata);
  if (pairs.length > 20) throw new ApiError(422, "177", "Metadata size exceeds limit");
  if (pairs.some(([key]) => key.length > 20))
    throw new ApiError(422, "178", "Metadata key size exceeds limit");
  if (pairs.some(([, value]) => value.length > 80))
    throw new ApiError(422, "179", "Metadata value size exceeds limit");
}

function expiryOf({ expiresAt }: SessionRequest, created: number): number {
  if (expiresAt === undefined) return created + 3600;
  const wanted = Math.floor(Date.parse(expiresAt) / 1000);
  if (!(wanted > created && wanted <= created + maximumSeconds))
    throw new ApiError(422, "702", "Field 'expiresAt' is not valid.");
  return wanted;
}
