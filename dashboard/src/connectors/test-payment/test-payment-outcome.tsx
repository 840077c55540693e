import type { Payment } from "@kassa/sdk";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { useHere } from "../../app/place.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { AnchorLink } from "../../components/links.tsx";
import { LiveQuestion } from "../../components/live-question.tsx";
import { formatMoney } from "../../components/money.tsx";
import { Failure } from "../../components/states.tsx";
import { When } from "../../components/when.tsx";
import { refund } from "../../payments/orders.ts";
import { declineText } from "../../payments/story.ts";
import { useOrder } from "../../payments/use-order.ts";
import { expireSession } from "../../sessions/queries.ts";
import { t } from "../../texts/texts.ts";
import { stateOf, type TestPayment, type TestState } from "./queries.ts";

const colours: Readonly<Record<TestState, string>> = {
  waiting: "yellow",
  processing: "yellow",
  declined: "red",
  paid: "green",
  refunded: "green",
  expired: "gray",
};

/** What came of the newest test payment, and what can be done about it. */
export function TestPaymentOutcome({ test }: { readonly test: TestPayment }) {
  const { session, payment } = test;
  const state = stateOf(test);
  const amount = formatMoney(session.amount, session.currency);
  return (
    <Stack gap="md">
      <Alert color={colours[state]} role="status" title={t(`test-payment.${state}`, { amount })}>
        <Stack gap={4}>
          {state === "waiting" && <Text size="sm">{t("test-payment.waiting-help")}</Text>}
          {state === "declined" && <WhyDeclined payment={payment} />}
          <Text size="sm">
            <When at={session.createdAt} />
          </Text>
        </Stack>
      </Alert>
      <Group gap="sm">
        {session.url && (
          <Button component="a" href={session.url} target="_blank" rel="noreferrer" variant="default">
            {t("test-payment.open")}
          </Button>
        )}
        {session.url && session.paymentStatus === "unpaid" && <EndButton test={test} />}
        {payment && state === "paid" && <RefundButton payment={payment} />}
        {payment && <PaymentLink id={payment.id} />}
      </Group>
    </Stack>
  );
}

/** The provider's reason, and where to look. What the customer's bank refuses shows that the provider itself was reached. */
function WhyDeclined({ payment }: { readonly payment: Payment | null }) {
  const attempt = payment?.attempts.at(-1);
  const reason = attempt?.declineReason ?? null;
  const isOfProvider =
    reason === null || reason === "processing_error" || reason === "currency_not_supported";
  return (
    <>
      <Text size="sm">{declineText(reason, attempt?.method)}</Text>
      <Text size="sm">{t(isOfProvider ? "test-payment.check-provider" : "test-payment.check-card")}</Text>
    </>
  );
}

function PaymentLink({ id }: { readonly id: string }) {
  const { membership, mode } = useHere();
  return (
    <AnchorLink
      to="/$tenant/$mode/payments/$id"
      params={{ tenant: membership.tenant.id, mode, id }}
      size="sm"
    >
      {t("test-payment.show")}
    </AnchorLink>
  );
}

function EndButton({ test: { session } }: { readonly test: TestPayment }) {
  const { place, may } = useHere();
  const queryClient = useQueryClient();
  const keyOf = useOrderKeys();
  const end = useMutation({
    mutationFn: () => expireSession(place, session.id, keyOf({ expire: session.id })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["test-payment", place] }),
  });
  if (!may("checkout_sessions:write")) return null;
  return (
    <>
      <Button variant="subtle" loading={end.isPending} onClick={() => end.mutate()}>
        {t("test-payment.end")}
      </Button>
      {end.error && <Failure error={end.error} />}
    </>
  );
}

/** Asks before it sends real money back. */
function RefundButton({ payment }: { readonly payment: Payment }) {
  const { place, may, mode } = useHere();
  const [isAsking, asking] = useDisclosure(false);
  const queryClient = useQueryClient();
  const { amountCaptured, amountRefunded, amountRefundPending, amountDisputed } = payment;
  const amount = amountCaptured - amountRefunded - amountRefundPending - amountDisputed;
  const order = useOrder(payment, `test-${amount}`, refund({ payment: payment.id, amount }));
  if (!may("refunds:write")) return null;
  if (amountRefundPending > 0)
    return (
      <Text size="sm">
        {t("test-payment.refunding", { amount: formatMoney(amountRefundPending, payment.currency) })}
      </Text>
    );
  if (amount <= 0) return null;
  const shown = formatMoney(amount, payment.currency);
  const send = async (): Promise<void> => {
    await order.mutateAsync().then(asking.close, () => undefined);
    await queryClient.invalidateQueries({ queryKey: ["test-payment", place] });
  };
  return (
    <>
      <Button
        variant="default"
        loading={order.isPending}
        onClick={() => (mode === "live" ? asking.open() : void send())}
      >
        {t("test-payment.refund")}
      </Button>
      {order.error && !isAsking && <Failure error={order.error} />}
      {isAsking && (
        <Dialog title={t("test-payment.refund")} onClose={asking.close}>
          <LiveQuestion
            amount={shown}
            effect={t("refund.effect-live", { amount: shown })}
            action={t("refund.submit", { amount: shown })}
            order={{ ...order, mutate: () => void send() }}
            onCancel={asking.close}
          />
        </Dialog>
      )}
    </>
  );
}
