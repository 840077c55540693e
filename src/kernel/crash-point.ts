import process from "node:process";

/**
 * A named place between two steps of a money path. Tests start Kassa with `KASSA_CRASH_AT=name` (or `name:3` for the
 * third time it is reached) and the process ends itself there as `kill -9` would: no handlers, no flushes. Without the
 * variable a crash point costs one comparison.
 */
export function crashPoint(name: CrashPoint): void {
  if (armed === undefined || armed.name !== name) return;
  armed.remaining -= 1;
  if (armed.remaining > 0) return;
  process.kill(process.pid, "SIGKILL");
  // The signal is delivered asynchronously: nothing after this line may run meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Every crash point there is, in the order in which a payment passes them. */
export const crashPoints = [
  "payment-link:session-committed",
  "submit:limits-asked",
  "begin-payment:before-intent",
  "begin-payment:intent-committed",
  "begin-payment:psp-answered",
  "apply-outcome:before-commit",
  "apply-outcome:committed",
  "submit:paid",
  "submit:before-redirect",
  "return:intent-committed",
  "return:psp-answered",
  "return:outcome-applied",
  "finish:intent-committed",
  "finish:psp-answered",
  "call-off:intent-committed",
  "call-off:settled",
  "reconcile:leased",
  "reconcile:asking",
  "reconcile:psp-found",
  "reconcile:psp-answered",
  "reconcile:outcome-applied",
  "reconcile:called-off",
  "reconcile:released",
  "answer:settled",
  "answer:stored",
  "notification:verified",
  "notification:stored",
  "move-money:before-intent",
  "move-money:intent-committed",
  "move-money:psp-answered",
  "move-money:charge-found",
  "apply-movement:before-commit",
  "apply-movement:committed",
  "reconcile-movements:leased",
  "reconcile-movements:asking",
  "reconcile-movements:psp-found",
  "reconcile-movements:psp-answered",
  "reconcile-movements:charge-found",
  "reconcile-movements:released",
  "release:due",
  "release:begun",
  "compare:scopes-listed",
  "compare:begun",
  "compare:listing",
  "compare:listed",
  "compare:page-read",
  "compare:charge-adopted",
  "compare:outcome-applied",
  "compare:charge-learned",
  "compare:key-checked",
  "compare:movement-adopted",
  "compare:movement-applied",
  "compare:movement-learned",
  "compare:quarantined",
  "compare:charge-compared",
  "compare:marked",
  "compare:account-compared",
  "hold:raised",
  "hold:leased",
  "hold:compared",
  "hold:released",
  "compare-due:taken",
  "compare-due:compared",
  "compare-due:settled",
  "expire-session:due",
  "expire-session:before-commit",
  "expire-session:committed",
  "dispute-report:leased",
  "dispute-report:asking",
  "dispute-report:psp-answered",
  "dispute-report:settled",
  "apply-dispute:before-commit",
  "apply-dispute:committed",
  "dispute-action:before-intent",
  "dispute-action:intent-committed",
  "dispute-action:files-read",
  "dispute-action:psp-answered",
  "dispute-action:settled",
  "reconcile-dispute:leased",
  "reconcile-dispute:asking",
  "reconcile-dispute:psp-answered",
  "reconcile-dispute:acted",
  "reconcile-dispute:settled",
  "clock:begun",
  "clock:leased",
  "clock:looked",
  "clock:set",
  "clock:psp-set",
  "clock:asking",
  "clock:psp-found",
  "clock:ran",
  "clock:noted",
  "clock:finished",
  "clock:released",
  "import-statement:chunk-received",
  "import-statement:received",
  "import-statement:chunk-stored",
  "settlements:begun",
  "settlements:lines-listed",
  "settlements:lines-stored",
  "settlements:lines-imported",
  "settlements:batches-listed",
  "settlements:batches-stored",
  "settlements:batches-imported",
  "settlements:batch-listed",
  "settlements:batch-completed",
  "settlements:batch-imported",
  "settlements:exceptions-matched",
  "settlements:entries-matched",
  "settlements:import-noted",
  "settlements:report-downloaded",
  "settlements:report-checked",
  "settlements:report-noted",
  "settlements:report-imported",
  "delivery:leased",
  "delivery:receiver-answered",
  "delivery:recorded",
] as const;

export type CrashPoint = (typeof crashPoints)[number];

const armed = parse(process.env.KASSA_CRASH_AT);

function parse(setting: string | undefined): { name: string; remaining: number } | undefined {
  if (!setting) return undefined;
  const match = /^(?<name>.+?)(?::(?<count>\d+))?$/.exec(setting);
  return { name: match?.groups?.name ?? setting, remaining: Number(match?.groups?.count ?? 1) };
}
