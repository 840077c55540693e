import type { ConnectorAccount, RoutingSimulation } from "@kassa/sdk";
import { Box, List, Stack, Text } from "@mantine/core";
import { formatMoney } from "../components/money.tsx";
import { methodText } from "../payments/method.ts";
import { wordsFor } from "../payments/words.ts";
import { countryText } from "../texts/country-text.ts";
import { currentLocale, t } from "../texts/texts.ts";

type Props = {
  readonly simulation: RoutingSimulation;
  readonly accounts: readonly ConnectorAccount[];
};

/** Where the payment goes, in a sentence, then what comes next, and why the others aren't used. */
export function SimulationResult({ simulation, accounts }: Props) {
  const { tried, passedOver } = simulation;
  const labelOf = (id: string): string =>
    accounts.find((account) => account.id === id)?.label ?? t("routing.simulated");
  const later = tried.filter(({ sharePercent }) => sharePercent === 0);
  return (
    <Stack gap="sm" role="status">
      <Text fw={600}>{sentenceOf(simulation, labelOf)}</Text>
      {later.length > 0 && (
        <Box>
          <Text size="sm" c="var(--kassa-muted)">
            {t("routing.next")}
          </Text>
          <List type="ordered" size="sm">
            {later.map(({ connectorAccount }) => (
              <List.Item key={connectorAccount}>{capital(labelOf(connectorAccount))}</List.Item>
            ))}
          </List>
        </Box>
      )}
      {passedOver.length > 0 && (
        <Box>
          <Text size="sm" c="var(--kassa-muted)">
            {t("routing.not-used")}
          </Text>
          <List size="sm">
            {passedOver.map(({ connectorAccount, reason }) => (
              <List.Item key={connectorAccount}>
                {capital(labelOf(connectorAccount))}: {wordsFor("routing", reason)}
              </List.Item>
            ))}
          </List>
        </Box>
      )}
    </Stack>
  );
}

function sentenceOf(
  { amount, currency, method, country, tried }: RoutingSimulation,
  labelOf: (id: string) => string,
): string {
  const first = tried.filter(({ sharePercent }) => sharePercent > 0);
  const accounts = first.map(({ connectorAccount, sharePercent }) =>
    first.length === 1
      ? labelOf(connectorAccount)
      : t("routing.share", { account: labelOf(connectorAccount), share: percent(sharePercent) }),
  );
  return t(first.length === 0 ? "routing.nobody" : "routing.goes", {
    amount: formatMoney(amount, currency),
    method: methodText(method),
    country: country === null ? t("routing.unknown-country") : countryText(country),
    accounts: new Intl.ListFormat(currentLocale(), { type: "disjunction" }).format(accounts),
  });
}

const percent = (share: number): string =>
  new Intl.NumberFormat(currentLocale(), { style: "percent" }).format(share / 100);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
