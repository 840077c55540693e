import type { CallOptions } from "../contract.ts";
import type {
  AcceptRequest,
  DisputeOutcome,
  DisputeRequest,
  Disputes,
  EvidenceRequest,
} from "../disputes.ts";
import type { StripeAnswer, StripeCall, StripeClient } from "./client.ts";
import { translateDispute } from "./translate-dispute.ts";
import { wireDispute, wireFile } from "./wire.ts";

const pathOf = (pspReference: string): string => `/v1/disputes/${encodeURIComponent(pspReference)}`;
const expand = ["payment_intent"];

export function disputes(client: StripeClient): Required<Disputes> {
  return {
    find: async ({ account, pspReference }: DisputeRequest, { timeoutMs }: CallOptions) =>
      read(await client.get({ account, timeoutMs }, pathOf(pspReference), { expand })),
    submitEvidence: (request, { timeoutMs }) => submitEvidence(client, request, timeoutMs),
    accept: async ({ account, pspReference, idempotencyKey }: AcceptRequest, { timeoutMs }: CallOptions) =>
      read(
        await client.post(
          { account, timeoutMs },
          `${pathOf(pspReference)}/close`,
          { expand },
          idempotencyKey,
        ),
      ),
  };
}

/** Kassa's names of texts are Stripe's, in camel case. Stripe has one place for a file of no particular kind. */
async function submitEvidence(
  client: StripeClient,
  { account, pspReference, idempotencyKey, texts, files }: EvidenceRequest,
  timeoutMs: number,
): Promise<DisputeOutcome> {
  const [file, ...others] = files;
  if (others.length > 0)
    return { kind: "refused", detail: "Stripe takes one file. Put all pages into one PDF." };
  const endMs = performance.now() + timeoutMs;
  const call = (): StripeCall => ({ account, timeoutMs: Math.max(1, endMs - performance.now()) });
  const uploaded = file ? await client.upload(call(), file, `${idempotencyKey}-file`) : undefined;
  if (uploaded && uploaded.kind !== "ok") return read(uploaded);
  if (uploaded && !wireFile.fits(uploaded.body)) return unexpected;
  const evidence = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      text,
    ]),
  );
  const withFile =
    uploaded && wireFile.fits(uploaded.body)
      ? { ...evidence, uncategorized_file: uploaded.body.id }
      : evidence;
  const fields = { evidence: withFile, submit: true, expand };
  return read(await client.post(call(), pathOf(pspReference), fields, idempotencyKey));
}

function read(answer: StripeAnswer): DisputeOutcome {
  if (answer.kind === "unknown") return answer;
  if (answer.kind === "error") return { kind: "refused", detail: answer.error.code };
  const dispute = wireDispute.fits(answer.body) ? translateDispute(answer.body) : undefined;
  return dispute ? { kind: "known", dispute } : unexpected;
}

const unexpected = { kind: "unknown", detail: "the response has an unexpected shape" } as const;
