import { TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../texts/texts.ts";
import type { LinkTerms } from "./queries.ts";

export type TypedTerms = {
  readonly name: string;
  readonly limit: string;
  readonly lastDay: string;
  /** Undefined while the limit isn't a number. */
  readonly terms: LinkTerms | undefined;
  setName(name: string): void;
  setLimit(limit: string): void;
  setLastDay(lastDay: string): void;
};

/** A day of the reader's zone as the field of a date has it. */
const dayOf = (at: string): string => new Date(at).toLocaleDateString("sv");

/** What can be changed of a link: its name, its limit and its last day. An unchanged day keeps its exact time. */
export function useTypedTerms(before?: LinkTerms): TypedTerms {
  const dayBefore = before?.expiresAt ? dayOf(before.expiresAt) : "";
  const [name, setName] = useState(before?.name ?? "");
  const [limit, setLimit] = useState(before?.maxPayments?.toString() ?? "");
  const [lastDay, setLastDay] = useState(dayBefore);
  const isLimit = /^\s*[1-9]\d{0,6}\s*$/.test(limit);
  const endOfDay = lastDay === "" ? null : new Date(`${lastDay}T23:59:59`).toISOString();
  const terms =
    limit.trim() !== "" && !isLimit
      ? undefined
      : {
          name: name.trim(),
          maxPayments: isLimit ? Number(limit) : null,
          expiresAt: lastDay === dayBefore ? (before?.expiresAt ?? null) : endOfDay,
        };
  return { name, limit, lastDay, terms, setName, setLimit, setLastDay };
}

type Props = {
  readonly value: TypedTerms;
  /** What the server says is wrong with a field. */
  readonly faultOf: (name: string) => string | undefined;
};

export function NameField({ value, faultOf }: Props) {
  return (
    <TextInput
      label={t("links.name")}
      description={t("links.name-help")}
      required
      maxLength={100}
      data-autofocus
      error={faultOf("name")}
      value={value.name}
      onChange={(event) => value.setName(event.currentTarget.value)}
    />
  );
}

export function LimitFields({ value, faultOf }: Props) {
  return (
    <>
      <TextInput
        label={t("links.limit")}
        description={t("links.limit-help")}
        inputMode="numeric"
        error={faultOf("maxPayments") ?? (value.terms ? undefined : t("links.limit-invalid"))}
        value={value.limit}
        onChange={(event) => value.setLimit(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t("links.last-day")}
        description={t("links.last-day-help")}
        error={faultOf("expiresAt")}
        value={value.lastDay}
        onChange={(event) => value.setLastDay(event.currentTarget.value)}
      />
    </>
  );
}
