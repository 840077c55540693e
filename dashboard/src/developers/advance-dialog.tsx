import type { SandboxClock, SandboxClockAdvance } from "@kassa/sdk";
import { Box, Button, Group, Loader, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Failure } from "../components/states.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { advanceClock, advanceQuery, clocksQuery } from "./clock-queries.ts";

const spans = ["PT1H", "P1D", "P7D", "P30D", "P90D"] as const;
type Span = (typeof spans)[number];

/** Advances a clock, and shows what runs on the way. */
export function AdvanceDialog({
  clock,
  onClose,
}: {
  readonly clock: SandboxClock;
  readonly onClose: () => void;
}) {
  const { place } = useHere();
  const [span, setSpan] = useState<Span>("P1D");
  const [key] = useState(() => crypto.randomUUID());
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: clocksQuery(place).queryKey });
  const advance = useMutation({
    mutationFn: () => advanceClock(place, clock.id, span, `${key}-${span}`),
    onSuccess: (done) => queryClient.setQueryData(advanceQuery(place, clock.id).queryKey, done),
    onSettled: refresh,
  });
  // The answer may take 20 seconds; meanwhile the steps are read beside it.
  const isRunning = advance.isPending || clock.status === "advancing";
  const latest = useQuery({ ...advanceQuery(place, clock.id), enabled: isRunning || advance.isSuccess });
  const shown = advance.isIdle && clock.status === "ready" ? undefined : latest.data;
  return (
    <Dialog title={t("clocks.advance-title", { name: clock.name ?? clock.id })} onClose={onClose}>
      <Stack gap="md">
        {advance.error && <Failure error={advance.error} />}
        {!advance.isSuccess && clock.status === "ready" && (
          <Select
            label={t("clocks.by")}
            allowDeselect={false}
            disabled={advance.isPending}
            value={span}
            data={spans.map((value) => ({ value, label: t(`clocks.by.${value}`) }))}
            onChange={(value) => value && setSpan(value as Span)}
          />
        )}
        {isRunning && !shown && <Loader size="sm" role="status" aria-label={t("loading")} />}
        {shown && <Steps advance={shown} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t(advance.isSuccess ? "webhooks.close" : "cancel")}
          </Button>
          {!advance.isSuccess && clock.status === "ready" && (
            <Button loading={advance.isPending} onClick={() => advance.mutate()}>
              {t("clocks.advance")}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function Steps({ advance: { clock, ran } }: { readonly advance: SandboxClockAdvance }) {
  return (
    <>
      <Group gap="sm" role="status">
        {clock.status === "advancing" && <Loader size="xs" role="status" aria-label={t("loading")} />}
        <Text>
          {t(clock.status === "advancing" ? "clocks.is-advancing" : "clocks.advanced")}{" "}
          <When at={clock.now} />
        </Text>
      </Group>
      {ran.length === 0 && (
        <Text size="sm" c="var(--kassa-muted)">
          {t("clocks.nothing-ran")}
        </Text>
      )}
      {ran.length > 0 && (
        <Box component="ol" tabIndex={0} m={0} ps="lg" mah={240} style={{ overflow: "auto" }}>
          {ran.map(({ at, what, id }, index) => (
            <Text component="li" size="sm" key={index}>
              {what}{" "}
              <Text span size="xs" c="var(--kassa-muted)" title={id ?? ""}>
                <When at={at} />
              </Text>
            </Text>
          ))}
        </Box>
      )}
    </>
  );
}
