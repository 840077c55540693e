import { Group, Paper, Text } from "@mantine/core";
import { useHere } from "../app/place.tsx";
import { AnchorLink } from "../components/links.tsx";
import { useWaitingCount } from "../finance/exceptions/queries.ts";
import { t } from "../texts/texts.ts";
import type { Metrics } from "./queries.ts";

/** What waits for a decision. Nothing while nothing does. */
export function OpenWork({ open: { reviews, disputes } }: { readonly open: Metrics["open"] }) {
  const { place, membership, mode } = useHere();
  const { count, hasMore } = useWaitingCount(place);
  if (reviews + disputes + count === 0) return null;
  const params = { tenant: membership.tenant.id, mode };
  return (
    <Paper p="md" withBorder bg="var(--kassa-warning-tint)" component="section" aria-label={t("home.open")}>
      <Group gap="lg">
        <Text fw={600} c="var(--kassa-warning)">
          {t("home.open")}
        </Text>
        {reviews > 0 && (
          <AnchorLink to="/$tenant/$mode/payments" params={params} search={{ status: "needs_review" }}>
            {t("home.reviews", { count: countText(reviews) })}
          </AnchorLink>
        )}
        {disputes > 0 && (
          <AnchorLink to="/$tenant/$mode/disputes" params={params} search={{ status: "needs_response" }}>
            {t("home.open-disputes", { count: countText(disputes) })}
          </AnchorLink>
        )}
        {count > 0 && (
          <AnchorLink to="/$tenant/$mode/exceptions" params={params}>
            {t("home.exceptions", { count: `${count}${hasMore ? "+" : ""}` })}
          </AnchorLink>
        )}
      </Group>
    </Paper>
  );
}

/** The server counts up to a hundred. */
const countText = (count: number): string => (count >= 100 ? "100+" : String(count));
