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

/** Chromium posts several violations at once. Each repeats the policy, so about twenty fit. */
const bodyLimitBytes = 32 * 1024;

/** The media types of `report-to` and `report-uri`. */
const mediaTypes = ["application/reports+json", "application/csp-report"];

/** The body is undefined for a post without body and Content-Type, which no parser reads. */
type Post = { Body: string | undefined };

const hidden = { schema: { hide: true } } as const;

/** `POST /page-reports/<kind of page>`: receives browsers' reports of policy violations. Needs no API key. */
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
      // An unread post counts as unusable, so that the limit also holds for concurrent posts.
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
  ...problem("rate_limited", "Too many reports were sent. Try again in a minute."),
  retryAfter: 60,
};
const malformed = problem("json_invalid", "The body isn't a violation report.");

/** Counts the violations in a post. Ignores reports about pages of others. */
function takeReports(
  { publicUrl, clock, reportCounts }: ReportDeps,
  request: FastifyRequest<Post>,
  page: ReportedPage,
  withinLimit: () => boolean,
): "report" | "foreign" | "malformed" | "limited" {
  // Browsers say which site made them post. Posts by other sites are ignored.
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
  if (!withinLimit()) {
    pageReports.add("limited");
    return "limited";
  }
  for (const violation of violations) reportCounts.add(violation, clock.nowMs());
  return "report";
}
