import type { StatementImport } from "@kassa/sdk";
import { Group, Paper, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useHere } from "../../app/place.tsx";
import { AnchorLink } from "../../components/links.tsx";
import { t } from "../../texts/texts.ts";
import { ImportNumbers } from "./import-numbers.tsx";
import { importQuery } from "./queries.ts";
import { StatementFailure } from "./statement-failure.tsx";
import type { Upload } from "./use-uploads.ts";

/** A file on its way, and then what was found in it. */
export function UploadCard({ upload }: { readonly upload: Upload }) {
  return (
    <Paper p="md" withBorder bg="var(--kassa-raised)" role="status" aria-label={upload.file.name}>
      <Stack gap="sm">
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {upload.file.name}
        </Text>
        <Step upload={upload} />
      </Stack>
    </Paper>
  );
}

function Step({ upload }: { readonly upload: Upload }) {
  switch (upload.step) {
    case "waiting":
      return <Under what={t("bank.step.waiting")} percent={0} />;
    case "sending":
      return <Under what={t("bank.step.sending")} percent={upload.share * 100} />;
    case "reading":
      return <Under what={t("bank.step.reading")} percent={100} isMoving />;
    case "failed":
      return <StatementFailure error={upload.error} />;
    case "done":
      return <Done first={upload.imported} />;
  }
}

type UnderProps = { readonly what: string; readonly percent: number; readonly isMoving?: boolean };

function Under({ what, percent, isMoving = false }: UnderProps) {
  return (
    <Stack gap={6}>
      <Progress value={percent} animated={isMoving} striped={isMoving} aria-label={what} />
      <Text size="sm" c="var(--kassa-muted)">
        {what}
      </Text>
    </Stack>
  );
}

function Done({ first }: { readonly first: StatementImport }) {
  const { place, membership, mode } = useHere();
  const { data: imported = first } = useQuery({ ...importQuery(place, first.id), initialData: first });
  const { entriesFound, entriesNew, entriesChanged, entriesKnown, status, id } = imported;
  const stored = entriesNew + entriesChanged + entriesKnown;
  if (status !== "completed")
    return (
      <Under what={t("bank.step.storing")} percent={entriesFound === 0 ? 0 : (stored / entriesFound) * 100} />
    );
  return (
    <Stack gap="sm">
      <ImportNumbers imported={imported} isBare />
      <Group>
        <AnchorLink
          to="/$tenant/$mode/bank/statements/$id"
          params={{ tenant: membership.tenant.id, mode, id }}
          size="sm"
        >
          {t("bank.open-import")}
        </AnchorLink>
      </Group>
    </Stack>
  );
}
