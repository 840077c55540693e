import { Histogram } from "../kernel/counter.ts";
import type { ConnectionSettings } from "./database.ts";
import { noteDatabaseError, noteRowsWritten } from "./disk-full.ts";
import { LaneConnection } from "./lane-connection.ts";

/**
 * A lane collects the rows that the requests of one turn of the event loop want to insert, and writes them with one
 * statement and one commit. Every caller waits for that commit; none is told of success before it. Under load this makes
 * one fsync serve dozens of requests; an idle server answers a lone request as fast as a plain insert would.
 *
 * A statement for rows with keys of the callers' own must end with ON CONFLICT DO NOTHING. Its tag says how many rows went
 * in: as many as were sent means all of them; fewer means that some key existed already, and each caller whose row has
 * such a key has to look it up.
 */
export type LaneOutcome = "inserted" | "some_row_existed";

export type LaneStatement<Row> = (rows: readonly Row[]) => {
  /** Name of the prepared statement. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly string[];
};

/**
 * How a lane writes to a distributed PostgreSQL: rows of one shard make a batch, which one node commits; a batch of mixed shards takes
 * seven times as long. The nodes work at the same time, so there is more than one connection.
 */
export type LaneSpread<Row> = {
  readonly connections: number;
  readonly statement: LaneStatement<Row>;
  /** Rows of one group share a batch. */
  groupOf(row: Row): unknown;
};

/** The rows could not be written, or it isn't known whether they were: the caller answers 503. */
export class LaneUnavailable extends Error {
  override name = "LaneUnavailable";
}

type Waiting<Row> = {
  row: Row;
  since: number;
  resolve: (outcome: LaneOutcome) => void;
  reject: (error: Error) => void;
};

/** In milliseconds. */
export type LaneLimits = {
  /** How long PostgreSQL may take to connect, or for a batch, before its connection is given up; 10 s unless given. */
  readonly answerWithinMs?: number;
  /** How long a row waits to be sent before it is refused; 1.5 s unless given. */
  readonly waitAtMostMs?: number;
};

const lookAgainMs = 50;
const rowsAtMost = 500;
/**
 * How many rows have to wait to be sent while a batch is on its way. PostgreSQL then finds its next work waiting. Each
 * batch has its price, so a few rows had better wait for more.
 */
const worthSendingAhead = 8;
const reconnectEveryMs = 250;

export class Lane<Row> {
  readonly #settings: ConnectionSettings;
  readonly #statement: LaneStatement<Row>;
  readonly #readSpread: () => Promise<LaneSpread<Row> | undefined>;
  #spread: LaneSpread<Row> | undefined;
  readonly #answerWithinMs: number;
  readonly #waitAtMostMs: number;
  readonly #connections = new Set<LaneConnection>();
  #waiting: Waiting<Row>[] = [];
  #turnScheduled = false;
  #nextLook: NodeJS.Timeout | undefined;
  #closed = false;
  #rowsInserted = 0;
  /** How many rows shared one statement and one commit. */
  readonly batches = new Histogram([1, 2, 4, 8, 16, 32, 64, 128, 256]);

  /** @param readSpread is asked once, when the lane is opened; undefined in one PostgreSQL */
  constructor(
    settings: ConnectionSettings,
    statement: LaneStatement<Row>,
    limits: LaneLimits = {},
    readSpread: () => Promise<LaneSpread<Row> | undefined> = async () => undefined,
  ) {
    this.#settings = settings;
    this.#statement = statement;
    this.#readSpread = readSpread;
    this.#answerWithinMs = limits.answerWithinMs ?? 10_000;
    this.#waitAtMostMs = limits.waitAtMostMs ?? 1_500;
  }

  /** Whether rows can be written. */
  get connected(): boolean {
    return this.#connections.size > 0;
  }

  /** Rows that wait to be sent. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** For how long the first of them has been waiting; 0 when none is. */
  get oldestWaitMs(): number {
    const [first] = this.#waiting;
    return first === undefined ? 0 : performance.now() - first.since;
  }

  /** Rows that went in, since the process began. */
  get rowsInserted(): number {
    return this.#rowsInserted;
  }

  /**
   * Connects, once: what two connections could do at the same time, one does with two batches in a row, for less; see
   * docs/contributing/performance.md.
   */
  async open(): Promise<void> {
    this.#spread = await this.#readSpread();
    const connections = this.#spread?.connections ?? 1;
    await Promise.all(Array.from({ length: connections }, () => this.#connect()));
  }

  /** Inserts one row together with all others of this turn; resolves when it is durable. */
  put(row: Row): Promise<LaneOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, since: performance.now(), resolve, reject });
      if (this.#turnScheduled) return;
      this.#turnScheduled = true;
      setImmediate(() => {
        this.#turnScheduled = false;
        this.#flush();
      });
    });
  }

  /** Writes what waits and closes the connection. */
  async close(): Promise<void> {
    while (this.#waiting.length > 0 && this.connected) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    this.#closed = true;
    await Promise.all([...this.#connections].map((connection) => connection.close()));
  }

  #flush(): void {
    this.#refuseTheOverdue();
    for (const connection of this.#connections)
      while (connection.alive && this.#mayLeave(connection)) void this.#write(connection, this.#takeBatch());
    if (this.#waiting.length > 0) this.#lookAgain();
  }

  /** The rows that wait longest, in a distributed PostgreSQL those of them that lie in one shard. */
  #takeBatch(): Waiting<Row>[] {
    const spread = this.#spread;
    const [first] = this.#waiting;
    if (spread === undefined || first === undefined) return this.#waiting.splice(0, rowsAtMost);
    const group = spread.groupOf(first.row);
    const batch: Waiting<Row>[] = [];
    this.#waiting = this.#waiting.filter((entry) => {
      if (batch.length === rowsAtMost || spread.groupOf(entry.row) !== group) return true;
      batch.push(entry);
      return false;
    });
    return batch;
  }

  #mayLeave({ underWay }: LaneConnection): boolean {
    const worthIt = [1, worthSendingAhead][underWay];
    return worthIt !== undefined && this.#waiting.length >= worthIt;
  }

  /** The batch that is done next flushes; should none be, or the connection be gone, the rows become overdue. */
  #lookAgain(): void {
    this.#nextLook ??= setTimeout(() => {
      this.#nextLook = undefined;
      this.#flush();
    }, lookAgainMs);
  }

  #refuseTheOverdue(): void {
    const now = performance.now();
    const overdue = this.#waiting.findIndex(({ since }) => now - since <= this.#waitAtMostMs);
    const count = overdue === -1 ? this.#waiting.length : overdue;
    for (const { reject } of this.#waiting.splice(0, count)) {
      reject(new LaneUnavailable(`no database connection was free within ${this.#waitAtMostMs} ms`));
    }
  }

  /**
   * Writes a batch and answers its callers. The next batch leaves first: a batch's answers keep this process busy for
   * longer than PostgreSQL needs for a batch, which would otherwise stand idle meanwhile.
   */
  async #write(connection: LaneConnection, batch: Waiting<Row>[]): Promise<void> {
    const answer = await this.#insert(connection, batch).then(
      (inserted) => this.#accepted(batch, inserted),
      (error: unknown) => this.#refused(connection, batch, error),
    );
    this.#flush();
    answer();
  }

  #accepted(batch: Waiting<Row>[], inserted: number): () => void {
    this.batches.observe(batch.length);
    this.#rowsInserted += inserted;
    if (inserted > 0) noteRowsWritten();
    const outcome = inserted === batch.length ? "inserted" : "some_row_existed";
    return () => {
      for (const { resolve } of batch) resolve(outcome);
    };
  }

  /** One row that the database refuses must not fail its neighbours, nor can single rows wait in a ring: each goes alone. */
  async #refused(connection: LaneConnection, batch: Waiting<Row>[], error: unknown): Promise<() => void> {
    const alone = (isDataError(error) || isDeadlock(error)) && batch.length > 1;
    if (!alone) {
      return () => {
        for (const { reject } of batch) reject(asUnavailable(error));
      };
    }
    const answers: (() => void)[] = [];
    for (const entry of batch) {
      const answer = await this.#insert(connection, [entry]).then(
        (inserted) => this.#accepted([entry], inserted),
        (cause: unknown) => () => entry.reject(asUnavailable(cause)),
      );
      answers.push(answer);
    }
    return () => {
      for (const answer of answers) answer();
    };
  }

  /** Writes the rows in one transaction; returns how many went in once it is known to be committed. */
  #insert(connection: LaneConnection, batch: Waiting<Row>[]): Promise<number> {
    const write = this.#spread?.statement ?? this.#statement;
    const { values, ...statement } = write(batch.map(({ row }) => row));
    return connection.insert(statement, values);
  }

  async #connect(): Promise<void> {
    const connection = await LaneConnection.open(this.#settings, this.#answerWithinMs, () => {
      this.#connections.delete(connection);
      if (!this.#closed) this.#reconnect();
    });
    // The lane may have been closed meanwhile.
    if (this.#closed) await connection.close();
    else this.#connections.add(connection);
  }

  #reconnect(): void {
    setTimeout(() => {
      if (this.#closed) return;
      this.#connect().then(
        () => this.#flush(),
        () => this.#reconnect(),
      );
    }, reconnectEveryMs);
  }
}

/** Classes 22 and 23: a value that doesn't fit. Nothing of the batch was written. */
function isDataError(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
}

/** Two processes' batches had keys in common and waited for each other; nothing of this one was written. */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "40P01";
}

function asUnavailable(error: unknown): Error {
  noteDatabaseError(error);
  if (isDataError(error)) return error as Error;
  return new LaneUnavailable("the database did not confirm the commit", { cause: error });
}
