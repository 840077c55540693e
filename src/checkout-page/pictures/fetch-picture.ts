import dns from "node:dns";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { type GuardedAgents, isUsualPort, type Lookup } from "../../kernel/guarded-agent.ts";
import { type PictureType, pictureTypes, readPicture } from "../../kernel/image.ts";

/** A picture as it is sent on. */
export type Picture = { readonly mediaType: PictureType; readonly content: Buffer };

export type FetchOptions = {
  /** For connecting; they decide which addresses may be reached. */
  readonly agents: GuardedAgents;
  /** From the first look-up to the last byte, in milliseconds. */
  readonly deadlineMs: number;
  readonly lookup?: Lookup | undefined;
};

export const pictureMaxBytes = 1024 * 1024;

/** A small file can unfold into more pixels than a phone has memory for. */
const longestSide = 4096;

/**
 * Fetches a line item's picture for the customer, whose browser asks no other origin. Undefined for whatever isn't a
 * PNG, JPEG or WebP of a sensible size that arrives whole and in time: then there is no picture to show. Redirects are
 * not followed.
 */
export async function fetchPicture(url: string, options: FetchOptions): Promise<Picture | undefined> {
  if (!isUsualPort(new URL(url).port)) return undefined;
  const content = await get(url, options);
  const facts = content && readPicture(content);
  if (!facts || Math.max(facts.width, facts.height) > longestSide) return undefined;
  return { mediaType: facts.mediaType, content };
}

/** The whole body of a 200, at most `pictureMaxBytes`. Never throws for what the other side does. */
function get(
  url: string,
  { agents, deadlineMs, lookup = dns.lookup }: FetchOptions,
): Promise<Buffer | undefined> {
  return new Promise((settle) => {
    const secure = url.toLowerCase().startsWith("https:");
    const options = { headers, lookup, maxHeaderSize: 16 * 1024 };
    const request = secure
      ? https.get(url, { ...options, agent: agents.https })
      : http.get(url, { ...options, agent: agents.http });
    const finish = (content?: Buffer): void => {
      clearTimeout(deadline);
      settle(content);
      request.destroy();
    };
    const deadline = setTimeout(finish, deadlineMs);
    request.on("error", () => finish());
    request.on("close", () => finish());
    request.on("response", (answer) => collect(answer, finish));
  });
}

const headers = {
  accept: pictureTypes.join(", "),
  "accept-encoding": "identity",
  "user-agent": "Kassa-Pictures/1",
};

function collect(answer: IncomingMessage, finish: (content?: Buffer) => void): void {
  const announced = Number(answer.headers["content-length"] ?? 0);
  if (answer.statusCode !== 200 || announced > pictureMaxBytes) {
    finish();
    return;
  }
  const chunks: Buffer[] = [];
  let received = 0;
  answer.on("error", () => finish());
  answer.on("end", () => finish(Buffer.concat(chunks)));
  answer.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    if (received > pictureMaxBytes) finish();
  });
}
