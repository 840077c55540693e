import net from "node:net";
import type { Stream, Streamed } from "./open-loop.ts";

/**
 * A load generator that uses little CPU: it writes the request once, uses plain sockets, and reads only the status and length of
 * an answer. Node's own HTTP client uses as much CPU as the server.
 */
process.once("message", (stream: Stream) => {
  run(stream).then(
    (streamed) => process.send?.(streamed),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

/** How long to wait for answers after the end. If some are still missing then, the run fails. */
const answeredWithinMs = 15_000;

async function run(stream: Stream): Promise<Streamed> {
  const found = {
    servedMs: [] as number[],
    refusedMs: [] as number[],
    refusedSinceSentMs: [] as number[],
    sentLateMs: [] as number[],
  };
  const idle: Connection[] = [];
  const due: number[] = [];
  const request = textOf(stream);
  const begunAt = { ms: 0 };
  const endsAt = (): number => begunAt.ms + stream.seconds * 1_000;
  let open = 0;
  let failure: unknown;
  const send = (connection: Connection, dueMs: number): void => {
    found.sentLateMs.push(performance.now() - dueMs);
    open += 1;
    connection.send(request, dueMs);
  };
  const answered = (connection: Connection, dueMs: number, status: number, answer: string): void => {
    const nowMs = performance.now();
    open -= 1;
    if (status === 200 && answer.includes(stream.served)) found.servedMs.push(nowMs - dueMs);
    else if (status === 503 && /^retry-after: [1-9]/im.test(answer)) {
      found.refusedMs.push(nowMs - dueMs);
      found.refusedSinceSentMs.push(nowMs - connection.sentAtMs);
    } else failure ??= new Error(`a request was answered ${status}: ${answer.slice(0, 1_000)}`);
    const next = stream.perSecond === "as answered" ? (nowMs < endsAt() ? nowMs : undefined) : due.shift();
    if (next === undefined) idle.push(connection);
    else send(connection, next);
  };
  const connections = await connect(stream, answered, (error) => {
    failure ??= error;
  });
  idle.push(...connections);
  process.send?.("connected");
  begunAt.ms = performance.now();
  let offered = 0;
  const offer = (): void => {
    const elapsedMs = Math.min(performance.now(), endsAt()) - begunAt.ms;
    if (stream.perSecond === "as answered") return;
    for (; offered < (elapsedMs / 1_000) * stream.perSecond; offered += 1) {
      const dueMs = begunAt.ms + (offered / stream.perSecond) * 1_000;
      const connection = idle.pop();
      if (connection) send(connection, dueMs);
      else due.push(dueMs);
    }
  };
  if (stream.perSecond === "as answered") for (const one of idle.splice(0)) send(one, performance.now());
  while (performance.now() < endsAt() && failure === undefined) {
    offer();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  offer();
  const unsent = due.splice(0).length;
  const inTime = { served: found.servedMs.length, refused: found.refusedMs.length };
  const giveUpAt = performance.now() + answeredWithinMs;
  while ((open > 0 || due.length > 0) && failure === undefined) {
    if (performance.now() > giveUpAt)
      failure = new Error(`${open + due.length} requests were never answered`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  for (const connection of connections) connection.close();
  if (failure !== undefined) throw failure;
  return {
    ...found,
    sentPerSecond: found.sentLateMs.length / stream.seconds,
    unsentPerSecond: unsent / stream.seconds,
    servedPerSecond: inTime.served / stream.seconds,
    refusedPerSecond: inTime.refused / stream.seconds,
  };
}

function textOf({ url, method, path, headers, body }: Stream): string {
  const lines = Object.entries({
    host: new URL(url).host,
    ...headers,
    ...(method === "POST" ? { "content-length": String(Buffer.byteLength(body)) } : {}),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

type Answered = (connection: Connection, dueMs: number, status: number, answer: string) => void;

async function connect(
  { url, connections }: Stream,
  answered: Answered,
  failed: (error: Error) => void,
): Promise<Connection[]> {
  const { hostname: host, port } = new URL(url);
  return Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<Connection>((resolve, reject) => {
          const socket = net.connect({ host, port: Number(port), noDelay: true });
          socket.once("error", reject);
          socket.once("connect", () => {
            socket.off("error", reject);
            resolve(new Connection(socket, answered, failed));
          });
        }),
    ),
  );
}

/** Parses one answer after another. Each must have a Content-Length. */
class Connection {
  readonly #socket: net.Socket;
  #dueMs = 0;
  sentAtMs = 0;
  #text = "";

  constructor(socket: net.Socket, answered: Answered, failed: (error: Error) => void) {
    this.#socket = socket;
    socket.setEncoding("latin1");
    socket.on("error", failed);
    socket.on("end", () => failed(new Error("the server closed a connection")));
    socket.on("data", (chunk: string) => {
      this.#text += chunk;
      const headEnd = this.#text.indexOf("\r\n\r\n");
      if (headEnd === -1) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#text)?.[1];
      if (length === undefined)
        failed(new Error(`an answer has no Content-Length: ${this.#text.slice(0, headEnd)}`));
      if (this.#text.length < headEnd + 4 + Number(length)) return;
      const answer = this.#text;
      this.#text = "";
      answered(this, this.#dueMs, Number(answer.slice(9, 12)), answer);
    });
  }

  send(request: string, dueMs: number): void {
    this.#dueMs = dueMs;
    this.sentAtMs = performance.now();
    this.#socket.write(request, "latin1");
  }

  close(): void {
    this.#socket.destroy();
  }
}
