import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import { type Heard, type Listener, listen } from "./http.ts";

/**
 * The network between Kassa and the PSP. It brings a request twice, or when nobody waits for it any more: after Kassa has
 * asked about it and was told that the PSP has never heard of it.
 */
export type PspRelay = Listener & {
  readonly counts: { belated: number; doubled: number };
  /** Idempotency keys of the charges that were made of less than Kassa had asked for. */
  readonly altered: ReadonlySet<string>;
  calm(): void;
  /** Resolves when no request is on its way any more. */
  settled(): Promise<void>;
};

const shares = { belated: 0.01, doubled: 0.02, altered: 0.03 } as const;
/** Kassa gives up a call after 0.5 s here, and an attempt that the PSP doesn't know 5 s later. */
const belatedMs = { least: 4_000, most: 9_000 } as const;

/** @param target origin of the simulated PSP */
export async function startPspRelay(random: Random, target: string, faults: boolean): Promise<PspRelay> {
  const counts = { belated: 0, doubled: 0 };
  const altered = new Set<string>();
  const onTheirWay = new Set<Promise<unknown>>();
  let calm = !faults;
  const later = (work: Promise<unknown>): void => {
    onTheirWay.add(work);
    void work.finally(() => onTheirWay.delete(work));
  };
  const listener = await listen(async (asked, response) => {
    const heard = faults && isAltered(asked) ? withLess(asked) : asked;
    if (heard !== asked) altered.add(String(asked.headers["idempotency-key"]));
    const movesMoney = heard.method === "POST" && !calm;
    if (movesMoney && random.chance(shares.belated)) {
      counts.belated += 1;
      const waitMs = random.integer(belatedMs.least, belatedMs.most);
      later(sleep(waitMs).then(() => ask(target, heard)));
      response.destroy();
      return;
    }
    if (movesMoney && random.chance(shares.doubled)) {
      counts.doubled += 1;
      later(sleep(random.integer(0, 500)).then(() => ask(target, heard)));
    }
    passBack(response, await ask(target, heard));
  });
  return {
    ...listener,
    counts,
    altered,
    calm: () => {
      calm = true;
    },
    settled: async () => {
      await Promise.all(onTheirWay);
    },
  };
}

/** The same for each repeat of a request: its key decides. */
function isAltered({ method, url, headers }: Heard): boolean {
  const key = headers["idempotency-key"];
  if (method !== "POST" || !url.endsWith("/charges") || typeof key !== "string") return false;
  return createHash("sha256").update(key).digest().readUInt16BE(0) < shares.altered * 2 ** 16;
}

/** A charge of a smaller amount than Kassa asked for, as if the PSP approved only a part. */
function withLess(heard: Heard): Heard {
  const body = JSON.parse(heard.body) as { amount: number; method: { type: string } };
  if (body.method.type !== "card") return heard;
  return { ...heard, body: JSON.stringify({ ...body, amount: Math.ceil(body.amount * 0.6) }) };
}

type Said = { readonly status: number; readonly headers: Headers; readonly text: string };

/** What the PSP answers; undefined when it doesn't. */
async function ask(target: string, { method, url, headers, body }: Heard): Promise<Said | undefined> {
  try {
    const response = await fetch(target + url, {
      method,
      headers: passedHeaders(headers),
      ...(body === "" ? {} : { body }),
      signal: AbortSignal.timeout(10_000),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return undefined;
  }
}

/** All but those of the connection, which are fetch's own. */
function passedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const own = new Set(["host", "connection", "content-length", "keep-alive", "transfer-encoding"]);
  const entries = Object.entries(headers).filter(
    (entry): entry is [string, string] => !own.has(entry[0]) && typeof entry[1] === "string",
  );
  return Object.fromEntries(entries);
}

function passBack(response: ServerResponse, said: Said | undefined): void {
  if (!said) return void response.destroy();
  const type = said.headers.get("content-type");
  const retryAfter = said.headers.get("retry-after");
  response.writeHead(said.status, {
    ...(type === null ? {} : { "content-type": type }),
    ...(retryAfter === null ? {} : { "retry-after": retryAfter }),
  });
  response.end(said.text);
}
