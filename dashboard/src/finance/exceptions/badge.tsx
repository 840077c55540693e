import { Badge, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../../api/me.ts";
import type { Place } from "../../api/request.ts";
import { t } from "../../texts/texts.ts";
import { useWaitingCount } from "./queries.ts";

type Props = { readonly place: Place };

/** How much waits for a person, beside the screen's name. Nothing if nothing does, or if they may not see it yet. */
export function WaitingBadge({ place }: Props) {
  const { data: me } = useQuery(meQuery);
  return place.mode === "live" && me?.signIn.factors !== 2 ? null : <Count place={place} />;
}

function Count({ place }: Props) {
  const { count, hasMore } = useWaitingCount(place);
  if (count === 0) return null;
  return (
    <Badge color="kassa" variant="filled" size="lg" style={{ fontVariantNumeric: "tabular-nums" }}>
      {count}
      {hasMore && "+"}
      <VisuallyHidden> {t("waiting.badge")}</VisuallyHidden>
    </Badge>
  );
}
