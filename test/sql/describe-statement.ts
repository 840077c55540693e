import type { Client, Connection, Submittable } from "pg";
import { nextNumber } from "./evaluate-text.ts";

/** PostgreSQL's description of a statement that it has parsed but not executed. */
export type Description = {
  /** The types of `$1`, `$2`, …: their OIDs in pg_type. */
  readonly values: readonly number[];
  readonly columns: readonly DescribedColumn[];
};

export type DescribedColumn = {
  readonly name: string;
  readonly type: number;
  /** OID of the table and number of the column that it comes from; 0 and 0 if it is computed. */
  readonly tableID: number;
  readonly columnID: number;
};

type Field = { name: string; dataTypeID: number; tableID: number; columnID: number };

/** Replaces `$99` by the next free number; see evaluate-text.ts. */
export function numbered(text: string): string {
  const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => number);
  const others = numbers.filter((number) => number !== nextNumber).map(Number);
  return text.replaceAll(`$${nextNumber}`, `$${Math.max(0, ...others) + 1}`);
}

/** Has PostgreSQL parse and describe a statement. @throws DatabaseError if PostgreSQL refuses it */
export function describeStatement(client: Client, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    let values: number[] = [];
    let columns: DescribedColumn[] = [];
    const query = {
      submit(connection: Connection): void {
        connection.once("parameterDescription", (message: { dataTypeIDs: number[] }) => {
          values = message.dataTypeIDs;
        });
        connection.parse({ name: "", text: numbered(text), types: [] }, true);
        connection.describe({ type: "S", name: "" }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: Field[] }): void {
        columns = fields.map(({ dataTypeID, ...field }) => ({ ...field, type: dataTypeID }));
      },
      // No ReadyForQuery follows for a query that failed.
      handleError(error: Error, connection: Connection): void {
        connection.removeAllListeners("parameterDescription");
        reject(error);
      },
      handleReadyForQuery(connection: Connection): void {
        connection.removeAllListeners("parameterDescription");
        resolve({ values, columns });
      },
    };
    client.query(query as unknown as Submittable);
  });
}
