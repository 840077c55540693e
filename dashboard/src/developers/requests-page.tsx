import { Group, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useHere } from "../app/place.tsx";
import { Head } from "../components/head.tsx";
import { AnchorLink, BoxLink } from "../components/links.tsx";
import { Paged, pagedQuery } from "../components/paged.tsx";
import type { Row } from "../components/rows.tsx";
import { Empty } from "../components/states.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { HttpStatus } from "./http-status.tsx";
import { RequestFilterBar } from "./request-filter-bar.tsx";
import { type LoggedRequest, requestsPath } from "./request-queries.ts";

/** What the tenant's programs asked, and what Kassa answered, newest first. */
export function RequestsPage() {
  const { place, may } = useHere();
  const filters = useSearch({ from: "/$tenant/$mode/requests" });
  const list = useInfiniteQuery({
    ...pagedQuery<LoggedRequest>(place, requestsPath, { ...filters }),
    enabled: may("webhook_endpoints:write"),
  });
  const toRow = useRow();
  const isFiltered = Object.keys(filters).length > 0;
  const help = isFiltered ? "requests.none-found-help" : (`requests.none-${place.mode}` as const);
  if (!may("webhook_endpoints:write"))
    return (
      <Stack gap="lg">
        <Head title={t("requests.title")} />
        <Text>{t("requests.forbidden")}</Text>
      </Stack>
    );
  return (
    <Stack gap="lg">
      <Head title={t("requests.title")} help={t(`requests.help-${place.mode}`)} />
      <RequestFilterBar filters={filters} />
      <Paged
        list={list}
        columns={[
          { title: t("requests.request") },
          { title: t("requests.answer") },
          { title: t("requests.duration"), align: "end" },
          { title: t("requests.at") },
        ]}
        toRow={toRow}
        empty={<Empty title={t(isFiltered ? "requests.none-found" : "requests.none")} help={t(help)} />}
      />
    </Stack>
  );
}

function useRow(): (logged: LoggedRequest) => Row {
  const { membership, mode } = useHere();
  const navigate = useNavigate();
  return ({ id, method, path, status, errorCode, durationMs, at }) => {
    const params = { tenant: membership.tenant.id, mode, id };
    const to = { to: "/$tenant/$mode/requests/$id", params } as const;
    const when = (
      <Text size="sm" c="var(--kassa-muted)" style={{ whiteSpace: "nowrap" }}>
        <When at={at} />
      </Text>
    );
    const error = errorCode && (
      <Text size="xs" c="var(--kassa-muted)" ff="monospace">
        {errorCode}
      </Text>
    );
    return {
      id,
      onOpen: () => void navigate(to),
      cells: [
        <Stack key="path" gap={0}>
          <AnchorLink {...to} c="inherit" fw={600} size="sm" underline="never">
            <bdi>
              {method} {path}
            </bdi>
          </AnchorLink>
          {error}
        </Stack>,
        <HttpStatus key="status" status={status} />,
        <Text key="duration" size="sm" className="money">
          {t("requests.ms", { count: durationMs })}
        </Text>,
        <span key="at">{when}</span>,
      ],
      narrow: (
        <BoxLink {...to} p="md" display="block" c="inherit" style={{ textDecoration: "none" }}>
          <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
            <bdi>
              {method} {path}
            </bdi>
          </Text>
          {error}
          <Group justify="space-between" wrap="nowrap" gap="sm" mt={4}>
            <HttpStatus status={status} />
            {when}
          </Group>
        </BoxLink>
      ),
    };
  };
}
