import type { Export } from "@kassa/sdk";
import { Radio, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useOrderKeys } from "../api/use-order-keys.ts";
import { useHere } from "../app/place.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormButtons } from "../components/form-buttons.tsx";
import { Failure } from "../components/states.tsx";
import { ExportProgress } from "../exports/export-progress.tsx";
import { createExport, type NewExport } from "../exports/queries.ts";
import { t } from "../texts/texts.ts";
import { columnsWithCollected, exportColumns } from "./export-columns.ts";
import { type Filters, toBody } from "./filters.ts";

type Props = {
  readonly filters: Filters;
  /** The names of the columns that the list shows. */
  readonly shown: readonly string[];
  readonly onClose: () => void;
};

/** Exports exactly what is filtered: asks for the format and the columns, then shows how far it is. */
export function ExportDialog({ filters, shown, onClose }: Props) {
  const [begun, setBegun] = useState<Export | null>(null);
  return (
    <Dialog title={t("export.dialog")} onClose={onClose}>
      {begun ? (
        <ExportProgress begun={begun} onClose={onClose} />
      ) : (
        <ExportForm filters={filters} shown={shown} onBegun={setBegun} onClose={onClose} />
      )}
    </Dialog>
  );
}

function ExportForm({
  filters,
  shown,
  onBegun,
  onClose,
}: Props & { readonly onBegun: (begun: Export) => void }) {
  const { place } = useHere();
  const keyOf = useOrderKeys();
  const [format, setFormat] = useState("xlsx");
  const [columns, setColumns] = useState("all");
  const order = useMutation({
    mutationFn: () => {
      const body: NewExport = {
        resource: "payments",
        format: format === "csv" ? "csv" : "xlsx",
        filters: toBody(filters),
        ...(columns === "shown" && { columns: exportColumns(shown) }),
        ...(columns === "collected" && { columns: [...columnsWithCollected] }),
      };
      return createExport(place, body, keyOf(body));
    },
    onSuccess: onBegun,
  });
  return (
    <Stack gap="md">
      {order.error && <Failure error={order.error} />}
      <Text size="sm" c="var(--kassa-muted)">
        {t(Object.keys(filters).length > 0 ? "export.what-filtered" : "export.what-all")}
      </Text>
      <Radio.Group label={t("export.format")} value={format} onChange={setFormat}>
        <Stack gap="xs" mt="xs">
          <Radio value="xlsx" label="Excel (XLSX)" />
          <Radio value="csv" label="CSV" />
        </Stack>
      </Radio.Group>
      <Radio.Group label={t("columns.title")} value={columns} onChange={setColumns}>
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t("export.columns-all")} />
          <Radio value="collected" label={t("export.columns-collected")} />
          <Radio value="shown" label={t("export.columns-shown")} />
        </Stack>
      </Radio.Group>
      <FormButtons onCancel={onClose} loading={order.isPending} onClick={() => order.mutate()}>
        {t("export.title")}
      </FormButtons>
    </Stack>
  );
}
