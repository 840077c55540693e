import {
  Button,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { meQuery } from "../api/me.ts";
import { useHere } from "../app/place.tsx";
import { AnchorLink } from "../components/links.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { type Progress, progressQuery, type Step, steps } from "./progress.ts";

/** Each line has the same height while it isn't known yet, so that nothing moves. */
const lineHeight = 44;

/** The way to the first live payment. Its steps tick themselves, and whoever needs none of it puts it away. */
export function Guide() {
  const { membership, mode, may } = useHere();
  const [isAway, setAway] = useLocalStorage({
    key: `kassa.guide.${membership.tenant.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (mode !== "sandbox" || !may("full") || isAway) return null;
  return <Open onClose={() => setAway(true)} />;
}

function Open({ onClose }: { readonly onClose: () => void }) {
  const { place } = useHere();
  const me = useQuery(meQuery);
  const progress = useQuery(progressQuery(place, me.data?.signIn.factors === 2));
  const done = progress.data ? steps.filter((step) => progress.data[step]).length : 0;
  return (
    <Paper p="lg" withBorder bg="var(--kassa-raised)" component="section" aria-label={t("guide.title")}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Stack gap={2}>
            <Title order={2} size="h4">
              {t("guide.title")}
            </Title>
            <Text size="sm" c="var(--kassa-muted)">
              {progress.data ? t("guide.done", { done, of: steps.length }) : t("loading")}
            </Text>
          </Stack>
          <Button size="compact-md" variant="subtle" color="gray" style={{ flexShrink: 0 }} onClick={onClose}>
            {t("guide.dismiss")}
          </Button>
        </Group>
        {progress.error && <Failure error={progress.error} again={() => void progress.refetch()} />}
        <SimpleGrid
          component="ol"
          cols={{ base: 1, md: 2 }}
          verticalSpacing={0}
          m={0}
          p={0}
          style={{ listStyle: "none" }}
        >
          {steps.map((step) => (
            <Line key={step} step={step} progress={progress.data} />
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}

function Line({ step, progress }: { readonly step: Step; readonly progress: Progress | undefined }) {
  const isDone = progress?.[step];
  return (
    <Group component="li" gap="sm" mih={lineHeight} py={4} wrap="nowrap">
      <Mark isDone={isDone === true} />
      {isDone === undefined ? (
        <Skeleton h={12} w={220} />
      ) : (
        <Text size="sm" {...(isDone && { c: "var(--kassa-muted)" })}>
          <VisuallyHidden>{t(isDone ? "guide.is-done" : "guide.is-open")}: </VisuallyHidden>
          {isDone ? t(`guide.${step}`) : <Way step={step}>{t(`guide.${step}`)}</Way>}
        </Text>
      )}
    </Group>
  );
}

/** Where a step is done: a screen, or a page of the docs for what has no screen. */
function Way({ step, children }: { readonly step: Step; readonly children: ReactNode }) {
  const { membership, mode } = useHere();
  const params = { tenant: membership.tenant.id, mode };
  switch (step) {
    case "key":
      return (
        <AnchorLink to="/$tenant/$mode/keys" params={params} size="sm">
          {children}
        </AnchorLink>
      );
    case "session":
    case "paid":
      return (
        <AnchorLink to="/$tenant/$mode/developers" params={params} size="sm">
          {children}
        </AnchorLink>
      );
    case "webhook":
      return (
        <AnchorLink to="/$tenant/$mode/webhooks" params={params} size="sm">
          {children}
        </AnchorLink>
      );
    case "brand":
      return (
        <AnchorLink to="/$tenant/$mode/settings" params={params} size="sm">
          {children}
        </AnchorLink>
      );
    case "connector":
    case "live":
      return (
        <AnchorLink to="/$tenant/$mode/connectors" params={{ ...params, mode: "live" }} size="sm">
          {children}
        </AnchorLink>
      );
  }
}

/** A tick, or an empty circle. The words beside it say the same. */
function Mark({ isDone }: { readonly isDone: boolean }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke={isDone ? "var(--kassa-success)" : "var(--kassa-muted)"}
      strokeWidth="1.5"
      aria-hidden="true"
      style={{ flexShrink: 0 }}
    >
      <circle cx="10" cy="10" r="8.5" />
      {isDone && <path d="m6 10.5 2.5 2.5L14 7.5" strokeLinecap="round" strokeLinejoin="round" />}
    </svg>
  );
}
