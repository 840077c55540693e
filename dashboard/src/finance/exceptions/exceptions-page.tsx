import { Alert, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useHere } from "../../app/place.tsx";
import { Head } from "../../components/head.tsx";
import { Empty, Loading } from "../../components/states.tsx";
import { useFirstLoad } from "../../components/use-first-load.ts";
import { t } from "../../texts/texts.ts";
import { useSuggestionsPending } from "../bank/queries.ts";
import { EntryItem } from "./entry-item.tsx";
import { WaitingGroup } from "./group.tsx";
import { DisputeItem, EndpointItem, LineItem, PartItem } from "./items.tsx";
import { readWaitingAgain, useWaiting } from "./queries.ts";
import { ReportItem } from "./report-item.tsx";
import { ReviewItem } from "./review-item.tsx";

/** Everything that waits for a person, by kind. */
export function ExceptionsPage() {
  const { place } = useHere();
  const waiting = useWaiting(place);
  const queryClient = useQueryClient();
  const [said, setSaid] = useState<string | null>(null);
  const lists = Object.values(waiting);
  const entries = waiting.entries.data?.data ?? [];
  const isSuggesting = useSuggestionsPending(
    place,
    entries.map(({ id }) => id),
  );
  const isLoading = lists.some((list) => list.isPending);
  const isFirst = useFirstLoad(isLoading || isSuggesting);
  const isPending = isLoading || isFirst;
  const isEmpty = lists.every(({ data }) => data?.data.length === 0);
  const onDecided = (what: string): void => {
    setSaid(what);
    void readWaitingAgain(queryClient, place);
  };
  return (
    <Stack gap="lg">
      <Head title={t("nav.exceptions")} help={t("waiting.help")} />
      {said && <Said text={said} />}
      {isPending && <Loading as="cards" />}
      {!isPending && (
        <>
          {isEmpty && <Empty title={t("waiting.none")} help={t("waiting.none-help")} />}
          <WaitingGroup title={t("waiting.entries")} help={t("waiting.entries-help")} list={waiting.entries}>
            {(entry) => <EntryItem entry={entry} onDecided={onDecided} />}
          </WaitingGroup>
          <WaitingGroup title={t("waiting.reviews")} help={t("waiting.reviews-help")} list={waiting.reviews}>
            {(payment) => <ReviewItem payment={payment} onDecided={onDecided} />}
          </WaitingGroup>
          <WaitingGroup
            title={t("waiting.disputes")}
            help={t("waiting.disputes-help")}
            list={waiting.disputes}
          >
            {(dispute) => <DisputeItem dispute={dispute} />}
          </WaitingGroup>
          <WaitingGroup title={t("waiting.parts")} help={t("waiting.parts-help")} list={waiting.parts}>
            {(transfer) => <PartItem transfer={transfer} />}
          </WaitingGroup>
          <WaitingGroup title={t("waiting.lines")} help={t("waiting.lines-help")} list={waiting.lines}>
            {(line) => <LineItem line={line} />}
          </WaitingGroup>
          <WaitingGroup title={t("waiting.reports")} help={t("waiting.reports-help")} list={waiting.reports}>
            {(report) => <ReportItem report={report} onDecided={onDecided} />}
          </WaitingGroup>
          <WaitingGroup
            title={t("waiting.endpoints")}
            help={t("waiting.endpoints-help")}
            list={waiting.endpoints}
          >
            {(endpoint) => <EndpointItem endpoint={endpoint} onDecided={onDecided} />}
          </WaitingGroup>
        </>
      )}
    </Stack>
  );
}

/** What was done, in view and in focus, because the button that did it is gone. */
function Said({ text }: { readonly text: string }) {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => shown.current?.focus(), [text]);
  return (
    <Alert
      ref={shown}
      tabIndex={-1}
      color="green"
      role="status"
      style={{ position: "sticky", top: 96, zIndex: 2 }}
    >
      {text}
    </Alert>
  );
}
