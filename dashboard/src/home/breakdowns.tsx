import { Box, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Card } from "../components/card.tsx";
import { AnchorLink } from "../components/links.tsx";
import { formatMoney } from "../components/money.tsx";
import { methodText } from "../payments/method.ts";
import { lineFor } from "../payments/words.ts";
import { currentLocale, t } from "../texts/texts.ts";
import { usePeriodLinks } from "./period-link.ts";
import type { CurrencyMetrics, Metrics, Part } from "./queries.ts";

type Props = { readonly metrics: Metrics; readonly shown: CurrencyMetrics };

/** The volume by how and through whom customers paid, and why banks declined. */
export function Breakdowns({ metrics, shown: { currency, parts } }: Props) {
  const links = usePeriodLinks(metrics);
  const money = (amount: number): string => formatMoney(amount, currency);
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="lg">
      <Card title={t("home.by-method")}>
        <Bars
          items={sumBy(parts, ({ method }) => method).map(([method, volume]) => ({
            name: method,
            label: <AnchorLink {...links.payments({ currency, method })}>{methodText(method)}</AnchorLink>,
            amount: volume,
            text: money(volume),
          }))}
        />
      </Card>
      <Card title={t("home.by-connector")}>
        <Bars
          items={sumBy(parts, ({ connector }) => connector).map(([connector, volume]) => ({
            name: connector,
            label: (
              <AnchorLink {...links.payments({ currency, connector })}>
                {connector.replaceAll("_", " ")}
              </AnchorLink>
            ),
            amount: volume,
            text: money(volume),
          }))}
        />
      </Card>
      <Card title={t("home.declines")} help={t("home.declines-help")}>
        <Bars
          items={metrics.declines.map(({ reason, attempts }) => ({
            name: reason ?? "",
            label:
              reason === null ? (
                t("failure.unknown")
              ) : (
                <AnchorLink {...links.payments({ declineReason: reason })}>
                  {lineFor("decline", reason)}
                </AnchorLink>
              ),
            amount: attempts,
            text: attempts.toLocaleString(currentLocale()),
          }))}
        />
      </Card>
    </SimpleGrid>
  );
}

/** Sums of volume, the largest first. */
function sumBy(parts: readonly Part[], nameOf: (part: Part) => string): [name: string, volume: number][] {
  const sums = [...Map.groupBy(parts, nameOf)].map(([name, same]): [string, number] => [
    name,
    same.reduce((total, { volume }) => total + volume, 0),
  ]);
  return sums.toSorted(([, a], [, b]) => b - a);
}

type Item = {
  readonly name: string;
  readonly label: ReactNode;
  readonly amount: number;
  readonly text: string;
};

function Bars({ items }: { readonly items: readonly Item[] }) {
  if (items.length === 0)
    return (
      <Text size="sm" c="var(--kassa-muted)">
        {t("home.none-here")}
      </Text>
    );
  const most = Math.max(...items.map(({ amount }) => amount), 1);
  return (
    <Stack gap="sm">
      {items.map(({ name, label, amount, text }) => (
        <Box key={name}>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{label}</Text>
            <Text size="sm" className="money">
              {text}
            </Text>
          </Group>
          <svg
            className="chart chart-share"
            viewBox="0 0 100 6"
            preserveAspectRatio="none"
            width="100%"
            height="6"
            aria-hidden
          >
            <rect x="0" y="0" width="100" height="6" className="chart-track" />
            <rect x="0" y="0" width={(amount / most) * 100} height="6" className="chart-bar" />
          </svg>
        </Box>
      ))}
    </Stack>
  );
}
