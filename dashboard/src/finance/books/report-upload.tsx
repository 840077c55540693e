import type { ConnectorAccount, SettlementReportImport } from "@kassa/sdk";
import { Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { Figures } from "../../components/figures.tsx";
import { Failure } from "../../components/states.tsx";
import { DropZone } from "../../components/uploads/drop-zone.tsx";
import { UploadCard } from "../../components/uploads/upload-card.tsx";
import { useUploads } from "../../components/uploads/use-uploads.ts";
import { t } from "../../texts/texts.ts";
import { connectorAccountsQuery } from "./queries.ts";

/** Takes settlement reports, where there is an account at a PSP that hands them over as files. */
export function ReportUpload() {
  const { place, may } = useHere();
  const accounts = useQuery(connectorAccountsQuery(place));
  const withReports = (accounts.data?.data ?? []).filter(({ connector }) => connector === "adyen");
  const [first] = withReports;
  if (!first || !may("bank_statements:write")) return null;
  return <Zone accounts={withReports} first={first} />;
}

type Props = { readonly accounts: readonly ConnectorAccount[]; readonly first: ConnectorAccount };

function Zone({ accounts, first }: Props) {
  const { place } = useHere();
  const [account, setAccount] = useState(first.id);
  const { uploads, add } = useUploads<SettlementReportImport>(place, {
    largestBytes: 32 * 1024 * 1024,
    tooLarge: t("books.report-too-large"),
  });
  return (
    <Stack gap="md">
      {accounts.length > 1 && (
        <Select
          label={t("books.report-account")}
          value={account}
          allowDeselect={false}
          maw={360}
          data={accounts.map(({ id, label }) => ({ value: id, label }))}
          onChange={(id) => id && setAccount(id)}
        />
      )}
      <DropZone
        title={t("books.drop-reports")}
        formats={t("books.report-formats", {
          account: accounts.find(({ id }) => id === account)?.label ?? first.label,
        })}
        onFiles={(files) => add(files, () => `/api/settlements?${new URLSearchParams({ account })}`)}
      />
      {uploads.map((upload) => (
        <UploadCard
          key={upload.id}
          upload={upload}
          failure={(error) => <Failure error={error} />}
          done={(imported) => <Imported imported={imported} />}
        />
      ))}
    </Stack>
  );
}

function Imported({ imported }: { readonly imported: SettlementReportImport }) {
  const { lines, stored, exceptions, matchedLater, batches } = imported;
  return (
    <Stack gap="sm">
      <Figures
        isBare
        figures={[
          { name: t("books.report-new"), value: stored },
          { name: t("books.report-known"), value: lines - stored },
          { name: t("books.report-exceptions"), value: exceptions },
          { name: t("books.report-explained"), value: matchedLater },
        ]}
      />
      <Text size="sm" c="var(--kassa-muted)">
        {t("books.report-payouts", { payouts: batches.length === 0 ? "–" : batches.join(", ") })}
      </Text>
    </Stack>
  );
}
