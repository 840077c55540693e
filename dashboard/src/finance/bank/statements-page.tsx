import type { StatementImport } from "@kassa/sdk";
import { Group, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { AnchorLink, BoxLink } from "../../components/links.tsx";
import { Paged } from "../../components/paged.tsx";
import type { Row } from "../../components/rows.tsx";
import { Empty } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { DropZone } from "../../components/uploads/drop-zone.tsx";
import { UploadCard } from "../../components/uploads/upload-card.tsx";
import { useUploads } from "../../components/uploads/use-uploads.ts";
import { When } from "../../components/when.tsx";
import { t } from "../../texts/texts.ts";
import { BankHead } from "./bank-head.tsx";
import { CsvDialog } from "./csv-dialog.tsx";
import { ImportedStatement } from "./imported-statement.tsx";
import { importPath, importsQuery } from "./queries.ts";
import { StatementFailure } from "./statement-failure.tsx";

/** Takes files of statements, and lists those that were imported. */
export function StatementsPage() {
  const { place, may } = useHere();
  const list = useInfiniteQuery(importsQuery(place));
  const { uploads, add } = useUploads<StatementImport>(place, {
    largestBytes: 100 * 1024 * 1024,
    tooLarge: t("bank.too-large"),
  });
  const [toMap, setToMap] = useState<readonly File[]>([]);
  const toRow = useToRow();
  const [csv] = toMap;
  const take = (files: readonly File[]): void => {
    setToMap((waiting) => [...waiting, ...files.filter(isCsv)]);
    add(
      files.filter((file) => !isCsv(file)),
      ({ name: fileName }) => importPath(fileName),
    );
  };
  const nextCsv = (): void => setToMap((waiting) => waiting.slice(1));
  return (
    <Stack gap="lg">
      <BankHead help={t("bank.statements-help")} />
      {may("bank_statements:write") && (
        <DropZone title={t("bank.drop")} formats={t("bank.formats")} onFiles={take} />
      )}
      {csv && (
        <CsvDialog
          key={csv.name}
          file={csv}
          onClose={nextCsv}
          onMapped={(mapping) => {
            add([csv], () => importPath(csv.name, mapping));
            nextCsv();
          }}
        />
      )}
      {uploads.map((upload) => (
        <UploadCard
          key={upload.id}
          upload={upload}
          failure={(error) => <StatementFailure error={error} />}
          done={(imported) => <ImportedStatement first={imported} />}
        />
      ))}
      <Paged
        list={list}
        columns={[
          { title: t("bank.file") },
          { title: t("payments.status") },
          { title: t("bank.new"), align: "end" },
          { title: t("bank.known"), align: "end" },
          { title: t("bank.imported") },
        ]}
        toRow={toRow}
        empty={<Empty title={t("bank.none")} help={t("bank.none-help")} />}
      />
    </Stack>
  );
}

const isCsv = ({ name }: File): boolean => /\.(csv|tsv)$/i.test(name);

function useToRow(): (imported: StatementImport) => Row {
  const { membership, mode } = useHere();
  const navigate = useNavigate();
  return (imported) => {
    const { id, fileName, status, entriesNew, entriesChanged, entriesKnown, createdAt } = imported;
    const params = { tenant: membership.tenant.id, mode, id };
    const to = { to: "/$tenant/$mode/bank/statements/$id", params } as const;
    const name = fileName ?? t("bank.no-name");
    return {
      id,
      onOpen: () => void navigate(to),
      cells: [
        <AnchorLink key="name" {...to} c="inherit" fw={600} underline="never">
          {name}
        </AnchorLink>,
        <Status key="status" status={status} />,
        entriesNew + entriesChanged,
        entriesKnown,
        <When key="when" at={createdAt} />,
      ],
      narrow: (
        <BoxLink {...to} p="md" display="block" c="inherit" style={{ textDecoration: "none" }}>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600} truncate dir="auto">
              {name}
            </Text>
            <Status status={status} />
          </Group>
          <Text size="xs" c="var(--kassa-muted)">
            {t("bank.new")}: {entriesNew + entriesChanged} · <When at={createdAt} />
          </Text>
        </BoxLink>
      ),
    };
  };
}
