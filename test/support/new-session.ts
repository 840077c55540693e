import { type Session, sessionDefaults } from "../../src/sessions/session.ts";

/** A session of 1 EUR that nobody has begun to pay, for code that reads no database. */
export function newSession(changes: Partial<Session> = {}): Session {
  return {
    tenantId: 1,
    id: "cs_sandbox_1",
    mode: "sandbox",
    status: "open",
    paymentStatus: "unpaid",
    amount: 100,
    currency: "EUR",
    details: { ...sessionDefaults, successUrl: "https://shop.example" },
    metadata: null,
    clientReferenceId: null,
    customerEmail: null,
    collected: null,
    chosen: null,
    paymentId: null,
    clockId: null,
    paymentLinkId: null,
    createdAt: new Date(0),
    expiresAt: new Date(1),
    extensions: 0,
    completedAt: null,
    ...changes,
  };
}
