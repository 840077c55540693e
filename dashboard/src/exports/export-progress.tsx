import type { Export } from "@kassa/sdk";
import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { download } from "../api/download.ts";
import { useHere } from "../app/place.tsx";
import { AnchorLink } from "../components/links.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { progressText } from "./progress.tsx";
import { contentPath, exportQuery } from "./queries.ts";

/** An export that was just requested: how far it is, and its file as soon as it is complete. It goes on when this is closed. */
export function ExportProgress({ begun, onClose }: { readonly begun: Export; readonly onClose: () => void }) {
  const { place, membership, mode } = useHere();
  const { data: made = begun, error } = useQuery(exportQuery(place, begun.id));
  const { mutate: save, ...saving } = useMutation({ mutationFn: () => download(contentPath(begun), place) });
  const { status } = made;
  useEffect(() => {
    if (status === "completed") save();
  }, [status, save]);
  const isOpen = status === "pending" || status === "running";
  return (
    <Stack gap="md">
      {(error ?? saving.error) && (
        <Failure error={(error ?? saving.error) as Error} {...(saving.error && { again: () => save() })} />
      )}
      {status === "failed" && <Alert color="red">{progressText(made)}</Alert>}
      {isOpen && <Progress value={100} animated striped aria-label={t("exports.progress")} />}
      {status !== "failed" && <Text role="status">{progressText(made)}</Text>}
      {saving.isSuccess && <Text>{t("exports.saved")}</Text>}
      {isOpen && (
        <Text size="sm" c="var(--kassa-muted)">
          {t("exports.goes-on")}
        </Text>
      )}
      <Group justify="space-between">
        <AnchorLink to={`/${membership.tenant.id}/${mode}/exports` as string} size="sm">
          {t("exports.title")}
        </AnchorLink>
        <Button variant="default" onClick={onClose}>
          {t("exports.close")}
        </Button>
      </Group>
    </Stack>
  );
}
