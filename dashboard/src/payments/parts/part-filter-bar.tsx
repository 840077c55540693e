import { SimpleGrid } from "@mantine/core";
import { Choice, Day } from "../../components/filter-fields.tsx";
import { statusText } from "../../components/status.tsx";
import { t } from "../../texts/texts.ts";
import type { PartFilters } from "./filters.ts";

type Props = {
  readonly statuses: readonly string[];
  readonly filters: PartFilters;
  readonly onChange: (filters: PartFilters) => void;
};

/** The filters of a list of refunds or disputes. */
export function PartFilterBar({ statuses, filters, onChange }: Props) {
  const apply = (changed: { readonly [Name in keyof PartFilters]?: string | undefined }): void =>
    onChange(Object.fromEntries(Object.entries({ ...filters, ...changed }).filter(([, value]) => value)));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
      <Choice
        label={t("payments.status")}
        value={filters.status}
        options={statuses.map((status) => [status, statusText(status)])}
        onChange={(status) => apply({ status })}
      />
      <Choice
        label={t("filters.currency")}
        value={filters.currency}
        options={Intl.supportedValuesOf("currency").map((code) => [code, code])}
        onChange={(currency) => apply({ currency })}
      />
      <Day label={t("filters.from")} value={filters.from} onChange={(from) => apply({ from })} />
      <Day label={t("filters.to")} value={filters.to} onChange={(to) => apply({ to })} />
    </SimpleGrid>
  );
}
