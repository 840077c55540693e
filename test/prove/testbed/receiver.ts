import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { amountFields } from "../judge/amount-fields.ts";
import type { Random } from "../random.ts";
import { type HttpListener, type HttpRequest, listen } from "./http-listener.ts";

/** The merchants' server's record of an event. */
export type ReceivedEvent = {
  /** Whether a delivery was answered 200; Kassa may not have received the response. */
  accepted: boolean;
  arrivals: number;
  /** When it first arrived; Unix ms. */
  readonly firstAtMs: number;
  readonly session: string | null;
  readonly sequence: number | null;
  readonly type: string;
  /** The amounts of its object; see amountFields. */
  readonly amounts: string;
  readonly digest: string;
};

/** The merchants' server. It logs each event, and until `stopFaults` it fails some deliveries, as the seed decides. */
export type Receiver = HttpListener & {
  /** By event id. */
  readonly log: ReadonlyMap<string, ReceivedEvent>;
  /** Describes each webhook with an invalid signature and each event whose bytes changed between deliveries. */
  readonly violations: string[];
  readonly counts: { arrivals: number; refused: number; slow: number; hungUp: number };
  /** The URL of a webhook endpoint. */
  urlOf(name: string): string;
  /** The secret that must have signed the endpoint's events. */
  setSecret(name: string, secret: string): void;
  stopFaults(): void;
};

/** @param refusesOnce accept every event at its second delivery, because the third attempt comes only after minutes */
export async function startReceiver(
  random: Random,
  { faults, refusesOnce }: { faults: boolean; refusesOnce: boolean },
): Promise<Receiver> {
  const log = new Map<string, ReceivedEvent>();
  const violations: string[] = [];
  const secrets = new Map<string, string>();
  const counts = { arrivals: 0, refused: 0, slow: 0, hungUp: 0 };
  let faultsOff = !faults;

  const listener = await listen(async (request, response) => {
    counts.arrivals += 1;
    const event = readEvent(request, secrets, violations);
    const known = event && remember(log, event, violations);
    const mustAccept = faultsOff || (refusesOnce && known !== undefined && known.arrivals > 1);
    const behaviour = mustAccept
      ? "accept"
      : random.weighted({ accept: 88, refuse: 7, acceptLate: 3, hangUp: 2 });
    if (behaviour === "refuse") {
      counts.refused += 1;
      return void response.writeHead(random.pick([500, 503, 404, 302])).end();
    }
    if (behaviour === "hangUp") {
      counts.hungUp += 1;
      return void response.destroy();
    }
    if (behaviour === "acceptLate") {
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
    urlOf: (name) => `${listener.url}/${name}`,
    setSecret: (name, secret) => void secrets.set(name, secret),
    stopFaults: () => {
      faultsOff = true;
    },
  };
}

type Event = Pick<ReceivedEvent, "session" | "sequence" | "type" | "amounts" | "digest"> & {
  readonly id: string;
};

type WebhookBody = Omit<Event, "digest" | "amounts"> & {
  readonly data: { readonly object: Record<string, unknown> };
};

function readEvent(
  { url, headers, body }: HttpRequest,
  secrets: ReadonlyMap<string, string>,
  violations: string[],
): Event | undefined {
  try {
    const secret = secrets.get(url.slice(1));
    if (secret === undefined) throw new Error(`there is no endpoint ${url}`);
    new Webhook(secret).verify(body, headers as Record<string, string>);
    const { id, session, sequence, type, data } = JSON.parse(body) as WebhookBody;
    if (id !== headers["webhook-id"]) throw new Error(`webhook-id isn't the event's id ${id}`);
    const digest = createHash("sha256").update(body).digest("base64url");
    return { id, session, sequence, type, amounts: amountFields(data.object), digest };
  } catch (error) {
    violations.push(`[8] a webhook failed its verification: ${String(error)}`);
    return undefined;
  }
}

function remember(log: Map<string, ReceivedEvent>, event: Event, violations: string[]): ReceivedEvent {
  const { id, ...rest } = event;
  const known = log.get(id) ?? { accepted: false, arrivals: 0, firstAtMs: Date.now(), ...rest };
  known.arrivals += 1;
  log.set(id, known);
  if (known.digest !== event.digest)
    violations.push(`[8] event ${id} was delivered with other bytes than before`);
  return known;
}

function accept(response: ServerResponse, known: ReceivedEvent | undefined): void {
  if (known) known.accepted = true;
  response.end("ok");
}
