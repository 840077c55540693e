import { Group, SegmentedControl, Select, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useHere } from "../app/place.tsx";
import { Empty, Failure, Loading } from "../components/states.tsx";
import { useFirstLoad } from "../components/use-first-load.ts";
import { When } from "../components/when.tsx";
import { useWaitingCount } from "../finance/exceptions/queries.ts";
import { Guide } from "../guide/guide.tsx";
import { t } from "../texts/texts.ts";
import { Breakdowns } from "./breakdowns.tsx";
import { Figures } from "./figures.tsx";
import { OpenWork } from "./open-work.tsx";
import { type Metrics, metricsQuery } from "./queries.ts";
import { periods } from "./view.ts";
import { VolumeChart } from "./volume-chart.tsx";

/** The start: what the business took in the last days, against as many days before. */
export function HomePage() {
  const { place } = useHere();
  const { days = 30 } = useSearch({ from: "/$tenant/$mode/home" });
  const navigate = useNavigate({ from: "/$tenant/$mode/home" });
  const metrics = useQuery(metricsQuery(place, days));
  // It stands above the numbers, which would move.
  const waiting = useWaitingCount(place);
  const isFirst = useFirstLoad(metrics.isPending || waiting.isPending);
  const isPending = metrics.isPending || isFirst;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t("home.title")}
        </Title>
        <SegmentedControl
          aria-label={t("home.period")}
          value={String(days)}
          data={periods.map((each) => ({
            value: String(each),
            label: t("home.days", { days: each }),
          }))}
          onChange={(value) =>
            void navigate({
              search: (now) => ({ ...now, days: periods.find((each) => String(each) === value) ?? 30 }),
              replace: true,
            })
          }
        />
      </Group>
      <Guide />
      {metrics.error && <Failure error={metrics.error} again={() => void metrics.refetch()} />}
      {isPending && !metrics.error && <Loading as="figures" />}
      {metrics.data?.isRenewing && !isPending && (
        <Text size="sm" c="var(--kassa-muted)" role="status">
          {t("home.as-of")} <When at={metrics.data.countedAt} />. {t("home.renewing")}
        </Text>
      )}
      {metrics.data && !isPending && <Content metrics={metrics.data} />}
    </Stack>
  );
}

function Content({ metrics }: { readonly metrics: Metrics }) {
  const { currency } = useSearch({ from: "/$tenant/$mode/home" });
  const navigate = useNavigate({ from: "/$tenant/$mode/home" });
  const sorted = metrics.currencies.toSorted((a, b) => b.current.payments - a.current.payments);
  const shown = sorted.find((each) => each.currency === currency) ?? sorted[0];
  if (!shown)
    return (
      <>
        <OpenWork open={metrics.open} />
        <Empty title={t("home.none")} help={t("payments.none-help")} />
      </>
    );
  return (
    <>
      <OpenWork open={metrics.open} />
      {sorted.length > 1 && (
        <Select
          label={t("filters.currency")}
          description={t("home.currency-help")}
          w={{ base: "100%", xs: 400 }}
          allowDeselect={false}
          value={shown.currency}
          data={sorted.map((each) => each.currency)}
          onChange={(chosen) =>
            void navigate({
              search: (now) => ({ ...now, ...(chosen && { currency: chosen }) }),
              replace: true,
            })
          }
        />
      )}
      <Figures metrics={metrics} shown={shown} />
      <VolumeChart starts={metrics.starts} volumes={shown.volumeByDay} currency={shown.currency} />
      <Breakdowns metrics={metrics} shown={shown} />
    </>
  );
}
