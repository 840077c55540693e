import { assert, present, unreachable } from "../../kernel/assert.ts";
import type { HostResolver } from "../../kernel/host-resolver.ts";
import type { ConnectorAccount } from "../connector-account.ts";
import type {
  AuthorizeRequest,
  CallOptions,
  CaptureRequest,
  Connector,
  DirectPayments,
  HostedPages,
  MovementOutcome,
  RefundRequest,
  VoidRequest,
} from "../contract.ts";
import type { AcceptRequest, DisputeRequest, Disputes, EvidenceRequest } from "../disputes.ts";
import type { PspResponse } from "../psp-response.ts";
import { accountName, type SecretKey } from "./accounts.ts";
import { type Client, createClient } from "./client.ts";
import { sandboxClocks } from "./clocks.ts";
import { parseNotification } from "./notifications.ts";
import {
  translateAuthorize,
  translateDispute,
  translateFindCharge,
  translateFindMovement,
  translateHistory,
  translateHosted,
  translateMovement,
} from "./translate.ts";

export type SandboxConnectorOptions = {
  /** The simulated PSP's API, such as `http://127.0.0.1:8080/sandbox-psp`. */
  readonly baseUrl: string;
  readonly secretKey: SecretKey;
  readonly resolver?: HostResolver;
};

/** The simulated PSP does everything that a PSP can do, except paying out. */
export type SandboxConnector = Required<Omit<Connector, "settlements" | "settlementReports">> & {
  readonly disputes: Required<Disputes>;
};

/**
 * The connector to the simulated PSP. It uses HTTP, as a connector to a real PSP would.
 *
 * @throws AssertionFailed if the secret key has fewer than 16 characters and could be guessed
 */
export function createSandboxConnector(options: SandboxConnectorOptions): SandboxConnector {
  assert(options.secretKey.length >= 16, "the sandbox connector's secret key has fewer than 16 characters");
  const client = createClient(options);
  return {
    name: "sandbox",
    title: "Test PSP",
    proof: "look_up",
    capabilities: () => ({
      card: { capture: "in_parts", refundDays: null },
      wallet: { capture: "in_parts", refundDays: null },
      bank_debit: { capture: "at_once", refundDays: null },
      bank_transfer: { capture: "at_once", refundDays: null },
    }),
    direct: directPayments(client),
    hosted: hostedPages(client),
    ...movements(client),
    ...lookUps(client),
    disputes: disputes(client),
    parseNotification: async (request) => parseNotification(request, options.secretKey),
    clocks: sandboxClocks(client),
  };
}

function directPayments(client: Client): DirectPayments {
  return {
    methods: ["card", "wallet", "bank_debit", "bank_transfer"],
    cardBrands: ["visa", "mastercard", "amex", "discover", "diners", "jcb", "unionpay"],
    authorize: async (request, call) => {
      const { account, idempotencyKey } = request;
      const response = await postCharge(client, request, methodBody(request), call);
      return translateAuthorize(response, { account: accountName(account), idempotencyKey });
    },
  };
}

function movements(client: Client): Pick<Connector, "capture" | "void" | "refund"> {
  return {
    capture: (request, call) => {
      const { amount, currency, final } = request;
      return move(client, "capture", request, { amount, currency, final }, call);
    },
    void: (request, call) => move(client, "void", request, {}, call),
    refund: (request, call) => {
      const { amount, currency } = request;
      return move(client, "refund", request, { amount, currency }, call);
    },
  };
}

function hostedPages(client: Client): HostedPages {
  return {
    methods: ["card", "wallet", "bank_debit"],
    begin: async (request, call) => {
      const { account, idempotencyKey, method, customerEmail } = request;
      const page = { type: "hosted_page", method };
      const response = await postCharge(client, request, page, call, customerEmail);
      return translateHosted(response, { account: accountName(account), idempotencyKey });
    },
  };
}

