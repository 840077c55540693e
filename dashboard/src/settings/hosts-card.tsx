import { Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { RequestProblem } from "../api/problem.ts";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { Facts } from "../components/facts.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { currentLocale, t } from "../texts/texts.ts";
import { changeHosts, type Limits, limitsQuery } from "./queries.ts";
import { SaveButtons } from "./save-buttons.tsx";

/** Where customers may be sent back to, which owners change, and how often programs may ask, which the operator sets. */
export function HostsCard() {
  const { place } = useHere();
  const limits = useQuery(limitsQuery(place));
  return (
    <>
      <Card title={t("rules.hosts")} help={t("rules.hosts-help")}>
        {limits.error && <Failure error={limits.error} again={() => void limits.refetch()} />}
        {limits.isPending && <Loading as="text" />}
        {limits.data && <Hosts limits={limits.data} />}
      </Card>
      {limits.data && <Rates limits={limits.data} />}
    </>
  );
}

function Hosts({ limits }: { readonly limits: Limits }) {
  const { membership, place } = useHere();
  const queryClient = useQueryClient();
  const saved = limits.allowedHosts.join("\n");
  const [typed, setTyped] = useState(saved);
  const save = useMutation({
    mutationFn: () => changeHosts(place, linesOf(typed)),
    onSuccess: (changed) => {
      setTyped(changed.allowedHosts.join("\n"));
      queryClient.setQueryData(limitsQuery(place).queryKey, changed);
    },
  });
  if (membership.role !== "owner") return <ReadOnlyHosts hosts={limits.allowedHosts} />;
  const fault = faultAtHosts(save.error);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="md">
        {save.error && !fault && <Failure error={save.error} />}
        <Textarea
          label={t("rules.hosts-label")}
          description={t("rules.hosts-lines")}
          placeholder={"shop.example\n*.shop.example"}
          size="md"
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          autoComplete="off"
          error={fault}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SaveButtons
          hasChanges={linesOf(typed).join("\n") !== saved}
          isSaving={save.isPending}
          saved={save.isSuccess ? t("rules.hosts-saved") : null}
          onDiscard={() => setTyped(saved)}
        />
      </Stack>
    </form>
  );
}

function ReadOnlyHosts({ hosts }: { readonly hosts: readonly string[] }) {
  return (
    <Stack gap={4}>
      <Text style={{ overflowWrap: "anywhere" }}>
        {hosts.length === 0 ? t("rules.hosts-all") : <bdi>{hosts.join(", ")}</bdi>}
      </Text>
      <Text size="sm" c="var(--kassa-muted)">
        {t("rules.hosts-owner")}
      </Text>
    </Stack>
  );
}

function Rates({ limits: { requestsPerSecond } }: { readonly limits: Limits }) {
  const shown = (rate: number | null): string =>
    rate === null ? t("rules.rates-none") : rate.toLocaleString(currentLocale());
  return (
    <Card title={t("rules.rates")} help={t("rules.rates-help")}>
      <Facts
        facts={[
          [t("mode.live"), shown(requestsPerSecond.live)],
          [t("mode.sandbox"), shown(requestsPerSecond.sandbox)],
        ]}
      />
    </Card>
  );
}

const linesOf = (typed: string): string[] => typed.split(/[\s,]+/).filter((host) => host !== "");

const faultAtHosts = (error: Error | null): string | undefined =>
  error instanceof RequestProblem && error.param?.startsWith("/allowedHosts") ? error.message : undefined;
