import type { Client } from "pg";
import { connectAs } from "./connect-as.ts";
import type { ConnectionSettings } from "./database.ts";
import { type Committed, GroupCommit, type Prepared } from "./group-commit.ts";
import { CommitRefused } from "./transaction.ts";

/** PostgreSQL's word to a statement of a transaction that has already failed (25P02). */
const inFailedTransaction = "25P02";
/** Its word to a write where it only reads. */
const readOnly = "25006";

/** A lane's connection. A second batch may be on its way while PostgreSQL works on the first. */
export class LaneConnection {
  readonly #client: Client;
  readonly #answerWithinMs: number;
  /** Names of the statements that this connection has prepared. */
  readonly #prepared = new Set<string>();
  #underWay = 0;
  #alive = true;
  #cleanUp: Promise<unknown> = Promise.resolve();

  private constructor(client: Client, answerWithinMs: number) {
    this.#client = client;
    this.#answerWithinMs = answerWithinMs;
  }

  /** `ended` is called once, when a connection that was made is gone. */
  static async open(
    settings: ConnectionSettings,
    answerWithinMs: number,
    ended: () => void,
  ): Promise<LaneConnection> {
    const client = await connectAs(settings, "lane", answerWithinMs);
    const connection = new LaneConnection(client, answerWithinMs);
    client.once("end", () => {
      connection.#alive = false;
      ended();
    });
    return connection;
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** How many batches are on their way. */
  get underWay(): number {
    return this.#underWay;
  }

  /**
   * Runs the statement in a transaction of its own; returns how many rows went in once it is known to be committed. An
   * answer that doesn't come in time costs the connection: nothing else keeps later answers apart from late ones.
   */
  async insert(statement: Prepared, values: readonly string[]): Promise<number> {
    const overdue = setTimeout(() => this.#client.connection.stream.destroy(), this.#answerWithinMs);
    this.#underWay += 1;
    try {
      const { insertedRows, commitTag } = await this.#sendUntilHeard(statement, values);
      if (commitTag !== "COMMIT") throw new CommitRefused(`the lane's transaction ended with ${commitTag}`);
      return insertedRows;
    } catch (error) {
      // A standby: after a failover another server may be the primary.
      if (hasCode(error, readOnly)) this.#client.connection.stream.destroy();
      else await this.#leaveTransaction();
      throw error;
    } finally {
      this.#underWay -= 1;
      clearTimeout(overdue);
    }
  }

  /** A batch that came behind one that failed was swallowed by that one's transaction: nothing of it was written. */
  async #sendUntilHeard(statement: Prepared, values: readonly string[]): Promise<Committed> {
    for (;;) {
      try {
        return await this.#send(statement, values);
      } catch (error) {
        if (!hasCode(error, inFailedTransaction)) throw error;
        await this.#cleanUp;
      }
    }
  }

  #send(statement: Prepared, values: readonly string[]): Promise<Committed> {
    return new Promise((resolve, reject) => {
      const batch = new GroupCommit(statement, values, this.#prepared, (error, committed) =>
        committed ? resolve(committed) : reject(error ?? new CommitRefused("no answer")),
      );
      this.#client.query(batch);
      batch.sendAhead(this.#client.connection);
    });
  }

  /** The connection, unless it is gone, is in the failed transaction still, and what it has prepared isn't known. */
  #leaveTransaction(): Promise<unknown> {
    this.#prepared.clear();
    this.#cleanUp = this.#client.query("ROLLBACK; DEALLOCATE ALL").catch(() => {});
    return this.#cleanUp;
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {});
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
