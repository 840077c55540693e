import type { FastifyInstance, FastifyRequest } from "fastify";
import { type IdPrefix, type ParsedId, parseId } from "../kernel/id.ts";
import { problem } from "../kernel/problem.ts";
import type { ApiKeyCache } from "../tenants/api-key-cache.ts";
import type { FailureLimits } from "./failure-limits.ts";
import { ProblemError } from "./problem-reply.ts";

const foundAtMost = 20_000;

const tooManyUnknown = {
  ...problem("rate_limited", "Too many requests for pages that don't exist came from this address."),
  retryAfter: 1,
};

/**
 * Ids in addresses that anybody may open without a key. Unknown ones must not become anybody's way to keep the database
 * busy: ids of tenants that don't exist are known to be nothing without a look, and an address that asked for too many
 * unknown ones is refused for a while, except for ids that were found lately.
 */
export class PublicIds {
  readonly #tenants: Pick<ApiKeyCache, "knowsTenant">;
  readonly #failures: FailureLimits;
  readonly #found = new Set<string>();

  /** Requests that named an unknown id and are answered all the same. */
  readonly #unknown = new WeakSet<FastifyRequest>();

  constructor(tenants: Pick<ApiKeyCache, "knowsTenant">, failures: FailureLimits) {
    this.#tenants = tenants;
    this.#failures = failures;
  }

  /** What an id says about itself; undefined when it can't be that of anything here. */
  async parse(request: FastifyRequest, id: string, prefix: IdPrefix): Promise<ParsedId | undefined> {
    const parsed = parseId(id, prefix);
    if (!parsed || this.#found.has(id)) return parsed;
    const mayAsk = (): boolean => !this.#failures.isSpent(request.ip);
    return (await this.#tenants.knowsTenant(parsed.tenantId, mayAsk)) ? parsed : undefined;
  }

  /** Counts an unknown id that is answered otherwise than by 404. */
  noteUnknown(request: FastifyRequest): void {
    this.#failures.note(request.ip);
    this.#unknown.add(request);
  }

  /** Has the routes of `app` that name an `:id` refuse addresses with too many unknown ones, and count answers of 404. */
  guard(app: FastifyInstance): void {
    app.addHook("onRequest", (request, _reply, done) => {
      const id = idOf(request);
      const isRefused = id !== undefined && !this.#found.has(id) && this.#failures.isSpent(request.ip);
      done(isRefused ? new ProblemError(tooManyUnknown) : undefined);
    });
    app.addHook("onResponse", (request, reply, done) => {
      const id = idOf(request);
      if (id !== undefined && reply.statusCode === 404) this.#failures.note(request.ip);
      const isFound = reply.statusCode < 400 && !this.#unknown.has(request);
      if (id !== undefined && isFound) this.#remember(id);
      done();
    });
  }

  #remember(id: string): void {
    this.#found.delete(id);
    this.#found.add(id);
    if (this.#found.size <= foundAtMost) return;
    for (const oldest of this.#found) {
      this.#found.delete(oldest);
      return;
    }
  }
}

function idOf(request: FastifyRequest): string | undefined {
  return (request.params as { id?: string } | undefined)?.id;
}
