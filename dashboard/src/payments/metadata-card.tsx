import type { Payment } from "@kassa/sdk";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Facts } from "../components/facts.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { changeMetadata } from "./orders.ts";
import { useOrder } from "./use-order.ts";

/** The merchant's own notes on the payment. */
export function MetadataCard({ payment }: { readonly payment: Payment }) {
  const { may } = useHere();
  const [isEditing, editing] = useDisclosure(false);
  const entries = Object.entries(payment.metadata ?? {});
  return (
    <Card title={t("metadata.title")}>
      {entries.length === 0 && (
        <Text size="sm" c="var(--kassa-muted)">
          {t("metadata.none")}
        </Text>
      )}
      {entries.length > 0 && <Facts facts={entries} />}
      {may("payments:write") && (
        <Group>
          <Button variant="default" size="sm" onClick={editing.open}>
            {t("metadata.edit")}
          </Button>
        </Group>
      )}
      {isEditing && <MetadataDialog payment={payment} onClose={editing.close} />}
    </Card>
  );
}

type Note = { readonly id: number; readonly name: string; readonly value: string };

function MetadataDialog({ payment, onClose }: { readonly payment: Payment; readonly onClose: () => void }) {
  const [notes, setNotes] = useState<readonly Note[]>(() => [
    ...Object.entries(payment.metadata ?? {}).map(([name, value], id) => ({ id, name, value })),
    { id: 50, name: "", value: "" },
  ]);
  const changes = changesOf(payment, notes);
  const order = useOrder(payment, JSON.stringify(changes), changeMetadata(payment, changes));
  const change = (id: number, changed: Partial<Note>): void =>
    setNotes(notes.map((note) => (note.id === id ? { ...note, ...changed } : note)));
  return (
    <Dialog title={t("metadata.edit-title")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          order.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <Stack gap="md">
          {order.error && <Failure error={order.error} />}
          <Text size="sm" c="var(--kassa-muted)">
            {t("metadata.help")}
          </Text>
          {notes.map(({ id, name, value }) => (
            <Group key={id} gap="sm" wrap="nowrap" align="flex-end">
              <TextInput
                flex={1}
                label={t("metadata.name")}
                maxLength={40}
                value={name}
                onChange={(event) => change(id, { name: event.currentTarget.value })}
              />
              <TextInput
                flex={1}
                label={t("metadata.value")}
                maxLength={500}
                value={value}
                onChange={(event) => change(id, { value: event.currentTarget.value })}
              />
            </Group>
          ))}
          <Group justify="space-between">
            <Button
              variant="transparent"
              px={0}
              onClick={() =>
                setNotes([...notes, { id: Math.max(...notes.map(({ id }) => id)) + 1, name: "", value: "" }])
              }
            >
              {t("metadata.add")}
            </Button>
            <Group>
              <Button variant="default" onClick={onClose}>
                {t("cancel")}
              </Button>
              <Button type="submit" loading={order.isPending} disabled={Object.keys(changes).length === 0}>
                {t("metadata.save")}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** What is to be set, and what deleted: an entry without a name or a value is deleted. */
function changesOf({ metadata }: Payment, notes: readonly Note[]): Record<string, string | null> {
  const before: Readonly<Record<string, string>> = metadata ?? {};
  const after = new Map(
    notes
      .filter(({ name, value }) => name.trim() !== "" && value !== "")
      .map(({ name, value }) => [name.trim(), value]),
  );
  return Object.fromEntries([
    ...Object.keys(before)
      .filter((name) => !after.has(name))
      .map((name) => [name, null] as const),
    ...[...after].filter(([name, value]) => before[name] !== value),
  ]);
}
