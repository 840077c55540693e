import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { type Row, Rows } from "../../components/rows.tsx";
import { Empty, Failure, Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { When } from "../../components/when.tsx";
import { t } from "../../texts/texts.ts";
import { RevokeDialog, RollDialog } from "./change-dialogs.tsx";
import { MakeDialog } from "./make-dialog.tsx";
import { type Key, keysQuery } from "./queries.ts";

/** The API keys of the tenant in this mode. */
export function KeysPage() {
  const { place, may } = useHere();
  const mayChange = may("full");
  const keys = useQuery({ ...keysQuery(place), enabled: mayChange });
  const [isMaking, making] = useDisclosure(false);
  const [rolling, setRolling] = useState<Key | null>(null);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const rows = (keys.data?.data ?? []).map((key) =>
    toRow(
      key,
      () => setRolling(key),
      () => setRevoking(key),
    ),
  );
  const columns = [
    { title: t("keys.name") },
    { title: t("payments.status") },
    { title: t("keys.used") },
    { title: t("keys.actions"), isBare: true },
  ];
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t("keys.title")}
        </Title>
        {mayChange && <Button onClick={making.open}>{t("keys.make")}</Button>}
      </Group>
      {!mayChange && <Text c="var(--kassa-muted)">{t("keys.forbidden")}</Text>}
      {keys.error && <Failure error={keys.error} again={() => void keys.refetch()} />}
      {mayChange && keys.isPending && <Loading />}
      {keys.data && rows.length === 0 && <Empty title={t("keys.none")} help={t("keys.none-help")} />}
      {rows.length > 0 && <Rows columns={columns} rows={rows} />}
      {isMaking && <MakeDialog onClose={making.close} />}
      {rolling && <RollDialog apiKey={rolling} onClose={() => setRolling(null)} />}
      {revoking && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </Stack>
  );
}

const isOver = ({ revokedAt, expiresAt }: Key): boolean =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());

function toRow(key: Key, roll: () => void, revoke: () => void): Row {
  const name = (
    <Stack gap={0}>
      <Text fw={600}>{key.name ?? key.id}</Text>
      <Text size="xs" c="var(--kassa-muted)">
        … {key.hint} · {key.scopes.join(", ")}
        {key.allowedNetworks.length > 0 && ` · ${key.allowedNetworks.join(", ")}`}
      </Text>
      {key.expiresAt !== null && (
        <Text size="xs" c="var(--kassa-muted)">
          {t("keys.until")} <When at={key.expiresAt} />
        </Text>
      )}
    </Stack>
  );
  const status = <Status status={key.revokedAt ? "revoked" : isOver(key) ? "expired" : "enabled"} />;
  const actions = isOver(key) ? null : (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button size="compact-md" variant="default" onClick={roll}>
        {t("keys.roll")}
      </Button>
      <Button size="compact-md" variant="subtle" color="red" onClick={revoke}>
        {t("keys.revoke")}
      </Button>
    </Group>
  );
  const used = key.lastUsedAt ? <When at={key.lastUsedAt} /> : t("keys.never");
  return {
    id: key.id,
    cells: [name, status, used, actions],
    narrow: (
      <Stack gap="xs" p="md">
        {name}
        <Group justify="space-between">
          {status}
          {actions}
        </Group>
      </Stack>
    ),
  };
}
