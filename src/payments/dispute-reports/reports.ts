/** For the job for disputes: it leases reports, asks the PSP, and settles them. */
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
