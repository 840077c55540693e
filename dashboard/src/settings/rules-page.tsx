import { Box, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useHere } from "../app/place.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { AmountLimitsCard } from "./amount-limits-card.tsx";
import { HostsCard } from "./hosts-card.tsx";
import { MoreTimeCard } from "./more-time-card.tsx";
import { settingsQuery } from "./queries.ts";
import { SettingsHead } from "./settings-head.tsx";
import { TransferRulesCard } from "./transfer-rules-card.tsx";

/** Which amounts may be paid, what becomes of money that isn't as expected, and where customers may be sent. */
export function RulesPage() {
  const { place } = useHere();
  const settings = useQuery(settingsQuery(place));
  return (
    <Stack gap="lg">
      <SettingsHead help={t("rules.help")} />
      {settings.error && <Failure error={settings.error} again={() => void settings.refetch()} />}
      {settings.isPending && (
        <Box maw={760}>
          <Loading as="cards" />
        </Box>
      )}
      {settings.data && (
        <Stack key={JSON.stringify(place)} gap="lg" maw={760}>
          <AmountLimitsCard limits={settings.data.amountLimits} />
          <MoreTimeCard extensions={settings.data.timeExtensions} />
          <TransferRulesCard settings={settings.data} />
          <HostsCard />
        </Stack>
      )}
    </Stack>
  );
}
