import type { Static, TSchema } from "typebox";
import { mode, nullable, objectType, oneOf, timestamp } from "../../kernel/fields.ts";
import { Type } from "../../kernel/type.ts";
import { monthPattern } from "../periods/month.ts";
import { type Column, columnsOf } from "./columns.ts";
import { type ReportName, reportFormats, reportNames, reports } from "./report.ts";

/** Schemas of the reports' requests and responses. */

const day = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
      maxLength: 10,
      "x-expects": "It has to be a day, as 2026-11-30.",
      description,
    }),
  );

export const ReportQuerySchema = Type.Object(
  {
    month: Type.Optional(
      Type.String({
        pattern: monthPattern,
        maxLength: 7,
        "x-expects": "It has to be a month, as 2026-11.",
        description: "A calendar month in UTC, as 2026-11. Instead of `from` and `to`.",
      }),
    ),
    from: day("The first day in UTC, as 2026-11-01."),
    to: day("The last day in UTC, as 2026-11-30; it is part of the report."),
    format: Type.Optional(oneOf(reportFormats, "`json` if it is left out.")),
  },
  { additionalProperties: false },
);
export type ReportQueryString = Static<typeof ReportQuerySchema>;

const fieldOf = (column: Column): TSchema => {
  const { type, means } = column;
  switch (type) {
    case "text":
      return column.isNullable ? nullable(Type.String(), means) : Type.String({ description: means });
    case "time":
      return timestamp(means);
    case "amount":
      return column.isNullable ? nullable(Type.Integer(), means) : Type.Integer({ description: means });
  }
};

/** The API's object of a report. */
export function reportSchema(report: ReportName): TSchema {
  const columns = columnsOf(report);
  const { title } = reports[report];
  const line = Type.Object(Object.fromEntries(columns.map((column) => [column.name, fieldOf(column)])), {
    additionalProperties: false,
    title: `${title}ReportLine`,
  });
  const sums = columns
    .filter(({ type }) => type === "amount")
    .map(({ name }) => [name, Type.Integer({ description: `The sum of \`${name}\`, in minor units.` })]);
  const total = Type.Object(
    {
      currency: Type.String({ description: "ISO 4217 code." }),
      lines: Type.Integer({ description: "The number of lines in this currency." }),
      ...Object.fromEntries(sums),
    },
    { additionalProperties: false, title: `${title}ReportTotal` },
  );
  return Type.Object(
    {
      object: objectType("report"),
      report: oneOf(reportNames, "Which report it is."),
      mode: mode(),
      from: timestamp("Its first moment."),
      before: timestamp("The first moment after it."),
      closed: Type.Boolean({
        description: "Whether all of it is in closed months, so that it doesn't change.",
      }),
      data: Type.Array(line, { description: "A line for each transaction of the ledger, oldest first." }),
      totals: Type.Array(total, { description: "The sums, by currency." }),
    },
    { additionalProperties: false, title: `${title}Report` },
  );
}
