/**
 * For UPDATE … FROM: the times of a statement as columns. Citus takes functions such as kassa_now() within CASE, COALESCE or LEAST
 * only from here.
 * - own_now, own_clock: the time that the transaction works by, and its sandbox clock or null
 * - own_ms: the same time in whole milliseconds
 * - real_now: PostgreSQL's own time
 *
 * To add seconds to a column, or to one of these, there is seconds_after(time, seconds): PostgreSQL's own operator depends on the time
 * zone, which Citus refuses there.
 */
export const statementTimes = `(SELECT kassa_now() AS own_now, date_trunc('milliseconds', kassa_now()) AS own_ms, kassa_clock() AS own_clock,
    statement_timestamp() AS real_now) AS times`;
