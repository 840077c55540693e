import { DatabaseSync } from "node:sqlite";
import type { Cart } from "./cart.ts";

export type OrderState = "unpaid" | "processing" | "paid" | "failed" | "expired";

export type Order = {
  readonly id: string;
  readonly lines: readonly {
    readonly name: string;
    readonly quantity: number;
    readonly unitAmount: number;
  }[];
  readonly amount: number;
  readonly state: OrderState;
  /** When the parcel was ordered from the packing desk. */
  readonly fulfilledAt: string | null;
  readonly refundedAmount: number;
};

/** Orders in a file that survives a restart. Amounts are in cents. */
export class Orders {
  readonly #db: DatabaseSync;

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec(`
      CREATE TABLE IF NOT EXISTS orders (
        id TEXT PRIMARY KEY, lines TEXT NOT NULL, amount INTEGER NOT NULL,
        state TEXT NOT NULL DEFAULT 'unpaid', sequence INTEGER NOT NULL DEFAULT 0);
      -- One row for each order that is to be packed: the primary key makes it happen once.
      CREATE TABLE IF NOT EXISTS parcels (order_id TEXT PRIMARY KEY, created_at TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS refunds (
        id TEXT PRIMARY KEY, order_id TEXT NOT NULL, amount INTEGER NOT NULL,
        status TEXT NOT NULL, sequence INTEGER NOT NULL);
      -- The events that were processed.
      CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY);
    `);
  }

  /** Places an order. A form that is sent twice places one. */
  place(id: string, cart: Cart): Order {
    const lines = cart.lines.map(({ product: { name, unitAmount }, quantity }) => ({
      name,
      unitAmount,
      quantity,
    }));
    this.#db
      .prepare("INSERT OR IGNORE INTO orders (id, lines, amount) VALUES (?, ?, ?)")
      .run(id, JSON.stringify(lines), cart.amount);
    const order = this.find(id);
    if (!order) throw new Error("The order has gone.");
    return order;
  }

  find(id: string): Order | undefined {
    const row = this.#db
      .prepare(`
        SELECT orders.id, lines, orders.amount, state, parcels.created_at AS fulfilledAt,
          (SELECT coalesce(sum(refunds.amount), 0) FROM refunds WHERE refunds.order_id = orders.id AND status <> 'failed') AS refundedAmount
        FROM orders LEFT JOIN parcels ON parcels.order_id = orders.id WHERE orders.id = ?`)
      .get(id);
    if (!row) return undefined;
    return {
      id: String(row.id),
      lines: JSON.parse(String(row.lines)),
      amount: Number(row.amount),
      state: String(row.state) as OrderState,
      fulfilledAt: row.fulfilledAt === null ? null : String(row.fulfilledAt),
      refundedAmount: Number(row.refundedAmount),
    };
  }

  /** Runs `work` in a transaction, once for each event. @returns whether it ran */
  once(eventId: string, work: () => void): boolean {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      const { changes } = this.#db.prepare("INSERT OR IGNORE INTO events (id) VALUES (?)").run(eventId);
      if (changes === 1) work();
      this.#db.exec("COMMIT");
      return changes === 1;
    } catch (error) {
      this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  /** Events can arrive out of order: one with a lower sequence than the last one changes nothing. */
  setState(id: string, state: OrderState, sequence: number): void {
    this.#db
      .prepare("UPDATE orders SET state = ?, sequence = ? WHERE id = ? AND sequence < ?")
      .run(state, sequence, id, sequence);
  }

  /** Orders the parcel, unless that was done or all the money went back before. */
  fulfil(id: string): void {
    const order = this.find(id);
    if (!order || order.refundedAmount >= order.amount) return;
    this.#db
      .prepare("INSERT OR IGNORE INTO parcels (order_id, created_at) VALUES (?, ?)")
      .run(id, new Date().toISOString());
  }

  setRefund(refund: { id: string; orderId: string; amount: number; status: string }, sequence: number): void {
    const { id, orderId, amount, status } = refund;
    this.#db
      .prepare(`
        INSERT INTO refunds (id, order_id, amount, status, sequence) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET status = excluded.status, sequence = excluded.sequence
        WHERE excluded.sequence > refunds.sequence`)
      .run(id, orderId, amount, status, sequence);
  }

  /** The packing desk's list. */
  parcels(): string[] {
    return this.#db
      .prepare("SELECT order_id FROM parcels")
      .all()
      .map((row) => String(row.order_id));
  }

  close(): void {
    this.#db.close();
  }
}
