import { Paper, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { AnchorLink } from "../components/links.tsx";
import { formatMoney } from "../components/money.tsx";
import { currentLocale, t } from "../texts/texts.ts";
import { usePeriodLinks } from "./period-link.ts";
import type { CurrencyMetrics, Metrics, Sums } from "./queries.ts";

const percent = (share: number, digits = 0): string =>
  new Intl.NumberFormat(currentLocale(), { style: "percent", maximumFractionDigits: digits }).format(share);

const successRate = ({ succeeded, decided }: Sums): number | null =>
  decided === 0 ? null : succeeded / decided;
const average = ({ volume, succeeded }: Sums): number | null =>
  succeeded === 0 ? null : Math.round(volume / succeeded);

type Props = { readonly metrics: Metrics; readonly shown: CurrencyMetrics };

/** The period's numbers, each beside that of the period before. */
export function Figures({ metrics, shown: { currency, current, previous } }: Props) {
  const links = usePeriodLinks(metrics);
  const money = (amount: number | null): string => (amount === null ? "–" : formatMoney(amount, currency));
  const count = (value: number): string => value.toLocaleString(currentLocale());
  const [rate, rateBefore] = [successRate(current), successRate(previous)];
  const change = (now: number | null, before: number | null) => changeText(now, before, metrics.days);
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} spacing={{ base: "sm", sm: "lg" }}>
      <Figure name={t("home.volume")} change={change(current.volume, previous.volume)}>
        <AnchorLink {...links.payments({ currency, status: "captured" })} c="inherit" fw={600} fz="inherit">
          {money(current.volume)}
        </AnchorLink>
      </Figure>
      <Figure
        name={t("home.success")}
        change={
          rateBefore === null
            ? t("home.nothing-before", { days: metrics.days })
            : t("home.before", { value: percent(rateBefore, 1), days: metrics.days })
        }
      >
        <AnchorLink {...links.payments({ currency })} c="inherit" fw={600} fz="inherit">
          {rate === null ? "–" : percent(rate, 1)}
        </AnchorLink>
      </Figure>
      <Figure name={t("home.average")} change={change(average(current), average(previous))}>
        <AnchorLink {...links.payments({ currency, status: "captured" })} c="inherit" fw={600} fz="inherit">
          {money(average(current))}
        </AnchorLink>
      </Figure>
      <Figure name={t("home.payments")} change={change(current.payments, previous.payments)}>
        <AnchorLink {...links.payments({ currency })} c="inherit" fw={600} fz="inherit">
          {count(current.payments)}
        </AnchorLink>
      </Figure>
      <Figure
        name={t("home.refunds", { count: current.refunds.count })}
        change={change(current.refunds.amount, previous.refunds.amount)}
      >
        <AnchorLink {...links.refunds({ currency })} c="inherit" fw={600} fz="inherit">
          {money(current.refunds.amount)}
        </AnchorLink>
      </Figure>
      <Figure
        name={t("home.disputes", { count: current.disputes.count })}
        change={change(current.disputes.amount, previous.disputes.amount)}
      >
        <AnchorLink {...links.disputes({ currency })} c="inherit" fw={600} fz="inherit">
          {money(current.disputes.amount)}
        </AnchorLink>
      </Figure>
    </SimpleGrid>
  );
}

/** How a number compares with that of the period before, in words. */
function changeText(now: number | null, before: number | null, days: number): string {
  if (now === null || before === null || before === 0) return t("home.nothing-before", { days });
  const difference = now / before - 1;
  const values = { percent: percent(Math.abs(difference)), days };
  if (Math.abs(difference) < 0.005) return t("home.same", values);
  return t(difference > 0 ? "home.more" : "home.less", values);
}

type FigureProps = { readonly name: string; readonly change: string; readonly children: ReactNode };

function Figure({ name, change, children }: FigureProps) {
  return (
    <Paper
      p={{ base: "sm", xs: "lg" }}
      withBorder
      bg="var(--kassa-raised)"
      component="section"
      aria-label={name}
    >
      <Text size="sm" c="var(--kassa-muted)" className="label">
        {name}
      </Text>
      <Text size="xl" fw={600} className="money">
        {children}
      </Text>
      <Text size="xs" c="var(--kassa-muted)">
        {change}
      </Text>
    </Paper>
  );
}
