import type { FastifyRequest } from "fastify";
import { failed, type Result, success } from "../kernel/result.ts";
import type { ApiErrorCode } from "./errors.ts";
import { accountSecret, type SecretKey, sameSecret } from "./secrets.ts";

const accountPattern = /^[0-9A-Za-z]{1,64}_(?:live|sandbox)$/;

/**
 * The account of a request: the header `Sandbox-Account` names it, the bearer token proves it. Live accounts are refused
 * even with the right token: live money must never depend on a simulation.
 */
export function authenticate(request: FastifyRequest, secretKey: SecretKey): Result<string, ApiErrorCode> {
  const account = accountOf(request);
  const [, token] = /^Bearer ([0-9a-f]{64})$/.exec(request.headers.authorization ?? "") ?? [];
  if (!accountPattern.test(account) || token === undefined) return failed("unauthorized");
  if (!sameSecret(token, accountSecret(secretKey, account))) return failed("unauthorized");
  if (account.endsWith("_live")) return failed("live_account_refused");
  return success(account);
}

/** The account that the request names. Routes call this only after `authenticate` has succeeded. */
export function accountOf(request: FastifyRequest): string {
  const header = request.headers["sandbox-account"];
  return typeof header === "string" ? header : "";
}
