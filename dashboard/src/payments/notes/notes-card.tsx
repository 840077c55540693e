import type { Payment, PaymentNote } from "@kassa/sdk";
import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { Card } from "../../components/card.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { More } from "../../components/more.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { When } from "../../components/when.tsx";
import { t } from "../../texts/texts.ts";
import { nameOf } from "../activity.ts";
import { useOrder } from "../use-order.ts";
import { deleteNote, notesQuery, writeNote } from "./queries.ts";
import { Tags } from "./tags.tsx";

/** What colleagues tell each other about a payment. */
export function NotesCard({ payment }: { readonly payment: Payment }) {
  const { place, may } = useHere();
  const list = useInfiniteQuery(notesQuery(place, payment.id));
  const notes = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const mayWrite = may("payment_notes:write");
  return (
    <Card title={t("notes.title")} help={t("notes.help")}>
      <Tags payment={payment} />
      {list.error && <Failure error={list.error} again={() => void list.refetch()} />}
      {list.isPending && <Loading as="text" />}
      {list.data && notes.length === 0 && !mayWrite && (
        <Text size="sm" c="var(--kassa-muted)">
          {t("notes.none")}
        </Text>
      )}
      {mayWrite && <NewNote payment={payment} />}
      {notes.map((note) => (
        <Note key={note.id} note={note} mayDelete={mayWrite} />
      ))}
      <More list={list} />
    </Card>
  );
}

function NewNote({ payment }: { readonly payment: Payment }) {
  const [text, setText] = useState("");
  const order = useOrder(payment, text, writeNote(payment, text));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        order.mutate(undefined, { onSuccess: () => setText("") });
      }}
    >
      <Stack gap="sm">
        {order.error && <Failure error={order.error} />}
        <Textarea
          label={t("notes.new")}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={2_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group>
          <Button
            type="submit"
            variant="default"
            size="sm"
            loading={order.isPending}
            disabled={text.trim() === ""}
          >
            {t("notes.add")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Note({ note, mayDelete }: { readonly note: PaymentNote; readonly mayDelete: boolean }) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <Stack gap={2} component="article" aria-label={t("notes.by", { who: nameOf(note.author) })}>
      <Text size="sm" className="fact" style={{ whiteSpace: "pre-wrap" }}>
        {note.text}
      </Text>
      <Group justify="space-between" gap="sm">
        <Text size="xs" c="var(--kassa-muted)" style={{ overflowWrap: "anywhere" }}>
          <bdi>{nameOf(note.author)}</bdi> · <When at={note.createdAt} />
        </Text>
        {mayDelete && (
          <Button
            variant="transparent"
            size="compact-sm"
            px={0}
            fw={400}
            aria-label={`${t("notes.delete")}: ${note.text.slice(0, 40)}`}
            onClick={() => setAsking(true)}
          >
            {t("notes.delete")}
          </Button>
        )}
      </Group>
      {isAsking && (
        <Confirm
          title={t("notes.delete-title")}
          help={t("notes.delete-help")}
          action={t("notes.delete")}
          isHarmful
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await deleteNote(place, note);
            await queryClient.invalidateQueries({ queryKey: ["notes", place, note.payment] });
          }}
        />
      )}
    </Stack>
  );
}
