import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { When } from "../../components/when.tsx";
import { has, t } from "../../texts/texts.ts";
import { useAccountName } from "../books/account-name.ts";
import { WaitingItem } from "./group.tsx";
import { endReport, type QuarantinedReport, readWaitingAgain } from "./queries.ts";

type Props = { readonly report: QuarantinedReport; readonly onDecided: (said: string) => void };

/** A report of a payment provider that matches nothing in Kassa, and changed nothing. It is looked up at the provider. */
export function ReportItem({ report, onDecided }: Props) {
  const { place, may } = useHere();
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const nameOf = useAccountName();
  const reference = shownReference(report);
  return (
    <>
      <WaitingItem
        title={nameOf(report.connectorAccount)}
        about={
          <>
            {reference} · <When at={report.at} />
          </>
        }
        reason={reasonOf(report)}
        actions={
          may("refunds:write") && (
            <Button size="compact-md" variant="default" onClick={() => setAsking(true)}>
              {t("report.handled")}
            </Button>
          )
        }
      />
      {isAsking && (
        <Confirm
          title={t("report.handled-title")}
          help={t("report.handled-help", { reference })}
          action={t("report.handled")}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await endReport(place, report);
            onDecided(t("report.handled-done", { reference }));
            await readWaitingAgain(queryClient, place);
          }}
        />
      )}
    </>
  );
}

/** What was found in a provider's list is stored as "listed <key> <reason>". */
const shownReference = ({ reference }: QuarantinedReport): string =>
  reference.replace(/^listed (\S+) .*$/, "$1");

function reasonOf({ kind, reason }: QuarantinedReport): string {
  const name = `report.reason.${reason}`;
  if (has(name)) return t(name);
  return t(`report.${kind}`, { reason: reason.replaceAll("_", " ") });
}
