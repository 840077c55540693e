import type { World } from "./world.ts";

/** An authenticated request to the API, for an operation to carry out. */
export type Call = {
  readonly world: World;
  readonly livemode: boolean;
  readonly credential: "api_key" | "organization";
  /** The first id in the path; empty where there is none. */
  readonly id: string;
  /** The second id in the path. */
  readonly subId: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
};

/** What an operation answers with. */
export type Result = { readonly status: number; readonly body: object | null };
