import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Fault } from "../../sandbox-psp/faults.ts";
import { startTestPsp, type TestPsp, testSecretKey } from "../../sandbox-psp/test-support.ts";
import type { AuthorizeRequest, ChargeRef, NotificationOutcome, ReferencedCharge } from "../contract.ts";
import { sandboxAccount } from "./accounts.ts";
import { createSandboxConnector, type SandboxConnector } from "./connector.ts";

export const account = sandboxAccount(1);
export const call = { timeoutMs: 30_000 };

/** A connector, the simulated PSP that it calls, and a receiver that parses the PSP's notifications with it. */
export type ConnectorRig = {
  readonly psp: TestPsp;
  readonly connector: SandboxConnector;
  /** The parsed notifications, in order of arrival. */
  readonly notifications: readonly NotificationOutcome[];
  withFault<Value>(fault: Fault, work: () => Promise<Value>): Promise<Value>;
  /** The charge log of a session: kind and amount of each entry, in order. */
  logOf(session: string): Promise<string[]>;
  close(): Promise<void>;
};

export async function startConnectorRig(options: { pendingMs?: number } = {}): Promise<ConnectorRig> {
  const notifications: NotificationOutcome[] = [];
  let fault: Fault | undefined;
  const receiver = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const rawBody = Buffer.concat(chunks);
    const { headers } = request;
    notifications.push(await connector.parseNotification({ account, headers, rawBody, nowMs: Date.now() }));
    response.end();
  });
  const psp = await startTestPsp({
    faults: () => fault,
    pendingMs: options.pendingMs ?? 50,
    notificationUrl: () => urlOf(receiver),
  });
  const connector = createSandboxConnector({ baseUrl: psp.url, secretKey: testSecretKey });
  return {
    psp,
    connector,
    notifications,
    withFault: async (name, work) => {
      fault = name;
      try {
        return await work();
      } finally {
        fault = undefined;
      }
    },
    logOf: async (session) => {
      const rows = await psp.db.sql<{ line: string }>(
        `SELECT concat_ws(' ', kind, amount, CASE WHEN captured THEN 'captured' END) AS line
         FROM sandbox_psp.charge_log WHERE merchant_reference = $1 ORDER BY entry`,
        [session],
      );
      return rows.map(({ line }) => line);
    },
    close: async () => {
      await psp.close();
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}

export async function listen(handler: RequestListener): Promise<Server> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

export const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** By default, a request for 25.99 EUR for the session that the key names. */
export function request(
  idempotencyKey: string,
  number = "4242424242424242",
  changes: Partial<AuthorizeRequest> = {},
): AuthorizeRequest {
  return {
    account,
    idempotencyKey,
    session: idempotencyKey,
    amount: 2599,
    currency: "EUR",
    capture: "automatic",
    method: { type: "card", number, expiryMonth: 12, expiryYear: 2099, cvc: "123" },
    clock: null,
    returnUrl: "http://127.0.0.1:8080/return",
    locale: null,
    description: null,
    statementDescriptor: null,
    ...changes,
  };
}

/** A charge of 25.99 EUR as a look-up names it: by its key. */
export function chargeWithKey(idempotencyKey: string): ChargeRef {
  const { session, amount, currency, capture } = request(idempotencyKey);
  const startedAt = new Date();
  const references = { hostedReference: null, pspReference: null };
  return { account, idempotencyKey, session, amount, currency, capture, startedAt, ...references };
}

/** A charge as a capture, void or refund names it: by the PSP's reference. */
export function chargeWithReference(pspReference: string): ReferencedCharge {
  return { ...chargeWithKey("any"), pspReference };
}

/** Makes an approved charge. Returns its reference. */
export async function approve(
  connector: SandboxConnector,
  key: string,
  number?: string,
  changes: Partial<AuthorizeRequest> = {},
): Promise<string> {
  const outcome = await connector.direct.authorize(request(key, number, changes), call);
  if (outcome.kind !== "approved") throw new Error(`${key} is ${outcome.kind}`);
  return outcome.pspReference;
}
