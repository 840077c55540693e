import type { IncomingMessage } from "node:http";
import { exchange } from "../../kernel/exchange.ts";
import { type GuardedAgents, isUsualPort } from "../../kernel/guarded-agent.ts";
import { type PictureType, pictureTypes, readPicture } from "../../kernel/image.ts";

/** A picture as it is sent on. */
export type Picture = { readonly mediaType: PictureType; readonly content: Buffer };

export type FetchOptions = {
  /** For connecting; they decide which addresses may be reached. */
  readonly agents: GuardedAgents;
  /** From the first look-up to the last byte, in milliseconds. */
  readonly deadlineMs: number;
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
