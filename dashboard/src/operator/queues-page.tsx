import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Head } from "../components/head.tsx";
import { type Row, Rows } from "../components/rows.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { currentLocale, has, t } from "../texts/texts.ts";
import { durationText } from "./duration.ts";
import { type Queue, type Queues, queuesQuery } from "./queries.ts";

/** The background work that is due now. It refreshes itself. */
export function QueuesPage() {
  const queues = useQuery(queuesQuery);
  return (
    <Stack gap="lg">
      <Head title={t("operator.queues")} help={t("operator.queues-help")} />
      {queues.error && <Failure error={queues.error} again={() => void queues.refetch()} />}
      {queues.isPending && <Loading />}
      {queues.data && <List found={queues.data} readAtMs={queues.dataUpdatedAt} />}
    </Stack>
  );
}

function List({ found, readAtMs }: { readonly found: Queues; readonly readAtMs: number }) {
  const columns = [
    { title: t("operator.work") },
    { title: t("operator.state") },
    { title: t("operator.waiting"), align: "end" },
    { title: t("operator.oldest"), align: "end" },
  ] as const;
  const time = new Intl.DateTimeFormat(currentLocale(), { timeStyle: "medium" }).format(readAtMs);
  return (
    <>
      <Rows
        columns={columns}
        rows={found.queues.map((queue) => toRow(queue, found.countedAtMost, readAtMs))}
      />
      <Text size="sm" c="var(--kassa-muted)">
        {t("operator.refreshed", { time })}
      </Text>
    </>
  );
}

/** Work that is due is normally done within seconds. */
const lateMs = 60_000;

function toRow({ name, waiting, since }: Queue, countedAtMost: number, readAtMs: number): Row {
  const textName = `queue.${name}`;
  const title = <Text fw={600}>{has(textName) ? t(textName) : name.replaceAll("_", " ")}</Text>;
  const dueForMs = since === null ? 0 : Math.max(0, readAtMs - Date.parse(since));
  const state = <Status status={waiting === 0 ? "empty" : dueForMs > lateMs ? "late_work" : "working"} />;
  const count = `${new Intl.NumberFormat(currentLocale()).format(waiting)}${waiting >= countedAtMost ? "+" : ""}`;
  const oldest = since === null ? "–" : durationText(dueForMs);
  return {
    id: name,
    cells: [
      title,
      state,
      <span key="count" className="money">
        {count}
      </span>,
      oldest,
    ],
    narrow: (
      <Stack gap={4} p="md">
        <Group justify="space-between" gap="xs">
          {title}
          {state}
        </Group>
        {waiting > 0 && (
          <Text size="sm" c="var(--kassa-muted)">
            {t("operator.waiting")}: {count} · {t("operator.oldest")}: {oldest}
          </Text>
        )}
      </Stack>
    ),
  };
}
