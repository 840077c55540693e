import { Alert, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Head } from "../components/head.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { has, t } from "../texts/texts.ts";
import { type Finding, type Health, healthQuery } from "./queries.ts";

/** What a running server finds of the checks of `kassa doctor`: what needs somebody comes first. */
export function HealthPage() {
  const health = useQuery(healthQuery);
  return (
    <Stack gap="lg">
      <Head title={t("operator.health")} help={t("operator.health-help")}>
        <Button variant="default" loading={health.isFetching} onClick={() => void health.refetch()}>
          {t("operator.check-again")}
        </Button>
      </Head>
      {health.error && <Failure error={health.error} again={() => void health.refetch()} />}
      {health.isPending && <Loading />}
      {health.data && <Findings health={health.data} />}
    </Stack>
  );
}

const urgency = { problem: 0, warning: 1, ok: 2 } as const;

function Findings({ health }: { readonly health: Health }) {
  const findings = health.findings.toSorted((one, other) => urgency[one.state] - urgency[other.state]);
  const isSound = findings.every(({ state }) => state === "ok");
  const leftOut = health.leftOut.map(checkName).join(", ");
  return (
    <>
      {isSound && (
        <Alert color="green" role="status">
          {t("operator.sound")}
        </Alert>
      )}
      <Paper withBorder bg="var(--kassa-raised)">
        {findings.map((finding, at) => (
          <Found key={`${finding.name} ${finding.text}`} finding={finding} isFirst={at === 0} />
        ))}
      </Paper>
      <Text size="sm" c="var(--kassa-muted)" maw="65ch">
        {t("operator.doctor-more", { checks: leftOut })}
      </Text>
    </>
  );
}

const checkName = (check: string): string => {
  const name = `check.${check}`;
  return has(name) ? t(name) : check.replaceAll("_", " ");
};

function Found({ finding, isFirst }: { readonly finding: Finding; readonly isFirst: boolean }) {
  const { check, state, text, advice } = finding;
  return (
    <Stack
      gap={4}
      p="md"
      component="section"
      style={{ overflowWrap: "anywhere", ...(isFirst ? {} : { borderTop: "1px solid var(--kassa-line)" }) }}
    >
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {checkName(check)}
        </Title>
        <Status status={state} />
      </Group>
      <Text size="sm" lang="en" dir="auto">
        {text}
      </Text>
      {advice && (
        <Text size="sm" c="var(--kassa-muted)" lang="en" dir="auto">
          {advice}
        </Text>
      )}
    </Stack>
  );
}
