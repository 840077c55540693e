import type { Dispute, Payment } from "@kassa/sdk";
import { Alert, Button, FileInput, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Dialog } from "../components/dialog.tsx";
import { LiveQuestion } from "../components/live-question.tsx";
import { formatMoney } from "../components/money.tsx";
import { Failure } from "../components/states.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { type EvidenceField, fieldsFor } from "./evidence.ts";
import { sendEvidence, type Texts, uploadEvidence } from "./orders.ts";
import { useOrder } from "./use-order.ts";

type Props = { readonly dispute: Dispute; readonly payment: Payment; readonly onClose: () => void };

/** Collects evidence, saves it, and sends it to the bank, which takes it once. */
export function EvidenceDialog({ dispute, payment, onClose }: Props) {
  const { mode } = useHere();
  const saved: Readonly<Record<string, string>> = dispute.evidence;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(saved);
  const [hasMore, setMore] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const texts = changesOf(saved, typed);
  const variant = JSON.stringify(texts);
  const save = useOrder(payment, `save-${variant}`, sendEvidence(dispute, { texts, submit: false }));
  const send = useOrder(payment, `send-${variant}`, sendEvidence(dispute, { texts, submit: true }));
  const { first, more } = fieldsFor(dispute.reason);
  const amount = formatMoney(dispute.amount, dispute.currency);
  const error = save.error ?? send.error;
  const answer = send.data ?? save.data;
  if (answer) return <Answered answer={answer} isSent={send.data !== undefined} onClose={onClose} />;
  if (isAsking)
    return (
      <Dialog title={t("evidence.title")} onClose={onClose}>
        <LiveQuestion
          amount={amount}
          effect={t("evidence.once-live")}
          action={t("evidence.send")}
          order={send}
          onCancel={() => setAsking(false)}
        />
      </Dialog>
    );
  return (
    <Dialog title={t("evidence.title")} onClose={onClose}>
      {error && <Failure error={error} />}
      <Help dispute={dispute} amount={amount} />
      <Fields
        names={hasMore ? [...first, ...more] : first}
        typed={typed}
        onChange={(name, value) => setTyped({ ...typed, [name]: value })}
      />
      {!hasMore && (
        <Group>
          <Button variant="transparent" px={0} onClick={() => setMore(true)}>
            {t("evidence.more")}
          </Button>
        </Group>
      )}
      <Files dispute={dispute} payment={payment} />
      <Text size="sm" c={mode === "live" ? "var(--kassa-danger)" : "var(--kassa-muted)"}>
        {t("evidence.once")}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          {t("evidence.save")}
        </Button>
        <Button loading={send.isPending} onClick={() => (mode === "live" ? setAsking(true) : send.mutate())}>
          {t("evidence.send")}
        </Button>
      </Group>
    </Dialog>
  );
}

function Help({ dispute, amount }: { readonly dispute: Dispute; readonly amount: string }) {
  return (
    <Text size="sm">
      {t("evidence.help", { amount })}
      {dispute.evidenceDueAt && (
        <>
          {" "}
          {t("disputes.due")} <When at={dispute.evidenceDueAt} />.
        </>
      )}
    </Text>
  );
}

type AnsweredProps = { readonly answer: Dispute; readonly isSent: boolean; readonly onClose: () => void };

function Answered({ answer, isSent, onClose }: AnsweredProps) {
  return (
    <Dialog title={t("evidence.title")} onClose={onClose}>
      <Alert color={answer.pendingAction ? "yellow" : "green"} role="status">
        {t(outcomeOf(answer, isSent))}
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("ok")}
        </Button>
      </Group>
    </Dialog>
  );
}

function outcomeOf({ pendingAction }: Dispute, isSent: boolean) {
  if (pendingAction) return "disputes.pending";
  return isSent ? "evidence.sent" : "evidence.saved";
}

/** What is to be set, and what removed. */
function changesOf(saved: Readonly<Record<string, string>>, typed: Readonly<Record<string, string>>): Texts {
  const changed = Object.entries(typed).filter(([name, value]) => value.trim() !== (saved[name] ?? ""));
  return Object.fromEntries(changed.map(([name, value]) => [name, value.trim() || null]));
}

type FieldsProps = {
  readonly names: readonly EvidenceField[];
  readonly typed: Readonly<Record<string, string>>;
  readonly onChange: (name: string, value: string) => void;
};

function Fields({ names, typed, onChange }: FieldsProps) {
  return names.map((name) => (
    <Textarea
      key={name}
      label={t(`evidence.${name}`)}
      autosize
      minRows={1}
      maxRows={6}
      maxLength={20_000}
      value={typed[name] ?? ""}
      onChange={(event) => onChange(name, event.currentTarget.value)}
    />
  ));
}

/** The files that go with the evidence. Each is stored as soon as it is chosen. */
function Files({ dispute, payment }: { readonly dispute: Dispute; readonly payment: Payment }) {
  const [file, setFile] = useState<File | null>(null);
  const upload = useOrder(
    payment,
    file ? `${file.name}-${file.size}-${file.lastModified}` : "",
    (place, key) => (file ? uploadEvidence(dispute, file)(place, key) : Promise.resolve(dispute)),
  );
  const files = upload.data?.files ?? dispute.files;
  return (
    <Stack gap="sm">
      {upload.error && <Failure error={upload.error} />}
      {files.map(({ id, name, size }) => (
        <Text key={id} size="sm" style={{ overflowWrap: "anywhere" }}>
          {t("evidence.attached", { name, size: Math.ceil(size / 1000) })}
        </Text>
      ))}
      <Group align="flex-end" wrap="nowrap">
        <FileInput
          flex={1}
          miw={0}
          label={t("evidence.file")}
          description={t("evidence.file-help")}
          accept="application/pdf,image/png,image/jpeg"
          clearable
          value={file}
          onChange={setFile}
        />
        <Button
          variant="default"
          disabled={!file}
          loading={upload.isPending}
          onClick={() => upload.mutate(undefined, { onSuccess: () => setFile(null) })}
        >
          {t("evidence.upload")}
        </Button>
      </Group>
    </Stack>
  );
}
