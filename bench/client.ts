import http from "node:http";

/** An HTTP client with keep-alive connections, like a merchant's server. */
export type Client = {
  send(
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: string },
  ): Promise<Answer>;
  close(): void;
};
export type Answer = {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
};

export function openClient(url: string, connections: number): Client {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const send: Client["send"] = (method, path, { headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const request = http.request(url + path, { method, agent, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, location: response.headers.location, body: text }),
        );
        response.on("error", reject);
      });
      request.on("error", reject);
      request.end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** Returns the answer if it has the expected status. @throws otherwise: the benchmark would measure something else */
export function withStatus(expected: number, answer: Answer): Answer {
  if (answer.status === expected) return answer;
  throw new Error(`the answer's status was ${answer.status}, not ${expected}: ${answer.body.slice(0, 300)}`);
}

/** Does the work for each item, at most `width` at a time, and returns the results in the items' order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

/** Sends a request for each item and returns how many a second were answered. @throws if an answer has another status */
export async function ratePerSecond<Item>(
  items: readonly Item[],
  width: number,
  expected: number,
  work: (item: Item) => Promise<Answer>,
): Promise<{ perSecond: number; answers: Answer[] }> {
  const begun = performance.now();
  const answers = await inParallel(items, width, work);
  const perSecond = (items.length / (performance.now() - begun)) * 1_000;
  for (const answer of answers) withStatus(expected, answer);
  return { perSecond, answers };
}
