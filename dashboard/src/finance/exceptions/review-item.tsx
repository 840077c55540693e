import type { Payment } from "@kassa/sdk";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { useHere } from "../../app/place.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { formatMoney, Money } from "../../components/money.tsx";
import { When } from "../../components/when.tsx";
import { t } from "../../texts/texts.ts";
import { WaitingItem } from "./group.tsx";
import { PaymentLink } from "./payment-link.tsx";
import { readWaitingAgain, reviewPayment } from "./queries.ts";

type Props = { readonly payment: Payment; readonly onDecided: (said: string) => void };

/** A payment of which the payment provider approved another amount than was asked for. */
export function ReviewItem({ payment, onDecided }: Props) {
  const { place, may, mode } = useHere();
  const [asking, setAsking] = useState<"accept" | "return" | null>(null);
  const keyOf = useOrderKeys();
  const queryClient = useQueryClient();
  const amount = formatMoney(payment.amount, payment.currency);
  const received = formatMoney(payment.amountReceived ?? 0, payment.currency);
  const decide = async (decision: "accept" | "return"): Promise<void> => {
    await reviewPayment(place, payment.id, decision, keyOf({ decision }));
    onDecided(t(`waiting-charge.${decision}-done`, { received }));
    await readWaitingAgain(queryClient, place);
  };
  return (
    <>
      <WaitingItem
        title={<Money amount={payment.amountReceived ?? 0} currency={payment.currency} />}
        about={
          <>
            {payment.customerEmail ?? payment.clientReferenceId ?? ""} <When at={payment.createdAt} />
          </>
        }
        reason={
          <>
            {t("waiting-charge.reason", { amount, received })} <PaymentLink id={payment.id} />
          </>
        }
        actions={
          may("payments:write") && (
            <>
              <Button size="compact-md" variant="default" onClick={() => setAsking("accept")}>
                {t("waiting-charge.accept")}
              </Button>
              <Button size="compact-md" variant="default" onClick={() => setAsking("return")}>
                {t("waiting-charge.return")}
              </Button>
            </>
          )
        }
      />
      {asking && (
        <Confirm
          title={t(`waiting-charge.${asking}-title`, { received })}
          help={t(`waiting-charge.${asking}-help`, { amount, received })}
          action={t(`waiting-charge.${asking}`)}
          isHarmful={asking === "return"}
          liveAmount={mode === "live" ? received : undefined}
          onClose={() => setAsking(null)}
          onConfirm={() => decide(asking)}
        />
      )}
    </>
  );
}
