import { Stack, TextInput } from "@mantine/core";
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
import { createLink, linksPath } from "./queries.ts";
import { LimitFields, NameField, useTypedTerms } from "./terms-fields.tsx";

const fields = ["name", "amount", "currency", "description", "maxPayments", "expiresAt", "successUrl"];

/** Makes a payment link, and opens its page. */
export function NewLinkDialog({ onClose }: { readonly onClose: () => void }) {
  const { place, membership, mode } = useHere();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const keyOf = useOrderKeys();
  const money = useTypedMoney();
  const terms = useTypedTerms();
  const [description, setDescription] = useState("");
  const [successUrl, setSuccessUrl] = useState("");
  const create = useMutation({
    mutationFn: () => {
      const given = (name: string, value: string) => (value.trim() === "" ? {} : { [name]: value.trim() });
      const body = {
        ...(terms.terms ?? { name: "", maxPayments: null, expiresAt: null }),
        amount: money.amount ?? 0,
        currency: money.code,
        ...given("description", description),
        ...given("successUrl", successUrl),
      };
      return createLink(place, body, keyOf(body));
    },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [linksPath, place] });
      const params = { tenant: membership.tenant.id, mode, id };
      await navigate({ to: "/$tenant/$mode/payment-links/$id", params });
    },
  });
  const { faultOf, rest } = faultsOf(create.error, fields);
  return (
    <Dialog title={t("links.new")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Stack gap="md">
          {rest && <Failure error={rest} />}
          <NameField value={terms} faultOf={faultOf} />
          <MoneyFields value={money} faultOf={faultOf} />
          <TextInput
            label={t("sessions.description")}
            description={t("sessions.description-help")}
            maxLength={500}
            error={faultOf("description")}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <LimitFields value={terms} faultOf={faultOf} />
          <TextInput
            label={t("sessions.success-url")}
            description={t("links.success-help")}
            placeholder="https://shop.example/thanks"
            type="url"
            error={faultOf("successUrl")}
            value={successUrl}
            onChange={(event) => setSuccessUrl(event.currentTarget.value)}
          />
          <FormButtons
            onCancel={onClose}
            loading={create.isPending}
            disabled={money.amount === undefined || terms.terms === undefined}
          >
            {t("links.create")}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
