import assert from "node:assert/strict";
import type { CallResult, JsonBody, TestApp } from "../support/app.ts";

export const clocksPath = "/api/sandbox/clocks";
export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** A merchant's calls about sandbox clocks, over the API. */
export function clockCalls(kassa: () => TestApp) {
  async function makeClock(body: object = {}): Promise<JsonBody> {
    const answer = await kassa().call("POST", clocksPath, { body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  const askToAdvance = (
    id: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<CallResult> => kassa().call("POST", `${clocksPath}/${id}/advance`, { body, headers });

  /** Advances a clock, expects it to arrive before the response, and returns what ran. */
  async function advance(id: string, body: object): Promise<JsonBody> {
    const answer = await askToAdvance(id, body);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.clock.status, "ready", answer.text);
    return answer.body;
  }

  const get = async (path: string): Promise<JsonBody> => (await kassa().call("GET", path)).body;
  const eventsOf = async (session: string): Promise<JsonBody[]> =>
    (await get(`/api/events?session=${session}&limit=100`)).data.reverse();
  return { makeClock, askToAdvance, advance, get, eventsOf };
}

export const whats = (report: JsonBody): string[] => report.ran.map(({ what }: JsonBody) => what);
export const later = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString();
