import { Select, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { RequestProblem } from "../../api/problem.ts";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { useHere } from "../../app/place.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormButtons } from "../../components/form-buttons.tsx";
import { Failure } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { type AccountType, accountTypes, isOptional, needsStatementName } from "./account-types.ts";
import { accountsQuery, addAccount } from "./queries.ts";

type Values = Readonly<Record<string, string>>;

/** Adds an account of the tenant's own. The server checks its numbers. */
export function AddAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  const [type, setType] = useState<AccountType>("iban");
  const [values, setValues] = useState<Values>({ currency: accountTypes.iban.currency });
  const keyOf = useOrderKeys();
  const body = bodyOf(type, values);
  const add = useMutation({
    mutationFn: () => addAccount(place, body, keyOf(body)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: accountsQuery(place).queryKey });
      onClose();
    },
  });
  const faulty = add.error instanceof RequestProblem ? add.error.param?.slice(1) : undefined;
  const field = (name: string, more: object = {}) => (
    <TextInput
      key={name}
      label={t(`bank.field.${name}` as "bank.field.iban")}
      value={values[name] ?? ""}
      error={faulty === name ? add.error?.message : undefined}
      onChange={({ currentTarget: { value } }) => setValues((all) => ({ ...all, [name]: value }))}
      {...more}
    />
  );
  return (
    <Dialog title={t("bank.add-account")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <Stack gap="md">
          {add.error && !(faulty && faulty in body) && <Failure error={add.error} />}
          <Select
            label={t("bank.type")}
            size="md"
            allowDeselect={false}
            value={type}
            data={Object.keys(accountTypes).map((value) => ({
              value,
              label: t(`bank.type.${value}` as "bank.type.iban"),
            }))}
            onChange={(chosen) => {
              const next = (chosen ?? "iban") as AccountType;
              setType(next);
              setValues((all) => ({ ...all, currency: accountTypes[next].currency }));
            }}
          />
          {field("holder", { required: true, maxLength: 70, description: t("bank.field.holder-help") })}
          {accountTypes[type].fields.map((name) => field(name, { required: !isOptional(name) }))}
          {field("currency", { required: true, maxLength: 3, w: 120 })}
          {needsStatementName(type) &&
            field("statementAccount", { description: t("bank.field.statementAccount-help") })}
          {field("label", { maxLength: 100, description: t("bank.field.label-help") })}
          <FormButtons onCancel={onClose} loading={add.isPending}>
            {t("bank.add-account")}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

function bodyOf(type: AccountType, values: Values): Record<string, unknown> {
  const names = ["holder", "label", ...accountTypes[type].fields];
  const filled = names.flatMap((name) => (values[name]?.trim() ? [[name, values[name].trim()]] : []));
  const { currency = "", statementAccount = "" } = values;
  return {
    type,
    ...Object.fromEntries(filled),
    currency: currency.trim().toUpperCase(),
    ...(statementAccount.trim() !== "" && { statementAccounts: [statementAccount.trim()] }),
  };
}
