import { Button, Group, MultiSelect, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Place, request } from "../api/request.ts";
import { useOrderKeys } from "../api/use-order-keys.ts";
import { useHere } from "../app/place.tsx";
import { Confirm } from "../components/confirm.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormButtons } from "../components/form-buttons.tsx";
import { type Row, Rows } from "../components/rows.tsx";
import { Empty, Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { FirstRequest } from "./first-request.tsx";
import { scopes } from "./scopes.ts";

type Key = {
  readonly id: string;
  readonly name: string | null;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
};
type Made = { readonly id: string; readonly secret: string };

const keysQuery = (place: Place) =>
  queryOptions({
    queryKey: ["keys", place],
    queryFn: ({ signal }) =>
      request<{ readonly data: readonly Key[] }>("/dashboard/api/keys/", { place, signal }),
  });

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
      </Text>
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

function useKeyChange<Answer>(change: () => Promise<Answer>) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keysQuery(place).queryKey }),
  });
}

function Secret({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  return (
    <Dialog title={t("keys.made")} onClose={onClose}>
      <Text>{t("keys.secret-help")}</Text>
      <CopyText text={made.secret} label={t("keys.title")} />
      <Text size="sm">{t("start.request-help")}</Text>
      <FirstRequest apiKey={made.secret} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t("webhooks.secret-kept")}</Button>
      </Group>
    </Dialog>
  );
}

function MakeDialog({ onClose }: { readonly onClose: () => void }) {
  const { place } = useHere();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<string[]>(["full"]);
  const keyOf = useOrderKeys();
  const make = useKeyChange(() => {
    const body = { name: name.trim(), scopes: chosen };
    return request<Made>("/dashboard/api/keys/", {
      method: "POST",
      place,
      body,
      idempotencyKey: keyOf(body),
    });
  });
  if (make.data) return <Secret made={make.data} onClose={onClose} />;
  return (
    <Dialog title={t("keys.make")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <Stack gap="md">
          {make.error && <Failure error={make.error} />}
          <TextInput
            label={t("keys.name")}
            description={t("keys.name-help")}
            required
            maxLength={100}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <MultiSelect
            label={t("keys.scopes")}
            description={t("keys.scopes-help")}
            data={scopes}
            searchable
            value={chosen}
            onChange={setChosen}
          />
          <FormButtons onCancel={onClose} disabled={chosen.length === 0} loading={make.isPending}>
            {t("keys.make")}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

type Props = { readonly apiKey: Key; readonly onClose: () => void };

function RollDialog({ apiKey, onClose }: Props) {
  const { place } = useHere();
  const keyOf = useOrderKeys();
  const roll = useKeyChange(() => {
    const body = { overlapHours: 24 };
    return request<Made>(`/dashboard/api/keys/${apiKey.id}/roll`, {
      method: "POST",
      place,
      body,
      idempotencyKey: keyOf(body),
    });
  });
  if (roll.data) return <Secret made={roll.data} onClose={onClose} />;
  return (
    <Dialog title={t("keys.roll-title", { name: apiKey.name ?? apiKey.id })} onClose={onClose}>
      {roll.error && <Failure error={roll.error} />}
      <Text>{t("keys.roll-help")}</Text>
      <FormButtons onCancel={onClose} loading={roll.isPending} onClick={() => roll.mutate()}>
        {t("keys.roll")}
      </FormButtons>
    </Dialog>
  );
}

function RevokeDialog({ apiKey, onClose }: Props) {
  const { place } = useHere();
  const revoke = useKeyChange(() =>
    request(`/dashboard/api/keys/${apiKey.id}/revoke`, { method: "POST", place, body: {} }),
  );
  return (
    <Confirm
      title={t("keys.revoke-title", { name: apiKey.name ?? apiKey.id })}
      help={t("keys.revoke-help")}
      action={t("keys.revoke")}
      isHarmful
      onConfirm={() => revoke.mutateAsync()}
      onClose={onClose}
    />
  );
}
