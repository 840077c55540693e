import { Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { RequestProblem } from "../api/problem.ts";
import { useOrderKeys } from "../api/use-order-keys.ts";
import { useHere } from "../app/place.tsx";
import { Dialog } from "../components/dialog.tsx";
import { parseMoney, typedMoney } from "../components/money.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { createSession, sessionsPath } from "./queries.ts";

const dayMs = 86_400_000;
/** How many days the link can be paid. The API allows thirty. */
const lives = [1, 3, 7, 14, 30] as const;

/** Asks somebody for money: makes a session, whose address is sent to them. */
export function NewSessionDialog({ onClose }: { readonly onClose: () => void }) {
  const { place, membership, mode } = useHere();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const keyOf = useOrderKeys();
  const [typed, setTyped] = useState("");
  const [currency, setCurrency] = useLocalStorage({ key: "kassa.sessions.currency", defaultValue: "EUR" });
  const [successUrl, setSuccessUrl] = useLocalStorage({ key: "kassa.sessions.success", defaultValue: "" });
  const [description, setDescription] = useState("");
  const [customerEmail, setEmail] = useState("");
  const [clientReferenceId, setOrder] = useState("");
  const [days, setDays] = useState("7");
  const [openedAt] = useState(() => Date.now());
  const isCurrency = /^[A-Za-z]{3}$/.test(currency.trim());
  const code = isCurrency ? currency.trim().toUpperCase() : "EUR";
  const amount = parseMoney(typed, code);
  const create = useMutation({
    mutationFn: () => {
      const given = (name: string, value: string) => (value.trim() === "" ? {} : { [name]: value.trim() });
      const body = {
        amount: amount ?? 0,
        currency: code,
        successUrl: successUrl.trim(),
        expiresAt: new Date(openedAt + Number(days) * dayMs).toISOString(),
        ...given("description", description),
        ...given("customerEmail", customerEmail),
        ...given("clientReferenceId", clientReferenceId),
      };
      return createSession(place, body, keyOf(body));
    },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [sessionsPath, place] });
      await navigate({
        to: "/$tenant/$mode/sessions/$id",
        params: { tenant: membership.tenant.id, mode, id },
      });
    },
  });
  const param = create.error instanceof RequestProblem ? create.error.param : undefined;
  const fields = ["amount", "currency", "successUrl", "description", "customerEmail", "clientReferenceId"];
  const faultOf = (name: string) => (param === `/${name}` ? create.error?.message : undefined);
  return (
    <Dialog title={t("sessions.new")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Stack gap="md">
          {create.error && !fields.some(faultOf) && <Failure error={create.error} />}
          <Group align="flex-start" gap="md" wrap="nowrap">
            <TextInput
              flex={1}
              label={t("payments.amount")}
              placeholder={typedMoney(2_500, code)}
              inputMode="decimal"
              required
              data-autofocus
              error={
                faultOf("amount") ??
                (typed !== "" && amount === undefined
                  ? t("amount.invalid", { example: typedMoney(2_500, code) })
                  : undefined)
              }
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <TextInput
              w={110}
              label={t("sessions.currency")}
              required
              maxLength={3}
              error={faultOf("currency")}
              value={currency}
              onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
            />
          </Group>
          <TextInput
            label={t("sessions.description")}
            description={t("sessions.description-help")}
            maxLength={500}
            error={faultOf("description")}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <TextInput
            label={t("payments.customer")}
            type="email"
            error={faultOf("customerEmail")}
            value={customerEmail}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <TextInput
            label={t("payment.order")}
            maxLength={200}
            error={faultOf("clientReferenceId")}
            value={clientReferenceId}
            onChange={(event) => setOrder(event.currentTarget.value)}
          />
          <TextInput
            label={t("sessions.success-url")}
            description={t("sessions.success-help")}
            placeholder="https://shop.example/thanks"
            type="url"
            required
            error={faultOf("successUrl")}
            value={successUrl}
            onChange={(event) => setSuccessUrl(event.currentTarget.value)}
          />
          <NativeSelect
            label={t("sessions.life")}
            value={days}
            data={lives.map((count) => ({
              value: String(count),
              label: t(count === 1 ? "sessions.day" : "sessions.days", { days: String(count) }),
            }))}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" loading={create.isPending} disabled={amount === undefined}>
              {t("sessions.create")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
