import { Button, Popover, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { download } from "../api/download.ts";
import { useHere } from "../app/place.tsx";
import { Dialog } from "../components/dialog.tsx";
import { AnchorLink } from "../components/links.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { ExportDialog } from "./export-dialog.tsx";
import type { Filters } from "./filters.ts";

type Props = { readonly filters: Filters; readonly shown: readonly string[] };

/** Exports what is filtered, or saves the accountants' report for the same days. */
export function ExportMenu({ filters, shown }: Props) {
  const { membership, mode, may } = useHere();
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const report = useReport(filters);
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        width={320}
        trapFocus
        withinPortal={false}
      >
        <Popover.Target>
          <Button variant="default" loading={report.isPending} onClick={() => setOpen(!isOpen)}>
            {t("export.title")}
          </Button>
        </Popover.Target>
        <Popover.Dropdown bg="var(--kassa-raised)" aria-label={t("export.title")}>
          <Stack gap="sm">
            <Button
              variant="default"
              onClick={() => {
                setOpen(false);
                setAsking(true);
              }}
            >
              {t("export.filtered")}
            </Button>
            <AnchorLink
              to="/$tenant/$mode/exports"
              params={{ tenant: membership.tenant.id, mode }}
              size="sm"
              ta="center"
            >
              {t("exports.title")}
            </AnchorLink>
            {may("balance:read") && <Reports report={report} />}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {isAsking && <ExportDialog filters={filters} shown={shown} onClose={() => setAsking(false)} />}
      {report.error && (
        <Dialog title={t("export.title")} onClose={report.reset}>
          <Failure error={report.error} />
        </Dialog>
      )}
    </>
  );
}

/** The accountants' report of payments for the filtered days, which knows no other filter. */
function useReport({ from, to }: Filters) {
  const { place } = useHere();
  const hasDays = Boolean(from && to);
  const saving = useMutation({
    mutationFn: async (format: "csv" | "xlsx") => {
      if (from && to)
        await download(`/api/reports/payments?${new URLSearchParams({ from, to, format })}`, place);
    },
  });
  return { ...saving, hasDays };
}

function Reports({ report }: { readonly report: ReturnType<typeof useReport> }) {
  return (
    <>
      <Text size="sm" c="var(--kassa-muted)">
        {t(report.hasDays ? "export.report-help" : "export.report-days")}
      </Text>
      {report.hasDays &&
        (["csv", "xlsx"] as const).map((format) => (
          <Button key={format} variant="default" onClick={() => report.mutate(format)}>
            {t("export.report", { format: format.toUpperCase() })}
          </Button>
        ))}
    </>
  );
}
