import assert from "node:assert/strict";
import net from "node:net";
import { type ProblemCode, problemCodes } from "../../src/kernel/problem-codes.ts";
import type { CallResult, TestApp } from "../support/app.ts";

export const sessionsPath = "/api/checkout/sessions";

/** The body of the documented request, with a test's changes. */
export function sessionBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks", ...changes };
}

/** All optional fields of the documented request except `expiresAt` and `clock`. */
export const optionalFields = {
  cancelUrl: "https://shop.example/cart",
  lineItems: [
    {
      name: "Mug",
      quantity: 1,
      unitAmount: 2600,
      imageUrl: "https://shop.example/mug.png",
      adjustableQuantity: { minimum: 1, maximum: 5 },
    },
  ],
  adjustments: [{ type: "discount", name: "Sale", amount: -1 }],
  description: "Order 1042",
  statementDescriptor: "SHOP 1042",
  locale: "de",
  customerEmail: "ada@shop.example",
  clientReferenceId: "order-1042",
  metadata: { cart: "17" },
  captureMethod: "manual",
  paymentMethods: ["card"],
};

/** The documented request as JSON text, with the amount written as given. */
export function bodyWithAmount(lexeme: string): string {
  return `{"amount":${lexeme},"currency":"EUR","successUrl":"https://shop.example/thanks"}`;
}

type Fault = { code: ProblemCode; param?: string | undefined };

/** Checks the form of a problem, and the code and pointer that a test expects. */
export function assertProblem(answer: CallResult, code: ProblemCode, param?: string, hint = ""): void {
  const where = `${hint} ${answer.text}`;
  const { status, title } = problemCodes[code];
  assert.equal(answer.status, status, where);
  assert.equal(answer.headers.get("content-type"), "application/problem+json; charset=utf-8", where);
  const { body } = answer;
  assert.equal(body.code, code, where);
  assert.equal(body.status, status, where);
  assert.equal(body.title, title, where);
  assert.ok(typeof body.detail === "string" && body.detail.length > 10, where);
  assert.match(body.requestId, /^req_[0-9A-Za-z]{20}$/, where);
  assert.equal(answer.headers.get("x-request-id"), body.requestId, where);
  assert.ok(body.docUrl.endsWith(`/docs/errors#${code}`), where);
  assert.equal(body.type, body.docUrl, where);
  assert.equal(body.param, param, where);
  const known = ["type", "title", "status", "detail", "code", "param", "errors", "requestId", "docUrl"];
  assert.deepEqual(
    Object.keys(body).filter((name) => !known.includes(name)),
    [],
    where,
  );
}

/** Every fault that a problem names, sorted, as "code param". */
export function faultsOf(answer: CallResult): string[] {
  const faults: Fault[] = answer.body.errors ?? [answer.body];
  return faults.map(({ code, param }) => `${code} ${param ?? ""}`.trim()).sort();
}

/** The text of a problem without the request id, which always differs. */
export function withoutRequestId(answer: CallResult): string {
  return answer.text.replace(/req_[0-9A-Za-z]{20}/g, "req_");
}

/** Creates a session; fails unless the response is 200. */
export async function makeSession(
  kassa: TestApp,
  changes: Record<string, unknown> = {},
  options: { key?: string; headers?: Record<string, string> } = {},
) {
  const answer = await kassa.call("POST", sessionsPath, { body: sessionBody(changes), ...options });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** The number of sessions of the file's tenants. */
export async function countSessions(kassa: TestApp): Promise<number> {
  const [row] = await kassa.db.sql<{ count: number }>(
    "SELECT count(*) FROM checkout_sessions WHERE tenant_id = ANY($1)",
    [kassa.tenantIds],
  );
  return row?.count ?? Number.NaN;
}

export type RawAnswer = { readonly text: string; readonly status: number; readonly closedAfterMs: number };

/** Sends bytes over a TCP connection, waits until the server closes it, and returns everything received. */
export function exchangeRaw(
  url: string,
  pieces: readonly (string | Buffer)[],
  everyMs = 0,
): Promise<RawAnswer> {
  const { port, hostname } = new URL(url);
  const beganAt = performance.now();
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname === "localhost" ? "127.0.0.1" : hostname);
    let text = "";
    let sent = 0;
    const sendNext = (): void => {
      const piece = pieces[sent++];
      if (piece === undefined || socket.destroyed) return;
      socket.write(piece);
      setTimeout(sendNext, everyMs);
    };
    socket.on("connect", sendNext);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
      resolve({ text, status, closedAfterMs: performance.now() - beganAt });
    });
  });
}
