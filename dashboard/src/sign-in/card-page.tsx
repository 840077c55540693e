import { Box, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../texts/texts.ts";

/** A page with one thing to do. */
export function CardPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box component="main" px="md" py={{ base: 32, sm: 96 }}>
      <Stack maw={420} mx="auto" gap="lg">
        <Text fw={600} size="lg">
          {t("brand")}
        </Text>
        <Paper
          p={{ base: "md", sm: "xl" }}
          bg="var(--kassa-raised)"
          withBorder
          style={{ borderColor: "var(--kassa-line)" }}
        >
          <Stack gap="lg">
            <Title order={1} size="h3">
              {title}
            </Title>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Box>
  );
}
