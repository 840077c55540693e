import type { Dispute, Payment, Refund } from "@kassa/sdk";
import { type Place, request } from "../api/request.ts";

const post =
  <Answer>(path: string, body?: object) =>
  (place: Place, idempotencyKey: string): Promise<Answer> =>
    request(path, { method: "POST", place, body, idempotencyKey });

const paymentPath = ({ id }: Payment): string => `/api/payments/${encodeURIComponent(id)}`;
const disputePath = ({ id }: Dispute): string => `/api/disputes/${encodeURIComponent(id)}`;

export const refund = (order: { payment: string; amount: number; reason?: string }) =>
  post<Refund>("/api/refunds", order);

/** @param amount in minor units; @param final whether the rest is released */
export const capture = (payment: Payment, amount: number, final: boolean) =>
  post<Payment>(`${paymentPath(payment)}/capture`, { amount, final });

export const release = (payment: Payment) => post<Payment>(`${paymentPath(payment)}/void`);

export const review = (payment: Payment, decision: "accept" | "return") =>
  post<Payment>(`${paymentPath(payment)}/review`, { decision });

export const changeMetadata = (payment: Payment, metadata: Readonly<Record<string, string | null>>) =>
  post<Payment>(paymentPath(payment), { metadata });

export const acceptDispute = (dispute: Dispute) => post<Dispute>(`${disputePath(dispute)}/accept`);

export type Texts = Readonly<Record<string, string | null>>;

export const sendEvidence = (dispute: Dispute, evidence: { texts: Texts; submit: boolean }) =>
  post<Dispute>(`${disputePath(dispute)}/evidence`, evidence);

export const uploadEvidence = (dispute: Dispute, file: File) => (place: Place, idempotencyKey: string) =>
  request<Dispute>(`${disputePath(dispute)}/files?name=${encodeURIComponent(file.name.slice(0, 100))}`, {
    method: "POST",
    place,
    file,
    idempotencyKey,
  });
