import { Code, Stack, Text, Title } from "@mantine/core";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Place, request } from "../api/request.ts";
import { useHere } from "../app/place.tsx";
import { More } from "../components/more.tsx";
import { type Column, type Row, Rows } from "../components/rows.tsx";
import { Empty, Failure, Loading } from "../components/states.tsx";
import { When } from "../components/when.tsx";
import { has, t } from "../texts/texts.ts";

type Change = { readonly from?: unknown; readonly to?: unknown };
type Entry = {
  readonly position: number;
  readonly at: string;
  readonly actor: string;
  readonly origin: string;
  readonly action: string;
  /** What kind of thing was changed, such as webhook_endpoint. */
  readonly changed: string;
  readonly objectId: string | null;
  readonly mode: string | null;
  readonly changes: Readonly<Record<string, Change>>;
};
type Entries = { readonly data: readonly Entry[]; readonly hasMore: boolean };

const auditQuery = (place: Place) =>
  infiniteQueryOptions({
    queryKey: ["audit", place.tenant],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === 0 ? "" : `&before=${pageParam}`;
      return request<Entries>(`/dashboard/api/audit/?limit=50${before}`, { place, signal });
    },
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.position : undefined),
  });

/** Who changed what of the tenant, from where, before and after. Nobody can change this list. */
export function AuditPage() {
  const { place } = useHere();
  const list = useInfiniteQuery(auditQuery(place));
  const entries = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Title order={1} size="h2">
          {t("audit.title")}
        </Title>
        <Text c="var(--kassa-muted)">{t("audit.help")}</Text>
      </Stack>
      {list.error && <Failure error={list.error} again={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && entries.length === 0 && <Empty title={t("audit.none")} help={t("audit.none-help")} />}
      {entries.length > 0 && <Rows columns={columns()} rows={entries.map(toRow)} />}
      <More list={list} />
    </Stack>
  );
}

const columns = (): Column[] => [
  { title: t("audit.when") },
  { title: t("audit.who") },
  { title: t("audit.what") },
  { title: t("audit.changes") },
];

const toRow = (entry: Entry): Row => ({
  id: String(entry.position),
  cells: [
    <Text key="when" size="sm" c="var(--kassa-muted)" style={{ whiteSpace: "nowrap" }}>
      <When at={entry.at} />
    </Text>,
    <Who key="who" entry={entry} />,
    <What key="what" entry={entry} />,
    <Changes key="changes" changes={entry.changes} />,
  ],
  narrow: (
    <Stack gap="xs" p="md">
      <What entry={entry} />
      <Changes changes={entry.changes} />
      <Who entry={entry} />
      <Text size="xs" c="var(--kassa-muted)">
        <When at={entry.at} />
      </Text>
    </Stack>
  ),
});

function Who({ entry }: { readonly entry: Entry }) {
  return (
    <Stack gap={0}>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        <bdi>{entry.actor}</bdi>
      </Text>
      <Text size="xs" c="var(--kassa-muted)">
        {entry.origin}
      </Text>
    </Stack>
  );
}

function What({ entry: { action, changed, objectId, mode } }: { readonly entry: Entry }) {
  const name = `audit.action.${action}`;
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {kindText(changed)}: {has(name) ? t(name) : action}
      </Text>
      <Text size="xs" c="var(--kassa-muted)" style={{ overflowWrap: "anywhere" }}>
        <bdi>{[objectId, mode].filter(Boolean).join(" · ")}</bdi>
      </Text>
    </Stack>
  );
}

/** In the reader's words; what is changed most rarely has none, and the name of its table is English. */
function kindText(changed: string): ReactNode {
  const name = `audit.kind.${changed}`;
  return has(name) ? t(name) : <span lang="en">{changed.replaceAll("_", " ")}</span>;
}

/** What each row says of itself besides: its own id and when it was made. */
const beside: ReadonlySet<string> = new Set(["id", "tenant_id", "created_at", "mode"]);

function Changes({ changes }: { readonly changes: Entry["changes"] }) {
  const told = Object.entries(changes).filter(([field]) => !beside.has(field));
  return (
    <Stack gap={2}>
      {told.map(([field, change]) => (
        <Text key={field} size="xs" style={{ overflowWrap: "anywhere" }}>
          <span lang="en">{field.replaceAll("_", " ")}</span>: <FromTo change={change} />
        </Text>
      ))}
    </Stack>
  );
}

/** Of a secret the log only says that it changed. */
function FromTo({ change: { from, to } }: { readonly change: Change }) {
  if (from === undefined && to === undefined) return t("audit.hidden");
  if (isNothing(from)) return <Value value={to} />;
  return (
    <>
      <Value value={from} /> <span className="arrow">→</span>{" "}
      {isNothing(to) ? t("audit.nothing") : <Value value={to} />}
    </>
  );
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;

const longest = 80;

function Value({ value }: { readonly value: unknown }) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return (
    <Code title={text} style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
      {text.length > longest ? `${text.slice(0, longest)}…` : text}
    </Code>
  );
}
