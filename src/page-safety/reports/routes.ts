import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendProblem } from "../../http/problem-reply.ts";
import type { Clock } from "../../kernel/clock.ts";
import { pageReportsPath, type ReportedPage, reportedPages } from "../../kernel/page-headers.ts";
import { problem } from "../../kernel/problem.ts";
import { parseStrictJson } from "../../kernel/strict-json.ts";
import { networkOf } from "../../tenants/networks.ts";
import { readViolations } from "./read-violations.ts";
import { pageReports, type ReportCounts } from "./report-counts.ts";
import { ReportLimits } from "./report-limits.ts";

export type ReportDeps = {
  readonly publicUrl: URL;
  readonly clock: Clock;
  readonly reportCounts: ReportCounts;
};

/** Chromium posts what it gathered in one go; each violation repeats the policy, so this holds some twenty of them. */
const bodyLimitBytes = 32 * 1024;

/** What browsers send: by `report-to`, and by `report-uri`. */
const mediaTypes = ["application/reports+json", "application/csp-report"];

/** Without any body, and then without a type, there is nothing that a parser was asked for. */
type Post = { Body: string | undefined };

const hidden = { schema: { hide: true } } as const;

/** `POST /page-reports/<kind of page>`: where browsers report what a page's policy kept from happening. Needs no key. */
export function pageReportRoutes(deps: ReportDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const limits = new ReportLimits();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      mediaTypes,
      { parseAs: "string", bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, body),
    );
    app.addHook("onRequest", (request, reply, done) => {
      // Until it has been read it counts as worthless, so that a thousand at once are too many, too.
      if (limits.admit(networkOf(request.ip), performance.now())) return done();
      pageReports.add("limited");
      sendProblem(request, reply, tooMany);
    });
    for (const page of reportedPages) {
      app.post<Post>(`${pageReportsPath}${page}`, hidden, (request, reply) => {
        const taken = takeReports(deps, request, page, () => limits.takeReport(networkOf(request.ip)));
        if (taken === "malformed") return sendProblem(request, reply, malformed);
        if (taken === "limited") return sendProblem(request, reply, tooMany);
        return reply.code(204).send();
      });
    }
  };
}

const tooMany = {
  ...problem("rate_limited", "Too many reports came. Further ones are read in a minute."),
  retryAfter: 60,
};
const malformed = problem("json_invalid", "The body is no report of a violation.");

/** Counts what was reported. What isn't about our pages is taken and dropped. */
function takeReports(
  { publicUrl, clock, reportCounts }: ReportDeps,
  request: FastifyRequest<Post>,
  page: ReportedPage,
  mayCount: () => boolean,
): "report" | "foreign" | "malformed" | "limited" {
  // Browsers say who had them post. Other sites have no business here.
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    pageReports.add("foreign");
    return "foreign";
  }
  const json = parseStrictJson(request.body ?? "");
  const violations = json.ok ? readViolations(json.value, page, publicUrl.origin) : undefined;
  if (violations === undefined) {
    pageReports.add("malformed");
    return "malformed";
  }
  if (violations.length === 0) {
    pageReports.add("foreign");
    return "foreign";
  }
  if (!mayCount()) {
    pageReports.add("limited");
    return "limited";
  }
  for (const violation of violations) reportCounts.add(violation, clock.nowMs());
  return "report";
}
