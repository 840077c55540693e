import type { IncomingMessage } from "node:http";
import { exchange } from "../../kernel/exchange.ts";
import { type GuardedAgents, isUsualPort } from "../../kernel/guarded-agent.ts";
import { type PictureType, pictureTypes, readPicture } from "../../kernel/image.ts";

/** A picture as it is sent to the customer. */
export type Picture = { readonly mediaType: PictureType; readonly content: Buffer };

export type FetchOptions = {
  /** They decide which addresses may be reached. */
  readonly agents: GuardedAgents;
  /** From the DNS look-up to the last byte, in milliseconds. */
  readonly deadlineMs: number;
};

export const pictureMaxBytes = 1024 * 1024;

/** A small file can decompress to more pixels than fit into the memory of a phone. */
const maxSidePx = 4096;

/**
 * Fetches a line item's picture, so that the customer's browser loads nothing from other origins. Undefined unless the
 * response is a complete PNG, JPEG or WebP within the limits of size and time. Follows no redirects.
 */
export async function fetchPicture(url: string, options: FetchOptions): Promise<Picture | undefined> {
  if (!isUsualPort(new URL(url).port)) return undefined;
  const content = await get(url, options);
  const facts = content && readPicture(content);
  if (!facts || Math.max(facts.width, facts.height) > maxSidePx) return undefined;
  return { mediaType: facts.mediaType, content };
}

/** The complete body of a 200 response, at most `pictureMaxBytes`. Never throws because of a response. */
async function get(url: string, options: FetchOptions): Promise<Buffer | undefined> {
  const { head, body, cut, failure } = await exchange(
    { method: "GET", url, headers },
    { ...options, answerMaxBytes: pictureMaxBytes, wanted: mayBePicture },
  );
  const isWhole = head !== undefined && mayBePicture(head) && !cut && failure === undefined;
  return isWhole ? body : undefined;
}

const mayBePicture = ({ statusCode, headers }: IncomingMessage): boolean =>
  statusCode === 200 && Number(headers["content-length"] ?? 0) <= pictureMaxBytes;

const headers = {
  accept: pictureTypes.join(", "),
  "accept-encoding": "identity",
  "user-agent": "Kassa-Pictures/1",
};
