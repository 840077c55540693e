import { Box, Grid, Group, Paper, SimpleGrid, Skeleton, Stack } from "@mantine/core";

// Grey shapes in the places of what is loading, so that a screen keeps its form when that comes.

/** As high as the lines of a table, or on a phone as the blocks. */
const lines = [0, 1, 2, 3, 4, 5];
/** Words aren't of one length. */
const widths = ["72%", "54%", "80%", "62%", "46%", "68%"];

/** As `Rows`. */
export function ListSkeleton() {
  return (
    <Paper withBorder bg="var(--kassa-raised)">
      {lines.map((line) => (
        <Box key={line} px="md" className={line === 0 ? "" : "skeleton-line"}>
          <Group h={50} gap="xl" wrap="nowrap" visibleFrom="sm">
            {[0, 1, 2, 3].map((column) => (
              <Box key={column} flex={1}>
                <Skeleton h={12} w={widths[(line + column) % widths.length]} />
              </Box>
            ))}
          </Group>
          <Stack h={76} gap="sm" justify="center" hiddenFrom="sm">
            <Group justify="space-between">
              <Skeleton h={14} w="36%" />
              <Skeleton h={18} w="24%" />
            </Group>
            <Skeleton h={10} w={widths[line]} />
          </Stack>
        </Box>
      ))}
    </Paper>
  );
}

/** Some lines of text, within a card or a dialog. */
export function TextSkeleton({ count = 4 }: { readonly count?: number }) {
  return (
    <Stack gap="md" py={4}>
      {lines.slice(0, count).map((line) => (
        <Skeleton key={line} h={12} w={widths[line]} />
      ))}
    </Stack>
  );
}

function CardSkeleton({ count }: { readonly count: number }) {
  return (
    <Paper p="lg" withBorder bg="var(--kassa-raised)">
      <Stack gap="md">
        <Skeleton h={16} w="32%" />
        <TextSkeleton count={count} />
      </Stack>
    </Paper>
  );
}

/** A title, and cards below each other, as in settings. */
export function CardsSkeleton() {
  return (
    <Stack gap="lg">
      <CardSkeleton count={4} />
      <CardSkeleton count={5} />
      <CardSkeleton count={3} />
    </Stack>
  );
}

/** A form, and beside it a preview of what it changes. */
export function PreviewSkeleton() {
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <CardsSkeleton />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Paper p="lg" withBorder bg="var(--kassa-raised)">
          <Stack gap="md">
            <Skeleton h={16} w="32%" />
            <Skeleton h={560} />
          </Stack>
        </Paper>
      </Grid.Col>
    </Grid>
  );
}

/** What a thing is, and cards about it: beside each other where there is room. */
export function PageSkeleton() {
  return (
    <Stack gap="lg">
      <Stack gap="sm" h={66} justify="center">
        <Skeleton h={26} w={{ base: "60%", sm: 320 }} />
        <Skeleton h={14} w={{ base: "42%", sm: 220 }} />
      </Stack>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <CardSkeleton count={6} />
            <CardSkeleton count={3} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <CardSkeleton count={5} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

/** Numbers, a chart, and what they are made of. */
export function FiguresSkeleton() {
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, md: 3 }} spacing={{ base: "sm", sm: "lg" }}>
        {lines.map((line) => (
          <Paper key={line} p={{ base: "sm", xs: "lg" }} withBorder bg="var(--kassa-raised)">
            <Stack h={72} gap="sm" justify="center">
              <Skeleton h={12} w="48%" />
              <Skeleton h={22} w="64%" />
              <Skeleton h={10} w="80%" />
            </Stack>
          </Paper>
        ))}
      </SimpleGrid>
      <Paper p="lg" withBorder bg="var(--kassa-raised)">
        <Stack gap="md">
          <Skeleton h={16} w={160} />
          <Skeleton h={236} />
        </Stack>
      </Paper>
    </Stack>
  );
}
