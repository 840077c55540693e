import type { CheckoutSession, ConnectorAccount } from "@kassa/sdk";
import { Button, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { useHere } from "../../app/place.tsx";
import { digitsOf } from "../../components/currency-digits.ts";
import { Dialog } from "../../components/dialog.tsx";
import { faultsOf } from "../../components/field-faults.ts";
import { LiveQuestion } from "../../components/live-question.tsx";
import { formatMoney, parseMoney, typedMoney } from "../../components/money.tsx";
import { MoneyFields, type TypedMoney } from "../../components/money-fields.tsx";
import { Failure } from "../../components/states.tsx";
import { createSession, sessionsPath } from "../../sessions/queries.ts";
import { t } from "../../texts/texts.ts";
import { type TestPayment, testKey, testReference } from "./queries.ts";

/** `before`: the test payment before this one; the same order after it is another order. */
type Props = { readonly account: ConnectorAccount; readonly before: string | undefined };

/** Makes the session of a test payment, and opens its page in another tab. Asks again before real money moves. */
export function TestPaymentForm({ account, before }: Props) {
  const { mode } = useHere();
  const money = useTestMoney(account);
  const create = useCreateTest(account, before);
  const [isAsking, asking] = useDisclosure(false);
  const { faultOf, rest } = faultsOf(create.error, ["amount", "currency"]);
  const amount = money.amount ?? 0;
  const order = { amount, currency: money.code };
  const shown = formatMoney(amount, money.code);
  const isFirst = before === undefined;
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (mode === "live") asking.open();
          else create.mutate(order);
        }}
      >
        <Stack gap="md" align="flex-start">
          {rest && !isAsking && <Failure error={rest} />}
          <MoneyFields value={money} faultOf={faultOf} />
          <Button
            type="submit"
            variant={isFirst ? "filled" : "default"}
            loading={create.isPending}
            disabled={amount === 0}
          >
            {t(isFirst ? "test-payment.make" : "test-payment.again")}
          </Button>
        </Stack>
      </form>
      {isAsking && (
        <Dialog title={t("test-payment.title")} onClose={asking.close}>
          <LiveQuestion
            amount={shown}
            effect={t("test-payment.effect-live", { amount: shown, label: account.label })}
            action={t("test-payment.go-on", { amount: shown })}
            order={{ ...create, mutate: () => create.mutate(order) }}
            onCancel={asking.close}
          />
        </Dialog>
      )}
    </>
  );
}

/** About one unit of the account's first currency, or the least that the account is used for. */
function useTestMoney({ currencies, amountLimits }: ConnectorAccount): TypedMoney {
  const [currency, setCurrency] = useState(currencies?.[0] ?? Object.keys(amountLimits ?? {})[0] ?? "EUR");
  const [typed, setTyped] = useState<string>();
  const code = /^[A-Z]{3}$/.test(currency) ? currency : "EUR";
  const unit = 10 ** (digitsOf(code) || 2);
  const shown = typed ?? typedMoney(Math.max(unit, amountLimits?.[code]?.minimum ?? 0), code);
  return { typed: shown, currency, code, amount: parseMoney(shown, code), setTyped, setCurrency };
}

function useCreateTest({ id: connectorAccount }: ConnectorAccount, before: string | undefined) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  const keyOf = useOrderKeys();
  return useMutation({
    mutationFn: (wanted: { readonly amount: number; readonly currency: string }) => {
      const body = {
        ...wanted,
        successUrl: `${location.origin}/pay/{CHECKOUT_SESSION_ID}`,
        description: t("test-payment.title"),
        clientReferenceId: testReference(connectorAccount),
        connectorAccount,
      };
      return inNewTab(createSession(place, body, keyOf({ ...body, before })));
    },
    onSuccess: async (session) => {
      const test: TestPayment = { session, payment: null };
      queryClient.setQueryData(testKey(place, connectorAccount), test);
      await queryClient.invalidateQueries({ queryKey: [sessionsPath, place] });
    },
  });
}

/** Opens the session's page once it is made. Browsers open a tab only in the moment of the press, so it is opened empty. */
async function inNewTab(creating: Promise<CheckoutSession>): Promise<CheckoutSession> {
  const tab = window.open("", "_blank");
  try {
    const session = await creating;
    if (tab && session.url) {
      tab.opener = null;
      tab.location.href = session.url;
    }
    return session;
  } catch (error) {
    tab?.close();
    throw error;
  }
}
