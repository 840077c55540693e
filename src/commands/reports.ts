import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Mode } from "../kernel/mode.ts";
import { monthPattern } from "../settlements/periods/month.ts";
import { makeReport } from "../settlements/reports/make-report.ts";
import { type ReportFormat, type ReportName, reportFormats } from "../settlements/reports/report.ts";
import { callerFile } from "./caller-file.ts";
import { withDatabase } from "./context.ts";
import { CommandFailure, UsageFailure } from "./failure.ts";
import { pickTenant } from "./pick-tenant.ts";

type Options = {
  month?: string;
  from?: string;
  to?: string;
  out?: string;
  format?: ReportFormat;
  mode: Mode;
  tenant?: string;
};

/** `kassa reports`: the same files as `GET /api/reports/…`. */
export async function reportCommand(report: ReportName, options: Options): Promise<void> {
  const { out, mode, tenant, format = formatOf(out), ...range } = options;
  if (range.month !== undefined && !new RegExp(monthPattern).test(range.month))
    throw new UsageFailure("--month has to be like 2026-11.");
  await withDatabase(async ({ database }) => {
    const { tenantId } = await pickTenant(database, tenant);
    const file = await makeReport(database, { tenantId, mode }, report, { ...range, format });
    if (!file.ok) throw new CommandFailure(file.failure.detail);
    const content = Readable.from(file.value, { objectMode: false });
    if (out === undefined) await pipeline(content, process.stdout, { end: false });
    else await writeWhole(content, callerFile(out));
  });
}

/** By the end of the file's name; CSV if it has none of the formats. */
const formatOf = (out = ""): ReportFormat =>
  reportFormats.find((format) => path.extname(out).toLowerCase() === `.${format}`) ?? "csv";

/** Writes a file under another name first, so that a file with the given name is never a part of a report. */
async function writeWhole(content: Readable, file: string): Promise<void> {
  const partial = `${file}.partial`;
  try {
    await pipeline(content, createWriteStream(partial));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
