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
      if (limits.admit(networkOf(request.ip), performance.now())) return done();
      pageReports.add("limited");
      sendProblem(request, reply, { ...problem("rate_limited", "Reports are read later."), retryAfter: 60 });
    });
    for (const page of reportedPages) {
      app.post<Post>(`${pageReportsPath}${page}`, hidden, (request, reply) => {
        const fault = takeReports(deps, request, page);
        if (fault) return sendProblem(request, reply, fault);
        return reply.code(204).send();
      });
    }
  };
}

/** Counts what was reported; a problem when the body isn't a report. What isn't about our pages is taken and dropped. */
function takeReports(
  { publicUrl, clock, reportCounts }: ReportDeps,
  request: FastifyRequest<Post>,
  page: ReportedPage,
) {
  // Browsers say who had them post. Other sites have no business here.
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    pageReports.add("foreign");
    return undefined;
  }
  const json = parseStrictJson(request.body ?? "");
  const violations = json.ok ? readViolations(json.value, page, publicUrl.origin) : undefined;
  if (violations === undefined) {
    pageReports.add("malformed");
    return problem("json_invalid", "The body is no report of a violation.");
  }
  if (violations.length === 0) pageReports.add("foreign");
  for (const violation of violations) reportCounts.add(violation, clock.nowMs());
  return undefined;
}
