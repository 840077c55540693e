import { Alert, Box, Button, Center, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { isProblem } from "../api/problem.ts";
import { t } from "../texts/texts.ts";
import { SecondFactorNeeded } from "./second-factor-needed.tsx";
import {
  CardsSkeleton,
  FiguresSkeleton,
  ListSkeleton,
  PageSkeleton,
  PreviewSkeleton,
  TextSkeleton,
} from "./skeletons.tsx";

const shapes = {
  list: ListSkeleton,
  text: TextSkeleton,
  cards: CardsSkeleton,
  page: PageSkeleton,
  preview: PreviewSkeleton,
  figures: FiguresSkeleton,
} as const;

/** Stands for what isn't there yet, in the shape that it will have. */
export function Loading({ as = "list" }: { readonly as?: keyof typeof shapes }) {
  const Shape = shapes[as];
  return (
    <Box role="status" aria-label={t("loading")} data-loading>
      <Shape />
    </Box>
  );
}

/** What went wrong, and what to do about it: try again, or what a refusal asks for. */
export function Failure({ error, again }: { readonly error: Error; readonly again?: () => void }) {
  if (isProblem(error, "second_factor_required")) return <SecondFactorNeeded />;
  if (isProblem(error, "role_forbids"))
    return (
      <Alert color="kassa" title={t("error.role")} role="alert">
        {error.message}
      </Alert>
    );
  return (
    <Alert color="red" title={t("error.title")} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text dir="auto">{error.message}</Text>
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
