import type { SandboxClock } from "@kassa/sdk";
import { Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Confirm } from "../components/confirm.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormButtons } from "../components/form-buttons.tsx";
import { More } from "../components/more.tsx";
import { type Row, Rows } from "../components/rows.tsx";
import { Empty, Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { AdvanceDialog } from "./advance-dialog.tsx";
import { clocksQuery, createClock, deleteClock } from "./clock-queries.ts";

/** The sandbox's clocks, which make weeks pass in a moment. Live mode has none. */
export function ClocksPage() {
  const { mode, may } = useHere();
  const [isMaking, making] = useDisclosure(false);
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t("clocks.title")}
        </Title>
        {mode === "sandbox" && may("sandbox_clocks:write") && (
          <Button onClick={making.open}>{t("clocks.make")}</Button>
        )}
      </Group>
      {mode === "live" ? (
        <Empty title={t("clocks.live")} help={t("clocks.live-help")} />
      ) : (
        <>
          <Text c="var(--kassa-muted)" maw={640}>
            {t("clocks.help")}
          </Text>
          <Clocks />
        </>
      )}
      {isMaking && <MakeDialog onClose={making.close} />}
    </Stack>
  );
}

function Clocks() {
  const { place, may } = useHere();
  const list = useInfiniteQuery(clocksQuery(place));
  const [advancing, setAdvancing] = useState<SandboxClock | null>(null);
  const [leaving, setLeaving] = useState<SandboxClock | null>(null);
  const queryClient = useQueryClient();
  const clocks = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const rows = clocks.map((clock) =>
    toRow(
      clock,
      may("sandbox_clocks:write") && { advance: () => setAdvancing(clock), leave: () => setLeaving(clock) },
    ),
  );
  const columns = [
    { title: t("keys.name") },
    { title: t("payments.status") },
    { title: t("clocks.now") },
    { title: t("keys.actions"), isBare: true },
  ];
  return (
    <>
      {list.error && <Failure error={list.error} again={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && rows.length === 0 && <Empty title={t("clocks.none")} help={t("clocks.none-help")} />}
      {rows.length > 0 && <Rows columns={columns} rows={rows} />}
      <More list={list} />
      {advancing && <AdvanceDialog clock={advancing} onClose={() => setAdvancing(null)} />}
      {leaving && (
        <Confirm
          title={t("clocks.delete-title", { name: nameOf(leaving) })}
          help={t("clocks.delete-help")}
          action={t("webhooks.delete")}
          isHarmful
          onConfirm={async () => {
            await deleteClock(place, leaving.id);
            await queryClient.invalidateQueries({ queryKey: clocksQuery(place).queryKey });
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

const nameOf = ({ name, id }: SandboxClock): string => name ?? id;

type Actions = { readonly advance: () => void; readonly leave: () => void };

function toRow(clock: SandboxClock, may: Actions | false): Row {
  const name = (
    <Stack gap={0}>
      <Text fw={600}>{clock.name ?? t("clocks.unnamed")}</Text>
      <CopyText text={clock.id} label={nameOf(clock)} />
    </Stack>
  );
  const actions = may && (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="compact-md"
        variant="default"
        aria-label={`${t("clocks.advance")}: ${nameOf(clock)}`}
        onClick={may.advance}
      >
        {t("clocks.advance")}
      </Button>
      <Button
        size="compact-md"
        variant="subtle"
        color="red"
        aria-label={`${t("webhooks.delete")}: ${nameOf(clock)}`}
        onClick={may.leave}
      >
        {t("webhooks.delete")}
      </Button>
    </Group>
  );
  const status = <Status status={clock.status} />;
  return {
    id: clock.id,
    cells: [name, status, <When key="now" at={clock.now} />, actions],
    narrow: (
      <Stack gap="xs" p="md">
        {name}
        <Group justify="space-between">
          <Text size="sm">
            <When at={clock.now} />
          </Text>
          {status}
        </Group>
        {actions}
      </Stack>
    ),
  };
}

function MakeDialog({ onClose }: { readonly onClose: () => void }) {
  const { place } = useHere();
  const [name, setName] = useState("");
  const [key] = useState(() => crypto.randomUUID());
  const queryClient = useQueryClient();
  const make = useMutation({
    mutationFn: () =>
      createClock(place, name.trim(), `${key}-${encodeURIComponent(name.trim())}`.slice(0, 200)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: clocksQuery(place).queryKey });
      onClose();
    },
  });
  return (
    <Dialog title={t("clocks.make")} onClose={onClose}>
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
            description={t("clocks.name-help")}
            maxLength={100}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FormButtons onCancel={onClose} loading={make.isPending}>
            {t("clocks.make")}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
