import type { Dispute, ListedExpectedTransfer, SettlementLine, WebhookEndpoint } from "@kassa/sdk";
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useHere } from "../../app/place.tsx";
import { AnchorLink } from "../../components/links.tsx";
import { formatMoney, Money } from "../../components/money.tsx";
import { Failure } from "../../components/states.tsx";
import { formatDay, When } from "../../components/when.tsx";
import { setEndpointStatus } from "../../developers/queries.ts";
import { has, t } from "../../texts/texts.ts";
import { useTransferName } from "../bank/transfer-name.tsx";
import { WaitingItem } from "./group.tsx";
import { PaymentLink } from "./payment-link.tsx";
import { readWaitingAgain } from "./queries.ts";

const inWords = (kind: string, value: string): string => {
  const name = `${kind}.${value}`;
  return has(name) ? t(name) : value.replaceAll("_", " ");
};

/** A chargeback or inquiry that somebody has to answer. */
export function DisputeItem({ dispute }: { readonly dispute: Dispute }) {
  const due = dispute.evidenceDueAt;
  return (
    <WaitingItem
      title={<Money amount={dispute.amount} currency={dispute.currency} />}
      about={dispute.clientReferenceId ?? <When at={dispute.openedAt} />}
      reason={
        <>
          {inWords("waiting-dispute", dispute.reason)}
          {due && ` ${t("waiting.due", { day: formatDay(due) })}`} <PaymentLink id={dispute.payment} />
        </>
      }
    />
  );
}

/** A transfer of which only a part has arrived. */
export function PartItem({ transfer }: { readonly transfer: ListedExpectedTransfer }) {
  const name = useTransferName(transfer);
  const { amount, amountReceived, currency, expiresAt } = transfer;
  return (
    <WaitingItem
      title={<Money amount={amountReceived} currency={currency} />}
      about={name}
      reason={t("part.reason", {
        amount: formatMoney(amount, currency),
        missing: formatMoney(amount - amountReceived, currency),
        day: formatDay(expiresAt),
      })}
    />
  );
}

/** What a payment provider booked and Kassa can't explain. */
export function LineItem({ line }: { readonly line: SettlementLine }) {
  return (
    <WaitingItem
      title={<Money amount={line.gross} currency={line.currency} />}
      about={
        <>
          {inWords("line-type", line.type)} · {line.about ?? line.pspReference} · <When at={line.bookedAt} />
        </>
      }
      reason={
        <>
          {inWords("line-reason", line.exceptionReason ?? "unexplained")}{" "}
          {line.payment && <PaymentLink id={line.payment} />}
        </>
      }
    />
  );
}

type EndpointProps = { readonly endpoint: WebhookEndpoint; readonly onDecided: (said: string) => void };

/** An endpoint that Kassa sends nothing to, because everything failed. */
export function EndpointItem({ endpoint, onDecided }: EndpointProps) {
  const { place, may, membership, mode } = useHere();
  const queryClient = useQueryClient();
  const enable = useMutation({
    mutationFn: () => setEndpointStatus(place, endpoint.id, "enabled"),
    onSuccess: async () => {
      onDecided(t("endpoint.enabled", { url: endpoint.url }));
      await queryClient.invalidateQueries({ queryKey: ["endpoints", place] });
      await readWaitingAgain(queryClient, place);
    },
  });
  const params = { tenant: membership.tenant.id, mode, id: endpoint.id };
  return (
    <>
      {enable.error && <Failure error={enable.error} />}
      <WaitingItem
        title={endpoint.url}
        about={endpoint.failingSince && <When at={endpoint.failingSince} />}
        reason={
          <>
            {endpoint.statusReason}{" "}
            <AnchorLink to="/$tenant/$mode/webhooks/$id" params={params} size="sm" underline="always">
              {t("endpoint.show")}
            </AnchorLink>
          </>
        }
        actions={
          may("webhook_endpoints:write") && (
            <Button
              size="compact-md"
              variant="default"
              loading={enable.isPending}
              onClick={() => enable.mutate()}
            >
              {t("endpoint.enable")}
            </Button>
          )
        }
      />
    </>
  );
}
