import { Paper, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";

export type Figure = { readonly name: string; readonly value: ReactNode; readonly help?: string };

type Props = {
  readonly figures: readonly Figure[];
  /** Without frames, as within a card. */
  readonly isBare?: boolean;
};

/** Some numbers that say how things are, beside each other. */
export function Figures({ figures, isBare = false }: Props) {
  return (
    <SimpleGrid component="dl" m={0} cols={{ base: 2, sm: figures.length > 4 ? 3 : 4 }} spacing="sm">
      {figures.map(({ name, value, help }) => (
        <Paper
          key={name}
          p={isBare ? 0 : "md"}
          withBorder={!isBare}
          bg="var(--kassa-raised)"
          style={{ display: "flex", flexDirection: "column" }}
        >
          <Text component="dt" size="sm" c="var(--kassa-muted)" className="label" flex={help ? 0 : 1}>
            {name}
          </Text>
          <Text component="dd" m={0} mt={4} fz="xl" fw={600} className="money">
            {value}
          </Text>
          {help && (
            <Text component="dd" m={0} size="xs" c="var(--kassa-muted)" className="label">
              {help}
            </Text>
          )}
        </Paper>
      ))}
    </SimpleGrid>
  );
}
