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
 * Ids in URLs that need no API key. Unknown ids must not load the database: an id of an unknown tenant is refused without a
 * query, and an address with too many unknown ids is refused for a while, except for ids that were found recently.
 */
export class PublicIds {
  readonly #tenants: Pick<ApiKeyCache, "knowsTenant">;
  readonly #failures: FailureLimits;
  readonly #found = new Set<string>();

  /** Requests with an unknown id that don't get a 404. */
  readonly #unknown = new WeakSet<FastifyRequest>();

  constructor(tenants: Pick<ApiKeyCache, "knowsTenant">, failures: FailureLimits) {
    this.#tenants = tenants;
    this.#failures = failures;
  }

  /** Parses an id; undefined if no object can have it. */
  async parse(request: FastifyRequest, id: string, prefix: IdPrefix): Promise<ParsedId | undefined> {
    const parsed = parseId(id, prefix);
    if (!parsed || this.#found.has(id)) return parsed;
    const mayAsk = (): boolean => !this.#failures.isSpent(request.ip);
    return (await this.#tenants.knowsTenant(parsed.tenantId, mayAsk)) ? parsed : undefined;
  }

  /** Counts an unknown id whose answer is not a 404. */
  noteUnknown(request: FastifyRequest): void {
    this.#failures.note(request.ip);
    this.#unknown.add(request);
  }

  /**
   * For an id in a query, which `guard` doesn't see.
   *
   * @throws ProblemError for an unknown id from an address that asked for too many
   */
  refuseTooManyUnknown(request: FastifyRequest, id: string): void {
    if (this.#isRefused(request, id)) throw new ProblemError(tooManyUnknown);
  }

  #isRefused = (request: FastifyRequest, id: string): boolean =>
    !this.#found.has(id) && this.#failures.isSpent(request.ip);

  /** Makes the `:id` routes of `app` count their 404 answers and refuse addresses with too many. */
  guard(app: FastifyInstance): void {
    app.addHook("onRequest", (request, _reply, done) => {
      const id = idOf(request);
      const isRefused = id !== undefined && this.#isRefused(request, id);
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
