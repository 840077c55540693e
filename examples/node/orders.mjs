import { DatabaseSync } from "node:sqlite";

/** Orders in a file that survives a restart. */
export class Orders {
  #db;

  constructor(file) {
    this.#db = new DatabaseSync(file);
    this.#db.exec(`
      CREATE TABLE IF NOT EXISTS orders (
        id TEXT PRIMARY KEY, state TEXT NOT NULL DEFAULT 'unpaid', sequence INTEGER NOT NULL DEFAULT 0);
      -- The primary key makes an order be fulfilled once.
      CREATE TABLE IF NOT EXISTS parcels (order_id TEXT PRIMARY KEY);
      -- The events that were applied.
      CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY);
    `);
  }

  /** Places an order. A form that is sent twice places one. */
  place(id) {
    this.#db.prepare("INSERT OR IGNORE INTO orders (id) VALUES (?)").run(id);
  }

  /** The order's state and number of parcels; undefined if there is no such order. */
  find(id) {
    return this.#db
      .prepare(
        "SELECT id, state, (SELECT count(*) FROM parcels WHERE order_id = orders.id) AS parcels FROM orders WHERE id = ?",
      )
      .get(id);
  }

  /**
   * Applies an event, all of it or nothing. An event may arrive more than once, and events may arrive in any order.
   * Returns whether the order is now to be fulfilled for the first time.
   */
  apply({ id, sequence }, order, state) {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      const isNew = this.#insert("INSERT OR IGNORE INTO events (id) VALUES (?)", id);
      if (isNew)
        this.#db
          .prepare("UPDATE orders SET state = ?, sequence = ? WHERE id = ? AND sequence < ?")
          .run(state, sequence, order, sequence);
      const fulfils =
        isNew &&
        state === "paid" &&
        this.find(order) !== undefined &&
        this.#insert("INSERT OR IGNORE INTO parcels (order_id) VALUES (?)", order);
      this.#db.exec("COMMIT");
      return fulfils;
    } catch (error) {
      this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  #insert(sql, value) {
    return this.#db.prepare(sql).run(value).changes === 1;
  }
}
