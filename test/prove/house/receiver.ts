import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { amountFields } from "../judge/amount-fields.ts";
import type { Random } from "../random.ts";
import { type Heard, type Listener, listen } from "./http.ts";

/** What the merchants' server knows of an event. */
export type ReceivedEvent = {
  /** 200 was answered, and Kassa may know it. */
  accepted: boolean;
  arrivals: number;
  /** When it first arrived, in milliseconds since 1970. */
  readonly firstAtMs: number;
  readonly session: string | null;
  readonly sequence: number | null;
  readonly type: string;
  /** What its object tells of money; see amountFields. */
  readonly amounts: string;
  readonly digest: string;
};

/** The merchants' server: keeps a log of what arrived, and misbehaves by the seed until told to stop. */
export type Receiver = Listener & {
  /** By event id. */
  readonly log: ReadonlyMap<string, ReceivedEvent>;
  /** Events with a wrong signature, or whose bytes changed from one arrival to the next, in words. */
  readonly violations: string[];
  readonly counts: { arrivals: number; refused: number; slow: number; hungUp: number };
  /** An endpoint's address; its events have to be signed with the secret. */
  addressOf(name: string): string;
  setSecret(name: string, secret: string): void;
  calm(): void;
};

/** @param refusesOnce it takes each event at the second arrival at the latest: the third try comes only after minutes */
export async function startReceiver(
  random: Random,
  { faults, refusesOnce }: { faults: boolean; refusesOnce: boolean },
): Promise<Receiver> {
  const log = new Map<string, ReceivedEvent>();
  const violations: string[] = [];
  const secrets = new Map<string, string>();
  const counts = { arrivals: 0, refused: 0, slow: 0, hungUp: 0 };
  let calm = !faults;

  const listener = await listen(async (heard, response) => {
    counts.arrivals += 1;
    const event = readEvent(heard, secrets, violations);
    const known = event && remember(log, event, violations);
    const mustTake = calm || (refusesOnce && known !== undefined && known.arrivals > 1);
    const mood = mustTake ? "kind" : random.weighted({ kind: 88, refusing: 7, slow: 3, absent: 2 });
    if (mood === "refusing") {
      counts.refused += 1;
      return void response.writeHead(random.pick([500, 503, 404, 302])).end();
    }
    if (mood === "absent") {
      counts.hungUp += 1;
      return void response.destroy();
    }
    if (mood === "slow") {
      counts.slow += 1;
      await sleep(random.integer(500, 4_000));
    }
    accept(response, known);
  });
  return {
    ...listener,
    log,
    violations,
    counts,
    addressOf: (name) => `${listener.url}/${name}`,
    setSecret: (name, secret) => void secrets.set(name, secret),
    calm: () => {
      calm = true;
    },
  };
}

type Event = Pick<ReceivedEvent, "session" | "sequence" | "type" | "amounts" | "digest"> & {
  readonly id: string;
};

type Told = Omit<Event, "digest" | "amounts"> & {
  readonly data: { readonly object: Record<string, unknown> };
};

function readEvent(
  { url, headers, body }: Heard,
  secrets: ReadonlyMap<string, string>,
  violations: string[],
): Event | undefined {
  try {
    const secret = secrets.get(url.slice(1));
    if (secret === undefined) throw new Error(`nobody expects events at ${url}`);
    new Webhook(secret).verify(body, headers as Record<string, string>);
    const { id, session, sequence, type, data } = JSON.parse(body) as Told;
    if (id !== headers["webhook-id"]) throw new Error(`webhook-id isn't the event's id ${id}`);
    const digest = createHash("sha256").update(body).digest("base64url");
    return { id, session, sequence, type, amounts: amountFields(data.object), digest };
  } catch (error) {
    violations.push(`[8] a webhook that can't be trusted arrived: ${String(error)}`);
    return undefined;
  }
}

function remember(log: Map<string, ReceivedEvent>, event: Event, violations: string[]): ReceivedEvent {
  const { id, ...rest } = event;
  const known = log.get(id) ?? { accepted: false, arrivals: 0, firstAtMs: Date.now(), ...rest };
  known.arrivals += 1;
  log.set(id, known);
  if (known.digest !== event.digest) violations.push(`[8] event ${id} arrived with other bytes than before`);
  return known;
}

function accept(response: ServerResponse, known: ReceivedEvent | undefined): void {
  if (known) known.accepted = true;
  response.end("ok");
}
