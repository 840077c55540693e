import type { UploadedFile } from "./request-body.ts";
import type { World } from "./world.ts";

/** An authenticated request to the API, for an operation to carry out. */
export type Call = {
  readonly world: World;
  /** The id in the path; empty where there is none. */
  readonly id: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Of a multipart body. */
  readonly files: readonly UploadedFile[];
  /** Whether the merchant asked for the whole object by `Prefer: return=representation`. */
  readonly wantsRepresentation: boolean;
};

/** What an operation answers with. */
export type Result = {
  readonly status: number;
  readonly body: object | null;
  /** The answer to a repetition with the same PayPal-Request-Id: the object as it is then. `body` if omitted. */
  readonly latest?: () => object;
};
