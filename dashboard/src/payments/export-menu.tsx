import { Button, Popover, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Dialog } from "../components/dialog.tsx";
import { saveFile } from "../components/save-file.ts";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { exportFiltered, mostExported, saveReport } from "./export.ts";
import type { Filters } from "./filters.ts";

/** Saves what is filtered as CSV, or the accountants' report for the same days. */
export function ExportMenu({ filters }: { readonly filters: Filters }) {
  const { place, mode, may } = useHere();
  const [isCut, setCut] = useState(false);
  const { from, to } = filters;
  const days = from && to ? { from, to } : undefined;
  const list = useMutation({
    mutationFn: async () => {
      const { file, isCut: cut } = await exportFiltered(place, filters);
      saveFile(`kassa-payments-${mode}.csv`, file);
      setCut(cut);
    },
  });
  const report = useMutation({
    mutationFn: async (format: "csv" | "xlsx") => {
      if (days) await saveReport(place, days, format);
    },
  });
  const error = list.error ?? report.error;
  const close = (): void => {
    list.reset();
    report.reset();
    setCut(false);
  };
  return (
    <>
      <Popover position="bottom-end" width={320} trapFocus withinPortal={false}>
        <Popover.Target>
          <Button variant="default" loading={list.isPending || report.isPending}>
            {t("export.title")}
          </Button>
        </Popover.Target>
        <Popover.Dropdown bg="var(--kassa-raised)" aria-label={t("export.title")}>
          <Stack gap="sm">
            <Button variant="default" onClick={() => list.mutate()}>
              {t("export.filtered")}
            </Button>
            {may("balance:read") && (
              <>
                <Text size="sm" c="var(--kassa-muted)">
                  {t(days ? "export.report-help" : "export.report-days")}
                </Text>
                {days &&
                  (["csv", "xlsx"] as const).map((format) => (
                    <Button key={format} variant="default" onClick={() => report.mutate(format)}>
                      {t("export.report", { format: format.toUpperCase() })}
                    </Button>
                  ))}
              </>
            )}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {(error || isCut) && (
        <Dialog title={t("export.title")} onClose={close}>
          {error && <Failure error={error} />}
          {isCut && <Text>{t("export.cut", { count: String(mostExported) })}</Text>}
        </Dialog>
      )}
    </>
  );
}
