import { Anchor, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CodeBlock } from "../components/code-block.tsx";
import { Head } from "../components/head.tsx";
import { type Row, Rows } from "../components/rows.tsx";
import { Empty, Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { currentLocale, t } from "../texts/texts.ts";
import { type Backup, type Backups, backupsQuery } from "./queries.ts";

/** The last backups that `kassa backup` has completed. */
export function BackupsPage() {
  const backups = useQuery(backupsQuery);
  return (
    <Stack gap="lg">
      <Head title={t("operator.backups")} help={t("operator.backups-help")} />
      {backups.error && <Failure error={backups.error} again={() => void backups.refetch()} />}
      {backups.isPending && <Loading />}
      {backups.data && <Shown backups={backups.data} />}
      {!backups.isPending && (
        <Anchor href="/docs/operate/backup" size="sm">
          {t("operator.backup-guide")}
        </Anchor>
      )}
    </Stack>
  );
}

function Shown({ backups }: { readonly backups: Backups }) {
  if (!backups.isEmbedded)
    return <Empty title={t("operator.own-tools")} help={t("operator.own-tools-help")} />;
  if (backups.data.length === 0)
    return (
      <>
        <Empty title={t("operator.no-backup")} help={t("operator.no-backup-help")} />
        <Command />
      </>
    );
  const columns = [
    { title: t("operator.file") },
    { title: t("operator.completed") },
    { title: t("operator.state") },
    { title: t("operator.size"), align: "end" },
  ] as const;
  return (
    <>
      <Rows columns={columns} rows={backups.data.map(toRow)} />
      <Command />
    </>
  );
}

const Command = () => (
  <CodeBlock
    label={t("operator.backup-command")}
    text="npm run --silent kassa -- backup /backup/kassa.backup --encrypt"
  />
);

const sizeText = (bytes: number): string =>
  new Intl.NumberFormat(currentLocale(), {
    style: "unit",
    unit: "megabyte",
    maximumFractionDigits: 1,
  }).format(bytes / 1_000_000);

function toRow({ fileName, host, bytes, databaseBytes, encryption, finishedAt, verifiedAt }: Backup): Row {
  const file = (
    <Stack gap={0}>
      <Text fw={600}>{fileName}</Text>
      <Text size="xs" c="var(--kassa-muted)">
        {t("operator.on-host", { host })}
      </Text>
    </Stack>
  );
  const state = (
    <Group gap="xs">
      <Status status="verified" />
      <Status status={encryption === "none" ? "not_encrypted" : "encrypted"} />
    </Group>
  );
  const size = (
    <Stack gap={0}>
      <Text size="sm" className="money">
        {sizeText(bytes)}
      </Text>
      <Text size="xs" c="var(--kassa-muted)">
        {t("operator.of-database", { size: sizeText(databaseBytes) })}
      </Text>
    </Stack>
  );
  return {
    id: `${fileName} ${verifiedAt}`,
    cells: [file, <When key="at" at={finishedAt} />, state, size],
    narrow: (
      <Stack gap="xs" p="md">
        {file}
        <Group justify="space-between">
          <When at={finishedAt} />
          {size}
        </Group>
        {state}
      </Stack>
    ),
  };
}
