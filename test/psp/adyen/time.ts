const offsetSeconds = 3600;

/** As Adyen writes times: with the offset of Amsterdam (here always that of winter), never with Z. */
export function toAdyenTime(seconds: number): string {
  return `${new Date((seconds + offsetSeconds) * 1000).toISOString().slice(0, 19)}+01:00`;
}

/** As reports write times, in UTC. */
export function toReportTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
}
