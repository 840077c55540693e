import type { Settings } from "@kassa/sdk";
import { type TextName, t } from "../texts/texts.ts";

/** What is chosen and typed of the rules for late money and transfers. */
export type TransferDraft = Readonly<Record<NumberName | ChoiceName, string>>;
type NumberName = "waitDays" | "tolerance";
type ChoiceName = (typeof choices)[number]["name"];

/** Each question, and its answers. */
export const choices = [
  {
    name: "lateFunds",
    label: "rules.lateFunds",
    answers: [
      { value: "refund", label: "rules.lateFunds.refund", help: "rules.lateFunds.refund-help" },
      { value: "keep", label: "rules.lateFunds.keep", help: "rules.lateFunds.keep-help" },
    ],
  },
  {
    name: "tooLittle",
    label: "rules.tooLittle",
    answers: [
      { value: "wait", label: "rules.tooLittle.wait", help: "rules.tooLittle.wait-help" },
      { value: "accept", label: "rules.tooLittle.accept", help: "rules.tooLittle.accept-help" },
      { value: "refund", label: "rules.tooLittle.refund", help: "rules.tooLittle.refund-help" },
    ],
  },
  {
    name: "tooMuch",
    label: "rules.tooMuch",
    answers: [
      { value: "keep_as_liability", label: "rules.tooMuch.keep", help: "rules.tooMuch.keep-help" },
      { value: "refund", label: "rules.tooMuch.refund", help: "rules.tooMuch.refund-help" },
    ],
  },
  {
    name: "late",
    label: "rules.late",
    answers: [
      { value: "flag", label: "rules.late.flag", help: "rules.late.flag-help" },
      { value: "accept", label: "rules.late.accept", help: "rules.late.accept-help" },
      { value: "refund", label: "rules.late.refund", help: "rules.late.refund-help" },
    ],
  },
  {
    name: "wrongCurrency",
    label: "rules.wrongCurrency",
    answers: [
      { value: "flag", label: "rules.wrongCurrency.flag", help: "rules.wrongCurrency.flag-help" },
      { value: "refund", label: "rules.wrongCurrency.refund", help: "rules.wrongCurrency.refund-help" },
    ],
  },
] as const satisfies readonly {
  readonly name: string;
  readonly label: TextName;
  readonly answers: readonly {
    readonly value: string;
    readonly label: TextName;
    readonly help: TextName;
  }[];
}[];

export const toTransferDraft = ({ lateFunds, transferRules: rules }: Settings): TransferDraft => ({
  lateFunds,
  waitDays: String(rules.waitDays),
  tolerance: String(rules.tolerance),
  tooLittle: rules.tooLittle,
  tooMuch: rules.tooMuch,
  late: rules.late,
  wrongCurrency: rules.wrongCurrency,
});

/** What is wrong with a number that was typed. */
export function faultsOfDraft({ waitDays, tolerance }: TransferDraft): Partial<Record<NumberName, string>> {
  const days = numberOf(waitDays);
  const isDays = days !== undefined && days >= 1 && days <= 90;
  return {
    ...(!isDays && { waitDays: t("rules.waitDays-invalid") }),
    ...(numberOf(tolerance) === undefined && { tolerance: t("rules.tolerance-invalid") }),
  };
}

/** The body of the request that saves what differs. */
export function changesOfDraft(before: TransferDraft, draft: TransferDraft): object {
  const changed = changedNames(before, draft);
  const rules = changed.filter((name) => name !== "lateFunds");
  const sent = (name: keyof TransferDraft) =>
    name === "waitDays" || name === "tolerance" ? numberOf(draft[name]) : draft[name];
  return {
    ...(changed.includes("lateFunds") && { lateFunds: draft.lateFunds }),
    ...(rules.length > 0 && {
      transferRules: Object.fromEntries(rules.map((name) => [name, sent(name)])),
    }),
  };
}

/** What changes, for people: the question, and its answer before and after. */
export function changeTexts(before: TransferDraft, draft: TransferDraft) {
  return changedNames(before, draft).map((name) => ({
    question: t(`rules.${name}`),
    before: answerText(name, before[name]),
    after: answerText(name, draft[name]),
  }));
}

function answerText(name: keyof TransferDraft, value: string): string {
  const answers: readonly { readonly value: string; readonly label: TextName }[] =
    choices.find((choice) => choice.name === name)?.answers ?? [];
  const label = answers.find((answer) => answer.value === value)?.label;
  return label ? t(label) : value;
}

const changedNames = (before: TransferDraft, draft: TransferDraft): (keyof TransferDraft)[] =>
  (Object.keys(before) as (keyof TransferDraft)[]).filter(
    (name) => draft[name].trim() !== before[name].trim(),
  );

const numberOf = (typed: string): number | undefined =>
  /^\d{1,12}$/.test(typed.trim()) ? Number(typed.trim()) : undefined;