function lookUps(client: Client): Pick<SandboxConnector, "findCharge" | "findMovement" | "listCharges"> {
  const get = (
    account: ConnectorAccount,
    path: string,
    query: Record<string, string>,
    call: CallOptions,
  ): Promise<PspResponse> => {
    const { timeoutMs } = call;
    return client({ account, method: "GET", path: `${path}?${new URLSearchParams(query)}`, timeoutMs });
  };
  return {
    findCharge: async ({ account, idempotencyKey }, call) => {
      const response = await get(account, "/charges", { idempotencyKey }, call);
      return translateFindCharge(response, { account: accountName(account), idempotencyKey });
    },
    findMovement: async (
      { charge: { account, pspReference }, idempotencyKey, kind, amount, final },
      call,
    ) => {
      const response = await get(account, "/movements", { idempotencyKey }, call);
      const expected = {
        account: accountName(account),
        idempotencyKey,
        kind,
        amount,
        ...(final === undefined ? {} : { final }),
        charge: pspReference,
      };
      return translateFindMovement(response, expected);
    },
    listCharges: async ({ account, changedAfter, cursor }, call) => {
      const query = { changedAfter, ...(cursor === null ? {} : { cursor }) };
      return translateHistory(await get(account, "/history", query, call), accountName(account));
    },
  };
}

function disputes(client: Client): Required<Disputes> {
  const pathOf = (request: DisputeRequest) => `/disputes/${encodeURIComponent(request.pspReference)}`;
  const act = async (
    request: AcceptRequest,
    action: "evidence" | "accept",
    body: object,
    { timeoutMs }: CallOptions,
  ) => {
    const { account, idempotencyKey, pspReference } = request;
    const path = `${pathOf(request)}/${action}`;
    const response = await client({ account, method: "POST", path, idempotencyKey, body, timeoutMs });
    return translateDispute(response, { account: accountName(account), dispute: pspReference });
  };
  return {
    find: async (request, { timeoutMs }) => {
      const { account, pspReference } = request;
      const response = await client({ account, method: "GET", path: pathOf(request), timeoutMs });
      return translateDispute(response, { account: accountName(account), dispute: pspReference });
    },
    submitEvidence: (request, call) => act(request, "evidence", evidenceBody(request), call),
    accept: (request, call) => act(request, "accept", {}, call),
  };
}

async function move(
  client: Client,
  kind: "capture" | "void" | "refund",
  request: CaptureRequest | RefundRequest | VoidRequest,
  body: object,
  { timeoutMs }: CallOptions,
): Promise<MovementOutcome> {
  const { idempotencyKey, reference } = request;
  const { account, pspReference, hostedReference } = request.charge;
  // At this PSP the hosted page has the reference of its charge.
  const charge = present(pspReference ?? hostedReference, "the reference of the charge");
  const path = `/charges/${encodeURIComponent(charge)}/${kind}`;
  const named = reference === undefined ? body : { ...body, merchantReference: reference };
  const response = await client({ account, method: "POST", path, idempotencyKey, body: named, timeoutMs });
  const amount = "amount" in request ? request.amount : null;
  const expected = { account: accountName(account), idempotencyKey, charge, kind, amount };
  return translateMovement(response, expected);
}

function postCharge(
  client: Client,
  request: Omit<AuthorizeRequest, "method">,
  method: object,
  { timeoutMs }: CallOptions,
  customerEmail: string | null = null,
): Promise<PspResponse> {
  const { account, idempotencyKey } = request;
  const body = {
    merchantReference: request.session,
    amount: request.amount,
    currency: request.currency,
    capture: request.capture,
    description: request.description,
    returnUrl: request.returnUrl,
    locale: request.locale,
    clock: request.clock && { id: request.clock.id, now: request.clock.now },
    ...(customerEmail === null ? {} : { customerEmail }),
    method,
  };
  return client({ account, method: "POST", path: "/charges", idempotencyKey, body, timeoutMs });
}

/** Copies each field by name, so that extra properties of a caller's object are never sent. */
function methodBody({
  method,
  billingPostalCode,
}: Pick<AuthorizeRequest, "method" | "billingPostalCode">): object {
  switch (method.type) {
    case "card": {
      const { type, number, expiryMonth, expiryYear, cvc } = method;
      const postalCode = billingPostalCode === undefined ? {} : { postalCode: billingPostalCode };
      return { type, number, expiryMonth, expiryYear, cvc, ...postalCode };
    }
    case "bank_debit":
      return { type: method.type, iban: method.iban, accountHolder: method.accountHolder };
    case "wallet":
    case "bank_transfer":
      return { type: method.type };
    default:
      return unreachable(method);
  }
}

function evidenceBody({ texts, files }: EvidenceRequest): object {
  return {
    texts,
    files: files.map(({ name, mediaType, content }) => ({
      name,
      mediaType,
      content: content.toString("base64"),
    })),
  };
}
