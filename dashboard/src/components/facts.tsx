import { Box, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values below each other, the values at the end of the line. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Box component="dl" m={0}>
      {facts.map(([name, value]) => (
        <Group key={name} justify="space-between" py={6} wrap="nowrap" align="flex-start">
          <Text
            component="dt"
            c="var(--kassa-muted)"
            size="sm"
            maw="45%"
            style={{ flexShrink: 0, overflowWrap: "anywhere" }}
          >
            <bdi>{name}</bdi>
          </Text>
          <Text component="dd" m={0} size="sm" ta="end" className="fact">
            {typeof value === "string" ? <bdi>{value}</bdi> : value}
          </Text>
        </Group>
      ))}
    </Box>
  );
}
