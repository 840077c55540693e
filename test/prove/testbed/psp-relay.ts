import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import { type HttpListener, type HttpRequest, listen } from "./http-listener.ts";

/**
 * The network between Kassa and the PSP. It delivers some requests twice, and some only after Kassa has given them up: after
 * the PSP has answered Kassa's query with "not found".
 */
export type PspRelay = HttpListener & {
  readonly counts: { delayed: number; duplicated: number };
  /** Idempotency keys of the charges whose amount was reduced. */
  readonly altered: ReadonlySet<string>;
  stopFaults(): void;
  /** Resolves when no request is in transit. */
  settled(): Promise<void>;
};

const probabilities = { delayed: 0.01, duplicated: 0.02, altered: 0.03 } as const;
/** In this testbed Kassa gives up a call after 0.5 s, and an attempt that the PSP doesn't know 5 s later. */
const delayMs = { least: 4_000, most: 9_000 } as const;

/** @param target the simulated PSP's origin */
export async function startPspRelay(random: Random, target: string, faults: boolean): Promise<PspRelay> {
  const counts = { delayed: 0, duplicated: 0 };
  const altered = new Set<string>();
  const inTransit = new Set<Promise<unknown>>();
  let faultsOff = !faults;
  const track = (work: Promise<unknown>): void => {
    inTransit.add(work);
    void work.finally(() => inTransit.delete(work));
  };
  const listener = await listen(async (received, response) => {
    const request = faults && isAltered(received) ? withSmallerAmount(received) : received;
    if (request !== received) altered.add(String(received.headers["idempotency-key"]));
    const movesMoney = request.method === "POST" && !faultsOff;
    if (movesMoney && random.chance(probabilities.delayed)) {
      counts.delayed += 1;
      const waitMs = random.integer(delayMs.least, delayMs.most);
      track(sleep(waitMs).then(() => forward(target, request)));
      response.destroy();
      return;
    }
    if (movesMoney && random.chance(probabilities.duplicated)) {
      counts.duplicated += 1;
      track(sleep(random.integer(0, 500)).then(() => forward(target, request)));
    }
    sendBack(response, await forward(target, request));
  });
  return {
    ...listener,
    counts,
    altered,
    stopFaults: () => {
      faultsOff = true;
    },
    settled: async () => {
      await Promise.all(inTransit);
    },
  };
}

/** Decided by the idempotency key, so that all repeats of a request are treated alike. */
function isAltered({ method, url, headers }: HttpRequest): boolean {
  const key = headers["idempotency-key"];
  if (method !== "POST" || !url.endsWith("/charges") || typeof key !== "string") return false;
  return createHash("sha256").update(key).digest().readUInt16BE(0) < probabilities.altered * 2 ** 16;
}

/** A card charge of 60 % of the amount, as if the PSP approved only a part. */
function withSmallerAmount(request: HttpRequest): HttpRequest {
  const body = JSON.parse(request.body) as { amount: number; method: { type: string } };
  if (body.method.type !== "card") return request;
  return { ...request, body: JSON.stringify({ ...body, amount: Math.ceil(body.amount * 0.6) }) };
}

type PspResponse = { readonly status: number; readonly headers: Headers; readonly text: string };

/** The PSP's response, undefined if there is none. */
async function forward(
  target: string,
  { method, url, headers, body }: HttpRequest,
): Promise<PspResponse | undefined> {
  try {
    const response = await fetch(target + url, {
      method,
      headers: forwardedHeaders(headers),
      ...(body === "" ? {} : { body }),
      signal: AbortSignal.timeout(10_000),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return undefined;
  }
}

/** All headers but those of the connection, which fetch sets itself. */
function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const own = new Set(["host", "connection", "content-length", "keep-alive", "transfer-encoding"]);
  const entries = Object.entries(headers).filter(
    (entry): entry is [string, string] => !own.has(entry[0]) && typeof entry[1] === "string",
  );
  return Object.fromEntries(entries);
}

function sendBack(response: ServerResponse, answer: PspResponse | undefined): void {
  if (!answer) return void response.destroy();
  const own = new Set([
    "connection",
    "content-length",
    "keep-alive",
    "transfer-encoding",
    "content-encoding",
  ]);
  const headers = [...answer.headers].filter(([name]) => !own.has(name));
  response.writeHead(answer.status, Object.fromEntries(headers));
  response.end(answer.text);
}
