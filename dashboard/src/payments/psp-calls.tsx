import type { Payment } from "@kassa/sdk";
import { Box, Code, Group, Stack, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";
import { useHere } from "../app/place.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { When } from "../components/when.tsx";
import { has, t } from "../texts/texts.ts";
import { attemptMethod } from "./method.ts";

type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly failure: string | null;
  readonly durationMs: number;
  readonly requestId: string | null;
};
type Call = {
  readonly id: string;
  readonly at: string;
  readonly attempt: string;
  readonly connector: string;
  readonly operation: string;
  readonly outcome: string;
  readonly detail: string | null;
  readonly durationMs: number;
  readonly exchanges: readonly Exchange[];
};

const callsQuery = (place: Place, payment: string) =>
  queryOptions({
    queryKey: ["psp-calls", place, payment],
    queryFn: ({ signal }) =>
      request<{ readonly data: readonly Call[]; readonly hasMore: boolean }>(
        `/dashboard/api/payments/${encodeURIComponent(payment)}/psp-calls`,
        { place, signal },
      ),
    // The newest is stored within a second.
    refetchInterval: 5_000,
  });

/** What the PSPs were asked about a payment and what they answered, newest first. */
export function PspCalls({ payment }: { readonly payment: Payment }) {
  const { place } = useHere();
  const calls = useQuery(callsQuery(place, payment.id));
  return (
    <Stack gap="md" pb="md">
      <Text size="sm" c="var(--kassa-muted)">
        {t("psp-calls.help")}
      </Text>
      {calls.error && <Failure error={calls.error} again={() => void calls.refetch()} />}
      {calls.isPending && <Loading as="text" />}
      {calls.data?.data.length === 0 && <Text c="var(--kassa-muted)">{t("psp-calls.none")}</Text>}
      {calls.data?.data.map((call) => (
        <CallText key={call.id} call={call} payment={payment} />
      ))}
      {calls.data?.hasMore && (
        <Text size="sm" c="var(--kassa-muted)">
          {t("psp-calls.newest")}
        </Text>
      )}
    </Stack>
  );
}

function CallText({ call, payment }: { readonly call: Call; readonly payment: Payment }) {
  const attempt = payment.attempts.find(({ id }) => id === call.attempt);
  const words = {
    operation: wordsOf("operation", call.operation),
    outcome: wordsOf("outcome", call.outcome),
  };
  return (
    <Box className="divided">
      <Text size="sm" fw={600}>
        {t("psp-calls.line", words)}
      </Text>
      <Text size="sm" c="var(--kassa-muted)">
        {call.connector}
        {attempt && ` · ${attemptMethod(attempt)}`}
        {" · "}
        <When at={call.at} />
        {call.exchanges.length === 0 && ` · ${t("psp-calls.ms", { ms: call.durationMs })}`}
      </Text>
      {call.detail !== null && (
        <Text size="sm" className="fact">
          {call.detail.replaceAll("_", " ")}
        </Text>
      )}
      {call.exchanges.map((exchange, at) => (
        <ExchangeText key={at} exchange={exchange} />
      ))}
    </Box>
  );
}

function ExchangeText({ exchange }: { readonly exchange: Exchange }) {
  const { method, path, status, failure, durationMs, requestId } = exchange;
  return (
    <Group gap="xs" pt={4}>
      <Code dir="ltr" style={{ overflowWrap: "anywhere", background: "transparent", padding: 0 }}>
        {method} {path} → {failure ?? status} · {t("psp-calls.ms", { ms: durationMs })}
      </Code>
      {requestId !== null && <CopyText text={requestId} label={t("psp-calls.request-id")} />}
    </Group>
  );
}

function wordsOf(kind: "operation" | "outcome", code: string): string {
  const name = `psp-${kind}.${code}`;
  return has(name) ? t(name) : code.replaceAll("_", " ");
}
