import { Box, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failure } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";

type GroupProps<Item> = {
  readonly title: string;
  /** Why they wait, and what to do. */
  readonly help: string;
  readonly list: UseQueryResult<{ readonly data: readonly Item[]; readonly hasMore: boolean }>;
  readonly children: (item: Item) => ReactNode;
};

/** One kind of what waits. Nothing is shown if nothing of it does. */
export function WaitingGroup<Item extends { readonly id: string }>(props: GroupProps<Item>) {
  const { title, help, list, children } = props;
  if (list.error) return <Failure error={list.error} again={() => void list.refetch()} />;
  const { data: items = [], hasMore = false } = list.data ?? {};
  if (items.length === 0) return null;
  const count = items.length;
  return (
    <Paper withBorder bg="var(--kassa-raised)" component="section" aria-label={title}>
      <Stack gap={4} p="lg" pb="sm">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="var(--kassa-muted)" className="money">
            {hasMore ? t("waiting.first", { count }) : count}
          </Text>
        </Group>
        <Text size="sm" c="var(--kassa-muted)" maw="65ch">
          {help}
        </Text>
      </Stack>
      <Box component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {items.map((item) => (
          <Box
            key={item.id}
            component="li"
            px="lg"
            py="md"
            style={{ borderTop: "1px solid var(--kassa-line)" }}
          >
            {children(item)}
          </Box>
        ))}
      </Box>
    </Paper>
  );
}

type ItemProps = {
  /** The amount, or what else it is about. */
  readonly title: ReactNode;
  /** Who, and when. */
  readonly about: ReactNode;
  readonly reason: ReactNode;
  readonly actions?: ReactNode;
};

export function WaitingItem({ title, about, reason, actions }: ItemProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Stack gap={2} flex="1 1 260px" style={{ minWidth: 0, overflowWrap: "anywhere" }}>
        <Text component="div">
          <Text span fw={600}>
            {title}
          </Text>{" "}
          <Text span size="sm" c="var(--kassa-muted)">
            <bdi>{about}</bdi>
          </Text>
        </Text>
        <Text size="sm" component="div">
          {reason}
        </Text>
      </Stack>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
