import { has, t } from "../texts/texts.ts";

/** What a status means for whoever looks after the payment. Everything else is neutral. */
const meanings: Readonly<Record<string, "good" | "open" | "bad">> = {
  captured: "good",
  succeeded: "good",
  approved: "good",
  won: "good",
  delivered: "good",
  enabled: "good",
  active: "good",
  completed: "good",
  matched: "good",
  confirmed: "good",
  paid: "good",
  ok: "good",
  verified: "good",
  encrypted: "good",
  processing: "open",
  warning: "open",
  no_owner: "open",
  not_encrypted: "open",
  pending: "open",
  needs_review: "open",
  needs_response: "open",
  under_review: "open",
  ready: "good",
  running: "open",
  receiving: "open",
  storing: "open",
  unmatched: "open",
  waiting: "open",
  in_transit: "open",
  exception: "open",
  failed: "bad",
  problem: "bad",
  late_work: "bad",
  declined: "bad",
  lost: "bad",
  returned: "bad",
};

/** A status, in words. The colour adds nothing that the words don't say. */
export function Status({ status }: { readonly status: string }) {
  return <span className={`status status-${meanings[status] ?? "neutral"}`}>{statusText(status)}</span>;
}

/** A status in the reader's words; one that has none yet as the API says it. */
export function statusText(status: string): string {
  const name = `status.${status}`;
  return has(name) ? t(name) : status.replaceAll("_", " ");
}
