import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

type Props = { readonly title: ReactNode; readonly help?: string; readonly children?: ReactNode };

/** The top of a page: its title, a sentence about it, and beside them what can be done. */
export function Head({ title, help, children }: Props) {
  return (
    <Group justify="space-between" align="flex-start" gap="md">
      <Stack gap={4} flex="1 1 260px">
        <Title order={1} size="h2" style={{ overflowWrap: "anywhere" }}>
          <bdi>{title}</bdi>
        </Title>
        {help && (
          <Text c="var(--kassa-muted)" maw="65ch">
            {help}
          </Text>
        )}
      </Stack>
      {children && <Group gap="sm">{children}</Group>}
    </Group>
  );
}
