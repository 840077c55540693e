import type { TenantTransaction } from "../database/transaction.ts";
import { combineProblems, type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { findForbiddenText } from "../kernel/text-rules.ts";
import type { StoredDispute } from "./dispute.ts";
import { evidenceTotalLength } from "./evidence.ts";
import { lockRespondable } from "./lock-respondable.ts";
import { setEvidence } from "./queries.ts";

type EvidenceTexts = Readonly<Record<string, string | null | undefined>>;

export type EvidenceInput = {
  /** Texts that are left out stay as they are saved; null removes one. */
  readonly texts?: EvidenceTexts;
  readonly files?: readonly string[];
};

/** Saves evidence without sending it. */
export async function saveEvidence(
  trx: TenantTransaction,
  id: string,
  input: EvidenceInput,
): Promise<Result<StoredDispute, Problem>> {
  const locked = await lockRespondable(trx, id);
  return locked.ok ? writeEvidence(trx, locked.value, input) : locked;
}

/** The same, for a caller that has locked the session and checked that the merchant can respond. */
export async function writeEvidence(
  trx: TenantTransaction,
  dispute: StoredDispute,
  { texts = {}, files }: EvidenceInput,
): Promise<Result<StoredDispute, Problem>> {
  const fault = combineProblems([...textFaults(texts), ...fileFaults(dispute, files ?? [])]);
  if (fault) return failed(fault);
  const merged = Object.entries({ ...dispute.evidence, ...texts }).filter(isText);
  const length = merged.reduce((sum, [, text]) => sum + text.length, 0);
  if (length > evidenceTotalLength) return failed(textsTooLong);
  return success(
    await setEvidence(trx, dispute.id, {
      texts: Object.fromEntries(merged),
      files: files ?? dispute.evidenceFiles,
    }),
  );
}

const textsTooLong = problem(
  "parameter_invalid",
  `All texts together, including those saved before, can have at most ${evidenceTotalLength} characters.`,
  "/texts",
);

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";

/** Unlike other texts, evidence may have several lines: letters, logs, policies. */
function textFaults(texts: EvidenceTexts): Problem[] {
  return Object.entries(texts).flatMap(([name, text]): Problem[] => {
    if (typeof text !== "string") return [];
    const place = `/texts/${name}`;
    const forbidden = findForbiddenText(text, { multiline: true });
    if (forbidden)
      return [problem("text_invalid", `It contains ${forbidden.codePoint}: ${forbidden.reason}.`, place)];
    return [];
  });
}

function fileFaults(dispute: StoredDispute, files: readonly string[]): Problem[] {
  return files.flatMap((id, place) =>
    dispute.files.some((file) => file.id === id)
      ? []
      : [problem("parameter_invalid", "The dispute has no file with this id.", `/files/${place}`)],
  );
}
