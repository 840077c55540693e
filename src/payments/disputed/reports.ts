/** What the disputes' job does with reports: it leases them, asks the PSP, and says what came of it. */
export {
  dueReports,
  getReport,
  hasReportsOnClock,
  holdsReport,
  type LeasedReport,
  leaseDueReports,
  type Report,
  settleReport,
} from "./queries.ts";
