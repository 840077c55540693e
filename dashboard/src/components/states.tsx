import { Alert, Button, Center, Loader, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../texts/texts.ts";

export function Loading() {
  return (
    <Center mih={240}>
      <Loader role="status" aria-label={t("loading")} />
    </Center>
  );
}

export function Failure({ error, again }: { readonly error: Error; readonly again?: () => void }) {
  return (
    <Alert color="red" title={t("error.title")} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text>{error.message}</Text>
        {again && (
          <Button variant="default" size="sm" onClick={again}>
            {t("error.again")}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

export function Empty({
  title,
  help,
  children,
}: {
  readonly title: string;
  readonly help: string;
  readonly children?: ReactNode;
}) {
  return (
    <Center mih={240}>
      <Stack align="center" gap="xs" maw={480} ta="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="var(--kassa-muted)">{help}</Text>
        {children}
      </Stack>
    </Center>
  );
}
