import { NativeSelect, Stack, TextInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useOrderKeys } from "../api/use-order-keys.ts";
import { useHere } from "../app/place.tsx";
import { Dialog } from "../components/dialog.tsx";
import { faultsOf } from "../components/field-faults.ts";
import { FormButtons } from "../components/form-buttons.tsx";
import { MoneyFields, useTypedMoney } from "../components/money-fields.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { createSession, sessionsPath } from "./queries.ts";

const dayMs = 86_400_000;
/** How many days the link can be paid. The API allows thirty. */
const lives = [1, 3, 7, 14, 30] as const;

const fields = ["amount", "currency", "successUrl", "description", "customerEmail", "clientReferenceId"];

/** Asks somebody for money: makes a session, whose address is sent to them. */
export function NewSessionDialog({ onClose }: { readonly onClose: () => void }) {
  const { place, membership, mode } = useHere();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const keyOf = useOrderKeys();
  const money = useTypedMoney();
  const [successUrl, setSuccessUrl] = useLocalStorage({ key: "kassa.sessions.success", defaultValue: "" });
  const [description, setDescription] = useState("");
  const [customerEmail, setEmail] = useState("");
  const [clientReferenceId, setOrder] = useState("");
  const [days, setDays] = useState("7");
  const [openedAt] = useState(() => Date.now());
  const create = useMutation({
    mutationFn: () => {
      const given = (name: string, value: string) => (value.trim() === "" ? {} : { [name]: value.trim() });
      const body = {
        amount: money.amount ?? 0,
        currency: money.code,
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
  const { faultOf, rest } = faultsOf(create.error, fields);
  return (
    <Dialog title={t("sessions.new")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Stack gap="md">
          {rest && <Failure error={rest} />}
          <MoneyFields value={money} faultOf={faultOf} isFirst />
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
              label: t("sessions.days", { days: count }),
            }))}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
          <FormButtons onCancel={onClose} loading={create.isPending} disabled={money.amount === undefined}>
            {t("sessions.create")}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
