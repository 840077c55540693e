import { SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Choice, Day } from "../components/filter-fields.tsx";
import { Fold } from "../components/fold.tsx";
import { parseMoney, typedMoney } from "../components/money.tsx";
import { statusText } from "../components/status.tsx";
import { t } from "../texts/texts.ts";
import { connectors, declineReasons, type Filters, methods, statuses } from "./filters.ts";
import { methodText } from "./method.ts";
import { lineFor } from "./words.ts";

type Apply = (changed: { readonly [Name in keyof Filters]?: Filters[Name] | undefined }) => void;

/** The filters of the list. They stand in the address. */
export function FilterBar({ filters }: { readonly filters: Filters }) {
  const navigate = useNavigate({ from: "/$tenant/$mode/payments" });
  const [text, setText] = useState(filters.search ?? "");
  const [applied, setApplied] = useState(filters.search);
  // The address was changed by something else, such as a saved view.
  if (filters.search !== applied) {
    setApplied(filters.search);
    if ((filters.search ?? "") !== text.trim()) setText(filters.search ?? "");
  }
  const apply: Apply = (changed) =>
    void navigate({
      search: (now) =>
        Object.fromEntries(Object.entries({ ...now, ...changed }).filter(([, value]) => value)) as Filters,
      replace: true,
    });
  const search = useDebouncedCallback((value: string) => apply({ search: value.trim() || undefined }), 250);
  const { search: _, ...others } = filters;
  const count = Object.keys(others).length;
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        label={t("payments.search")}
        description={t("payments.search-hint")}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          search(value);
        }}
      />
      <Fold title={count === 0 ? t("filters.title") : t("filters.some", { count })} isOpenAtFirst={count > 0}>
        {() => <MoreFilters filters={filters} apply={apply} />}
      </Fold>
    </Stack>
  );
}

type Props = { readonly filters: Filters; readonly apply: Apply };

function MoreFilters({ filters, apply }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} pb="md" spacing="md">
      <Choice
        label={t("payments.status")}
        value={filters.status}
        options={statuses.map((status) => [status, statusText(status)])}
        onChange={(status) => apply({ status })}
      />
      <Choice
        label={t("payments.method")}
        value={filters.method}
        options={methods.map((method) => [method, methodText(method)])}
        onChange={(method) => apply({ method })}
      />
      <Choice
        label={t("filters.connector")}
        value={filters.connector}
        options={connectors.map((connector) => [connector, connector.replaceAll("_", " ")])}
        onChange={(connector) => apply({ connector })}
      />
      <Choice
        label={t("filters.currency")}
        value={filters.currency}
        options={Intl.supportedValuesOf("currency").map((code) => [code, code])}
        onChange={(currency) => apply({ currency, amount: undefined })}
      />
      <Choice
        label={t("filters.decline")}
        value={filters.declineReason}
        options={declineReasons.map((reason) => [reason, lineFor("decline", reason)])}
        onChange={(declineReason) => apply({ declineReason })}
      />
      <Day label={t("filters.from")} value={filters.from} onChange={(from) => apply({ from })} />
      <Day label={t("filters.to")} value={filters.to} onChange={(to) => apply({ to })} />
      <TagFilter key={filters.tag} filters={filters} apply={apply} />
      <AmountFilter key={`${filters.currency} ${filters.amount}`} filters={filters} apply={apply} />
    </SimpleGrid>
  );
}

/** Applied with Enter, or when the field is left. */
function TagFilter({ filters: { tag = "" }, apply }: Props) {
  const [typed, setTyped] = useState(tag);
  const commit = (): void => {
    if (typed.trim() !== tag) apply({ tag: typed.trim() || undefined });
  };
  return (
    <TextInput
      label={t("filters.tag")}
      placeholder={t("filters.any")}
      maxLength={40}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === "Enter") commit();
      }}
    />
  );
}

/** An amount means something in a currency only. It is applied with Enter, or when the field is left. */
function AmountFilter({ filters: { currency, amount }, apply }: Props) {
  const [typed, setTyped] = useState(currency && amount ? typedMoney(amount, currency) : "");
  const commit = (): void => {
    const parsed = currency === undefined ? undefined : parseMoney(typed, currency);
    if (parsed !== amount) apply({ amount: parsed });
  };
  return (
    <TextInput
      label={currency ? `${t("payments.amount")} (${currency})` : t("payments.amount")}
      placeholder={currency ? "" : t("filters.currency-first")}
      disabled={!currency}
      inputMode="decimal"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === "Enter") commit();
      }}
    />
  );
}
