import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import http from "node:http";
import { until } from "../../../test/support/until.ts";
import type { PeopleApp } from "../test-support.ts";

/** A stream of events, as a browser reads it. */
export type OpenStream = {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The ids of the events that came. */
  readonly ids: string[];
  /** The names of the hints that came, such as ready. */
  readonly hints: string[];
  /** What came, as text. */
  readonly text: () => string;
  readonly isOver: () => boolean;
  pause(): void;
  resume(): void;
  close(): void;
};

export type StreamRequest = {
  readonly query: Record<string, string>;
  readonly cookie: string;
  readonly headers?: Record<string, string>;
};

const agent = new http.Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/** Opens a stream; resolves with its first bytes, or with the refusal. */
export function openStream(origin: string, { query, cookie, headers }: StreamRequest): Promise<OpenStream> {
  const url = `${origin}/dashboard/api/events/stream?${new URLSearchParams(query)}`;
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { cookie, ...headers } }, (answer) => {
      const [ids, hints]: [string[], string[]] = [[], []];
      let text = "";
      let isOver = false;
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        ids.push(...Array.from(chunk.matchAll(/^id: (.+)$/gm), ([, id = ""]) => id));
        hints.push(...Array.from(chunk.matchAll(/^event: (.+)$/gm), ([, hint = ""]) => hint));
      });
      answer.on("close", () => {
        isOver = true;
      });
      answer.on("error", () => {});
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        ids,
        hints,
        text: () => text,
        isOver: () => isOver,
        pause: () => void answer.pause(),
        resume: () => void answer.resume(),
        close: () => request.destroy(),
      });
    });
    request.on("error", reject);
  });
}

export const isReady = (stream: OpenStream): Promise<unknown> =>
  until(async () => stream.hints.includes("ready"), "the stream");

/** Signs people in who work for a tenant, without asking them. Returns their cookies. */
export async function signInMany(kassa: PeopleApp, tenantId: number, count: number): Promise<string[]> {
  const name = (at: number) => `viewer_${tenantId}_${at}`;
  const rows = Array.from({ length: count }, (_, at) => name(at));
  await kassa.db.sql(
    `WITH people AS (
       INSERT INTO staff.people (id, name, email, email_verified)
       SELECT lower(id), id, lower(id) || '@shop.example', true FROM unnest($1::text[]) AS id RETURNING id
     ), members AS (
       INSERT INTO staff.memberships (tenant_id, person_id, role) SELECT $2, id, 'read_only' FROM people
     )
     INSERT INTO staff.sessions (id, token, user_id, expires_at)
     SELECT 'signin_' || id, 'token_' || id, id, now() + interval '1 hour' FROM people`,
    [rows, tenantId],
  );
  const secret = kassa.keyring.keyFor("people").toString("hex");
  return rows.map((id) => {
    const token = `token_${id}`;
    const signature = createHmac("sha256", secret).update(token).digest("base64");
    return `kassa.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  });
}

export function assertOnce(ids: readonly string[], id: string): void {
  assert.equal(ids.filter((each) => each === id).length, 1, `${id} in ${ids.join(", ")}`);
}
