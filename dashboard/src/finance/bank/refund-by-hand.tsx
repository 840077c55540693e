import type { BankRefund } from "@kassa/sdk";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { useHere } from "../../app/place.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { formatMoney } from "../../components/money.tsx";
import { t } from "../../texts/texts.ts";
import { markRefund, refundsPath } from "./refund-queries.ts";

/** What somebody says of a refund that they send at their bank themselves: that it is on its way, then that it is booked. */
export function RefundByHand({ refund }: { readonly refund: BankRefund }) {
  const { place, mode } = useHere();
  const queryClient = useQueryClient();
  const keyOf = useOrderKeys();
  const [isAsking, setAsking] = useState(false);
  if (refund.status !== "waiting" && refund.status !== "sent") return null;
  const amount = formatMoney(refund.amount, refund.currency);
  const next = refund.status === "waiting" ? "sent" : "confirmed";
  return (
    <>
      <Button size="compact-md" variant="default" onClick={() => setAsking(true)}>
        {t(`bank.by-hand-${next}`)}
      </Button>
      {isAsking && (
        <Confirm
          title={t(`bank.by-hand-${next}-title`, { amount })}
          help={t(`bank.by-hand-${next}-help`)}
          action={t(`bank.by-hand-${next}`)}
          liveAmount={mode === "live" ? amount : undefined}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await markRefund(place, refund.id, next, keyOf({ next }));
            await queryClient.invalidateQueries({ queryKey: [refundsPath, place] });
          }}
        />
      )}
    </>
  );
}
