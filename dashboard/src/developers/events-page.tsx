import type { Event } from "@kassa/sdk";
import { Group, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { AnchorLink, BoxLink } from "../components/links.tsx";
import { More } from "../components/more.tsx";
import { type Row, Rows } from "../components/rows.tsx";
import { Empty, Failure, Loading } from "../components/states.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { type EventFilters, typeGroups } from "./event-filters.ts";
import { eventListQuery } from "./event-queries.ts";
import { type Liveness, useLiveEvents } from "./use-live-events.ts";

/** What happens, newest first, as it happens. */
export function EventsPage() {
  const { place } = useHere();
  const filters = useSearch({ from: "/$tenant/$mode/events" });
  const list = useInfiniteQuery(eventListQuery(place, filters));
  const liveness = useLiveEvents(place, filters);
  const events = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t("events.title")}
        </Title>
        <Live state={liveness} />
      </Group>
      <FilterBar filters={filters} />
      {list.error && <Failure error={list.error} again={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && events.length === 0 && (
        <Empty
          title={t(isFiltered ? "events.none-found" : "events.none")}
          help={t(isFiltered ? "events.none-found-help" : "events.none-help")}
        />
      )}
      {events.length > 0 && <EventList events={events} />}
      <More list={list} />
    </Stack>
  );
}

function Live({ state }: { readonly state: Liveness }) {
  return (
    <span
      role="status"
      className={`status live-state ${state === "live" ? "status-good" : "status-neutral"}`}
    >
      {t(`events.state.${state}`)}
    </span>
  );
}

function FilterBar({ filters }: { readonly filters: EventFilters }) {
  const navigate = useNavigate({ from: "/$tenant/$mode/events" });
  const [session, setSession] = useState(filters.session ?? "");
  const apply = (changed: Record<string, string | undefined>): void =>
    void navigate({
      search: (now) =>
        Object.fromEntries(
          Object.entries({ ...now, ...changed }).filter(([, value]) => value),
        ) as EventFilters,
      replace: true,
    });
  const search = useDebouncedCallback((value: string) => apply({ session: value.trim() || undefined }), 250);
  return (
    <Group align="flex-end" gap="md">
      <Select
        label={t("events.type")}
        placeholder={t("events.any-type")}
        clearable
        flex={1}
        miw={200}
        maw={{ sm: 320 }}
        value={filters.type ?? null}
        data={typeGroups.map((value) => ({ value, label: t(`events.group.${value}`) }))}
        onChange={(type) => apply({ type: type ?? undefined })}
      />
      <TextInput
        flex={2}
        miw={240}
        label={t("payment.session")}
        placeholder="cs_…"
        value={session}
        onChange={({ currentTarget: { value } }) => {
          setSession(value);
          search(value);
        }}
      />
    </Group>
  );
}

/** The id of the object that an event is about. */
const aboutOf = ({ data: { object } }: Event): string =>
  "id" in object && typeof object.id === "string" ? object.id : "–";

function EventList({ events }: { readonly events: readonly Event[] }) {
  const { membership, mode } = useHere();
  const navigate = useNavigate();
  const rows = events.map((event): Row => {
    const params = { tenant: membership.tenant.id, mode, id: event.id };
    const to = { to: "/$tenant/$mode/events/$id", params } as const;
    const about = (
      <Text size="xs" c="var(--kassa-muted)" ff="monospace" truncate dir="auto">
        {aboutOf(event)}
      </Text>
    );
    return {
      id: event.id,
      onOpen: () => void navigate(to),
      cells: [
        <AnchorLink key="type" {...to} c="inherit" fw={600} underline="never">
          {event.type}
        </AnchorLink>,
        about,
        <Text key="at" size="sm" c="var(--kassa-muted)" style={{ whiteSpace: "nowrap" }}>
          <When at={event.createdAt} />
        </Text>,
      ],
      narrow: (
        <BoxLink {...to} p="md" display="block" c="inherit" style={{ textDecoration: "none" }}>
          <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
            <bdi>{event.type}</bdi>
          </Text>
          {about}
          <Text size="xs" c="var(--kassa-muted)">
            <When at={event.createdAt} />
          </Text>
        </BoxLink>
      ),
    };
  });
  const columns = [
    { title: t("events.type") },
    { title: t("events.about") },
    { title: t("payments.created") },
  ];
  return <Rows columns={columns} rows={rows} />;
}
