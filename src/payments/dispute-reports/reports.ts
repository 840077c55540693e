/** For the job for disputes: it leases reports, asks the PSP, and settles them. */
export {
  getReport,
  hasReportsOnClock,
  holdsReport,
  type LeasedReport,
  leaseDueReports,
  type Report,
  settleReport,
} from "./queries.ts";
