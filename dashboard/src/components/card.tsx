import { Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

type Props = { readonly title: string; readonly help?: string; readonly children: ReactNode };

/** A part of a page, with its heading. */
export function Card({ title, help, children }: Props) {
  return (
    <Paper p="lg" withBorder bg="var(--kassa-raised)" component="section" aria-label={title}>
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={2} size="h4">
            {title}
          </Title>
          {help && (
            <Text size="sm" c="var(--kassa-muted)">
              {help}
            </Text>
          )}
        </Stack>
        {children}
      </Stack>
    </Paper>
  );
}
