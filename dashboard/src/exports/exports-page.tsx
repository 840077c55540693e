import type { Export } from "@kassa/sdk";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Confirm } from "../components/confirm.tsx";
import { DownloadButton } from "../components/download-button.tsx";
import { Head } from "../components/head.tsx";
import { AnchorLink } from "../components/links.tsx";
import { Paged } from "../components/paged.tsx";
import type { Row } from "../components/rows.tsx";
import { Empty } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { progressText } from "./progress.tsx";
import { contentPath, deleteExport, exportsPath, exportsQuery } from "./queries.ts";

/** The exports of the last seven days: how far each is, and its file. */
export function ExportsPage() {
  const { place, membership, mode } = useHere();
  const queryClient = useQueryClient();
  const list = useInfiniteQuery(exportsQuery(place));
  const [deleting, setDeleting] = useState<Export | null>(null);
  return (
    <Stack gap="lg">
      <AnchorLink to={`/${membership.tenant.id}/${mode}/payments` as string} size="sm">
        {t("payments.title")}
      </AnchorLink>
      <Head title={t("exports.title")} help={t("exports.help")} />
      <Paged
        list={list}
        columns={[
          { title: t("payments.created") },
          { title: t("exports.format") },
          { title: t("payments.status") },
          { title: t("exports.progress") },
          { title: t("keys.actions"), isBare: true, align: "end" },
        ]}
        toRow={(made) => toRow(made, () => setDeleting(made))}
        empty={<Empty title={t("exports.none")} help={t("exports.none-help")} />}
      />
      {deleting && (
        <Confirm
          title={t("exports.delete-title")}
          help={t("exports.delete-help")}
          action={t("exports.delete")}
          isHarmful
          onConfirm={async () => {
            await deleteExport(place, deleting.id);
            await queryClient.invalidateQueries({ queryKey: [exportsPath] });
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </Stack>
  );
}

function toRow(made: Export, askToDelete: () => void): Row {
  const status = <Status status={made.status === "completed" ? "ready" : made.status} />;
  const progress = (
    <Text size="sm" c="var(--kassa-muted)">
      {progressText(made)}
    </Text>
  );
  const actions = (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {made.status === "completed" && (
        <DownloadButton path={contentPath(made)} label={t("exports.download")} />
      )}
      <Button variant="default" onClick={askToDelete}>
        {t("exports.delete")}
      </Button>
    </Group>
  );
  return {
    id: made.id,
    cells: [<When key="at" at={made.createdAt} />, made.format.toUpperCase(), status, progress, actions],
    narrow: (
      <Stack gap="xs" p="md">
        <Group justify="space-between">
          <Text size="sm" fw={600}>
            <When at={made.createdAt} /> · {made.format.toUpperCase()}
          </Text>
          {status}
        </Group>
        {progress}
        {actions}
      </Stack>
    ),
  };
}
