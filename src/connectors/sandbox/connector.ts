import { assert } from "../../kernel/assert.ts";
import type {
  AuthorizeRequest,
  CallOptions,
  CaptureRequest,
  Connector,
  MovementOutcome,
  RefundRequest,
  VoidRequest,
} from "../contract.ts";
import { accountName, type SecretKey } from "./accounts.ts";
import { createClient } from "./client.ts";
import { parseNotification } from "./notifications.ts";
import { translateAuthorize, translateFind, translateMovement } from "./translate.ts";

export type SandboxConnectorOptions = {
  /** The simulated PSP's API, such as `http://127.0.0.1:8080/sandbox-psp`. */
  readonly baseUrl: string;
  readonly secretKey: SecretKey;
};

/**
 * The connector to the simulated PSP: everything goes over HTTP, as to any other.
 *
 * @throws AssertionFailed on a secret key that can be guessed: signatures made with an empty one prove nothing
 */
export function createSandboxConnector(options: SandboxConnectorOptions): Connector {
  assert(options.secretKey.length >= 16, "the sandbox connector's secret key has fewer than 16 characters");
  const client = createClient(options);

  const move = async (
    kind: "capture" | "void" | "refund",
    request: CaptureRequest | RefundRequest | VoidRequest,
    call: CallOptions,
  ): Promise<MovementOutcome> => {
    const { account, idempotencyKey, pspReference } = request;
    const path = `/charges/${encodeURIComponent(pspReference)}/${kind}`;
    const body = "amount" in request ? { amount: request.amount, currency: request.currency } : {};
    const answer = await client({
      account,
      method: "POST",
      path,
      idempotencyKey,
      body,
      timeoutMs: call.timeoutMs,
    });
    return translateMovement(answer, { account: accountName(account), idempotencyKey, charge: pspReference });
  };

  return {
    name: "sandbox",
    methods: ["card"],
    authorize: async (request, { timeoutMs }) => {
      const { account, idempotencyKey } = request;
      const body = authorizeBody(request);
      const answer = await client({
        account,
        method: "POST",
        path: "/charges",
        idempotencyKey,
        body,
        timeoutMs,
      });
      return translateAuthorize(answer, { account: accountName(account), idempotencyKey });
    },
    capture: (request, call) => move("capture", request, call),
    void: (request, call) => move("void", request, call),
    refund: (request, call) => move("refund", request, call),
    findByKey: async ({ account, idempotencyKey }, { timeoutMs }) => {
      const path = `/charges?idempotencyKey=${encodeURIComponent(idempotencyKey)}`;
      const answer = await client({ account, method: "GET", path, timeoutMs });
      return translateFind(answer, { account: accountName(account), idempotencyKey });
    },
    parseNotification: (request) => parseNotification(request, options.secretKey),
  };
}

function authorizeBody(request: AuthorizeRequest): object {
  const { number, expiryMonth, expiryYear, cvc } = request.method;
  return {
    merchantReference: request.session,
    amount: request.amount,
    currency: request.currency,
    capture: request.capture,
    description: request.description,
    returnUrl: request.returnUrl,
    locale: request.locale,
    card: { number, expiryMonth, expiryYear, cvc },
  };
}
