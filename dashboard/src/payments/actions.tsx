import type { Payment } from "@kassa/sdk";
import { Button, Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useHere } from "../app/place.tsx";
import { t } from "../texts/texts.ts";
import { CaptureDialog } from "./capture-dialog.tsx";
import { ReceiptMail } from "./receipt-mail.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { ReviewDialog } from "./review-dialog.tsx";
import { VoidDialog } from "./void-dialog.tsx";

type Action = {
  readonly name: "capture" | "void" | "accept" | "return" | "refund";
  readonly isMain?: boolean;
  /** Shows the payment as it was when the button was pressed, while what it does changes the amounts. */
  readonly dialog: (onClose: () => void) => ReactNode;
};

/** What can be done with a payment now, by this person. */
export function Actions({ payment }: { readonly payment: Payment }) {
  const { may } = useHere();
  const [open, setOpen] = useState<Action | null>(null);
  const actions = [
    ...(may("payments:write") ? ofPayment(payment) : []),
    ...(may("refunds:write") ? ofRefunds(payment) : []),
  ];
  return (
    <>
      <Group gap="sm">
        {payment.status === "captured" && may("checkout_sessions:read") && (
          <Button
            component="a"
            variant="default"
            href={`/pay/${encodeURIComponent(payment.session)}/receipt`}
            target="_blank"
            rel="noreferrer"
          >
            {t("payment.receipt")}
          </Button>
        )}
        {payment.status === "captured" && may("payments:write") && <ReceiptMail payment={payment} />}
        {actions.map((action) => (
          <Button
            key={action.name}
            variant={action.isMain ? "filled" : "default"}
            onClick={() => setOpen(action)}
          >
            {t(`payment.${action.name}`)}
          </Button>
        ))}
      </Group>
      {open?.dialog(() => setOpen(null))}
    </>
  );
}

function ofPayment(payment: Payment): Action[] {
  if (payment.status === "needs_review")
    return [
      {
        name: "return",
        dialog: (onClose) => <ReviewDialog payment={payment} decision="return" onClose={onClose} />,
      },
      {
        name: "accept",
        isMain: true,
        dialog: (onClose) => <ReviewDialog payment={payment} decision="accept" onClose={onClose} />,
      },
    ];
  if (payment.amountCapturable === 0) return [];
  return [
    { name: "void", dialog: (onClose) => <VoidDialog payment={payment} onClose={onClose} /> },
    {
      name: "capture",
      isMain: true,
      dialog: (onClose) => <CaptureDialog payment={payment} onClose={onClose} />,
    },
  ];
}

function ofRefunds(payment: Payment): Action[] {
  const { amountCaptured, amountRefunded, amountRefundPending, amountDisputed } = payment;
  const left = amountCaptured - amountRefunded - amountRefundPending - amountDisputed;
  if (left <= 0) return [];
  return [
    {
      name: "refund",
      dialog: (onClose) => <RefundDialog payment={payment} atMost={left} onClose={onClose} />,
    },
  ];
}
