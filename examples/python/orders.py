"""Orders in an SQLite file that survives a restart."""

import sqlite3
from contextlib import closing

TABLES = """
CREATE TABLE IF NOT EXISTS orders (
  id TEXT PRIMARY KEY, state TEXT NOT NULL DEFAULT 'unpaid', sequence INTEGER NOT NULL DEFAULT 0);
-- The primary key makes an order be fulfilled once.
CREATE TABLE IF NOT EXISTS parcels (order_id TEXT PRIMARY KEY);
-- The events that were applied.
CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY);
"""


class Orders:
    """Each call opens the file anew, because each request has a thread of its own."""

    def __init__(self, file):
        self._file = file
        with closing(self._open()) as db:
            db.executescript(TABLES)

    def _open(self):
        return sqlite3.connect(self._file, timeout=10, isolation_level=None)

    def place(self, order):
        """Places an order. A form that is sent twice places one."""
        with closing(self._open()) as db:
            db.execute("INSERT OR IGNORE INTO orders (id) VALUES (?)", [order])

    def find(self, order):
        """The order's state and number of parcels; None if there is no such order."""
        with closing(self._open()) as db:
            return db.execute(
                "SELECT state, (SELECT count(*) FROM parcels WHERE order_id = orders.id) FROM orders WHERE id = ?",
                [order],
            ).fetchone()

    def apply(self, event, order, state):
        """Applies an event, all of it or nothing. An event may arrive more than once, and events may arrive in any
        order. Returns whether the order is now to be fulfilled for the first time."""
        with closing(self._open()) as db:
            db.execute("BEGIN IMMEDIATE")
            fulfils = self._apply(db, event, order, state)
            db.execute("COMMIT")
            return fulfils

    @staticmethod
    def _apply(db, event, order, state):
        if db.execute("INSERT OR IGNORE INTO events (id) VALUES (?)", [event["id"]]).rowcount == 0:
            return False
        sequence = event["sequence"]
        db.execute(
            "UPDATE orders SET state = ?, sequence = ? WHERE id = ? AND sequence < ?",
            [state, sequence, order, sequence],
        )
        if state != "paid" or db.execute("SELECT 1 FROM orders WHERE id = ?", [order]).fetchone() is None:
            return False
        return db.execute("INSERT OR IGNORE INTO parcels (order_id) VALUES (?)", [order]).rowcount == 1
