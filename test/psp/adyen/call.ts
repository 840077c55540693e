import type { World } from "./world.ts";

/** A request to the API that the specification allows, for the operation to carry out. */
export type Call = {
  readonly world: World;
  /** The id in the path; empty where there is none. */
  readonly id: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | null;
};
