import type { WebhookEndpoint } from "@kassa/sdk";
import { Box, Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormButtons } from "../components/form-buttons.tsx";
import { AnchorLink, BoxLink } from "../components/links.tsx";
import { type Row, Rows } from "../components/rows.tsx";
import { Empty, Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { createEndpoint, endpointsQuery } from "./queries.ts";

/** Where Kassa sends events. */
export function WebhooksPage() {
  const { place, may } = useHere();
  const list = useQuery(endpointsQuery(place));
  const [isAdding, adding] = useDisclosure(false);
  const mayChange = may("webhook_endpoints:write");
  const endpoints = list.data?.data ?? [];
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t("webhooks.title")}
        </Title>
        {mayChange && <Button onClick={adding.open}>{t("webhooks.add")}</Button>}
      </Group>
      {list.error && <Failure error={list.error} again={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && endpoints.length === 0 && (
        <Empty title={t("webhooks.none")} help={t("webhooks.none-help")} />
      )}
      {endpoints.length > 0 && <EndpointList endpoints={endpoints} />}
      {isAdding && <AddDialog onClose={adding.close} />}
    </Stack>
  );
}

function EndpointList({ endpoints }: { readonly endpoints: readonly WebhookEndpoint[] }) {
  const { membership, mode } = useHere();
  const navigate = useNavigate();
  const rows = endpoints.map(({ id, url, status, createdAt }): Row => {
    const params = { tenant: membership.tenant.id, mode, id };
    const to = { to: "/$tenant/$mode/webhooks/$id", params } as const;
    return {
      id,
      onOpen: () => void navigate(to),
      cells: [
        <AnchorLink key="url" {...to} c="inherit" fw={600} underline="never">
          {url}
        </AnchorLink>,
        <Status key="status" status={status} />,
        <When key="created" at={createdAt} />,
      ],
      narrow: (
        <BoxLink {...to} p="md" display="block" c="inherit" style={{ textDecoration: "none" }}>
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            <bdi>{url}</bdi>
          </Text>
          <Status status={status} />
        </BoxLink>
      ),
    };
  });
  const columns = [
    { title: t("webhooks.url") },
    { title: t("payments.status") },
    { title: t("payments.created") },
  ];
  return <Rows columns={columns} rows={rows} />;
}

/** Adds an endpoint, and shows its secret, which can't be read again. */
function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const { place } = useHere();
  const [url, setUrl] = useState("");
  const [key] = useState(() => crypto.randomUUID());
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: () => createEndpoint(place, url.trim(), `${key}-${url.trim()}`.slice(0, 200)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["endpoints", place] }),
  });
  if (add.data)
    return (
      <Dialog title={t("webhooks.added")} onClose={onClose}>
        <Text>{t("webhooks.secret-help")}</Text>
        <CopyText text={add.data.secret} label={t("webhooks.secret")} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t("webhooks.secret-kept")}</Button>
        </Group>
      </Dialog>
    );
  return (
    <Dialog title={t("webhooks.add")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <Stack gap="md">
          {add.error && <Failure error={add.error} />}
          <TextInput
            label={t("webhooks.url")}
            description={t("webhooks.url-help")}
            type="url"
            required
            data-autofocus
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Box>
            <FormButtons onCancel={onClose} loading={add.isPending}>
              {t("webhooks.add")}
            </FormButtons>
          </Box>
        </Stack>
      </form>
    </Dialog>
  );
}
