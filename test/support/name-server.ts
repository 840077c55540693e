import dgram from "node:dgram";

/** A name server's answer: IPv4 addresses, no such name, a failure, or none at all. */
export type NameAnswer = readonly string[] | "unknown" | "failure" | "silence";

export type NameServer = {
  /** For `HostResolver`'s `servers`. */
  readonly address: string;
  /** The names of all type A queries in order, retransmissions included. */
  readonly queries: string[];
  close(): void;
};

const typeA = 1;
const codes = { unknown: 3, failure: 2 } as const;

/** A name server over UDP on this machine. It has no IPv6 addresses. */
export async function startNameServer(answer: (name: string) => NameAnswer): Promise<NameServer> {
  const socket = dgram.createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (packet, from) => {
    const { name, type, end } = readQuestion(packet);
    if (type === typeA) asked.push(name);
    const said = answer(name);
    if (said === "silence") return;
    socket.send(makeReply(packet.subarray(0, end), type, said), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { address: `127.0.0.1:${socket.address().port}`, queries: asked, close: () => socket.close() };
}

const headerBytes = 12;

function readQuestion(packet: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 };
}

function makeReply(question: Buffer, type: number, said: Exclude<NameAnswer, "silence">): Buffer {
  const addresses = typeof said === "string" || type !== typeA ? [] : said;
  const reply = Buffer.from(question);
  reply.writeUInt16BE(0x8180 | (typeof said === "string" ? codes[said] : 0), 2);
  reply.writeUInt16BE(addresses.length, 6);
  reply.writeUInt32BE(0, 8);
  // Each record: a pointer to the name in the question, type A, class IN, a TTL of a minute, four bytes.
  const records = addresses.map((address) =>
    Buffer.from([0xc0, headerBytes, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split(".").map(Number)]),
  );
  return Buffer.concat([reply, ...records]);
}
