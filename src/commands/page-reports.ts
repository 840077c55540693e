import { listReports } from "../page-safety/reports/list-reports.ts";
import { withDatabase } from "./context.ts";
import { UsageFailure } from "./failure.ts";
import { type Line, print, table } from "./output.ts";

type Reports = Awaited<ReturnType<typeof listReports>>;

const mostDays = 90;

/** `kassa page reports`: Content Security Policy violations that browsers reported, those of extensions separately. */
export async function listPageReportsCommand(options: { days: string; json: boolean }): Promise<void> {
  const days = Number(options.days);
  if (!(Number.isInteger(days) && days >= 1 && days <= mostDays))
    throw new UsageFailure(`--days takes a whole number from 1 to ${mostDays}; reports are kept that long.`);
  await withDatabase(async ({ database }) => {
    const reports = await listReports(database, days);
    print(
      options.json,
      { object: "list", data: reports.map((report) => ({ object: "page.report", ...report })) },
      () => lines(reports, days),
    );
  });
}

function lines(reports: Reports, days: number): Line[] {
  const ofPage = reports.filter(({ source }) => source === "page");
  const ofBrowser = reports.filter(({ source }) => source === "browser");
  const span = days === 1 ? "today" : `in the last ${days} days`;
  return [
    ...(ofPage.length === 0
      ? [`No browser has reported a violation of the Content Security Policy ${span}.`]
      : tableOf(ofPage)),
    ...(ofBrowser.length === 0
      ? []
      : ["", "Caused by visitors' own extensions and tools, not by the pages:", ...tableOf(ofBrowser)]),
  ];
}

function tableOf(reports: Reports): Line[] {
  return table(
    ["page", "directive", "blocked", "times", "first", "last"],
    reports.map(({ page, directive, blocked, count, firstAt, lastAt }) => [
      page,
      directive,
      blocked,
      String(count),
      minute(firstAt),
      minute(lastAt),
    ]),
  );
}

/** To the minute, in UTC. */
const minute = (time: Date): string => `${time.toISOString().slice(0, 16).replace("T", " ")}Z`;
