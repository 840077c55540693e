import type { Static } from "typebox";
import { mode, nullable, objectType, oneOf, pageFields, pageOf, timestamp } from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { PaymentFiltersSchema } from "../payments/schemas.ts";
import { columnNames, defaultColumnNames } from "./columns.ts";
import { exportFormats, exportStatuses, failureReasons } from "./export.ts";

/** Schemas of the exports' requests and responses. */

const resource = () =>
  Type.Literal("payments", { description: "What is exported.", "x-expects": "It has to be payments." });

const alternatives = columnNames.map((name) => name.replaceAll(".", "\\.")).join("|");
const columnName = Type.String({
  maxLength: 80,
  pattern: `^(?:${alternatives}|metadata\\.[\\s\\S]{1,40}|collected\\.customFields\\.[A-Za-z0-9_-]{1,40})$`,
  "x-expects": `It has to be ${columnNames.join(", ")}, or metadata. or collected.customFields. and a key of at most 40 characters.`,
});

export const CreateExportSchema = Type.Object(
  {
    resource: resource(),
    format: oneOf(
      exportFormats,
      "The format of the file. After 1,048,575 payments, `xlsx` continues in another sheet.",
    ),
    filters: Type.Optional(PaymentFiltersSchema),
    columns: Type.Optional(
      Type.Array(columnName, {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        "x-expects": "It has to be 1 to 50 different names of columns.",
        description: `The columns, in order: ${columnNames.join(", ")}, or \`metadata.\` and a key of your metadata, or \`collected.customFields.\` and the key of a custom field. Those of \`collected\` also need the scope \`checkout_sessions:read\`. Default: ${defaultColumnNames.join(", ")}.`,
      }),
    ),
  },
  { additionalProperties: false },
);
export type CreateExportBody = Static<typeof CreateExportSchema>;

export const ListExportsSchema = Type.Object(pageFields("export", "exports"), {
  additionalProperties: false,
});
export type ListExportsQuery = Static<typeof ListExportsSchema>;

export const ExportSchema = Type.Object(
  {
    object: objectType("export"),
    id: Type.String({ description: "Begins with exp_live_ or exp_sandbox_." }),
    mode: mode(),
    resource: resource(),
    format: oneOf(exportFormats, "The format of the file."),
    filters: PaymentFiltersSchema,
    columns: Type.Array(Type.String(), { description: "The columns of the file, in order." }),
    status: oneOf(
      exportStatuses,
      "`completed`: the content can be downloaded. A `running` export continues automatically, even after a crash.",
    ),
    failureReason: nullable(
      oneOf(failureReasons),
      "Why it failed. `too_large`: the sheets of an XLSX file would exceed 4 GB; as CSV there is no limit.",
    ),
    rows: Type.Integer({ minimum: 0, description: "The number of payments stored so far." }),
    reachedAt: nullable(
      timestamp(),
      "The creation time of the last of these payments. Newer payments come first, so in a range of days it shows the progress of the export.",
    ),
    createdAt: timestamp("When the export was requested."),
    completedAt: nullable(timestamp(), "When all rows were stored."),
    expiresAt: timestamp("When the export is deleted."),
  },
  { additionalProperties: false, title: "Export" },
);
export const ExportListSchema = pageOf(ExportSchema, "ExportList");

export const DeletedExportSchema = Type.Object(
  {
    object: objectType("export"),
    id: Type.String({ description: "The id of the deleted export." }),
    deleted: Type.Literal(true, { description: "Always true." }),
  },
  { additionalProperties: false, title: "DeletedExport" },
);
