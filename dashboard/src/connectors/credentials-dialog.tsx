import type { ConnectorAccount } from "@kassa/sdk";
import { Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormButtons } from "../components/form-buttons.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { FieldInputs, faultAt, filledIn, type Values } from "./field-inputs.tsx";
import { type ConnectorKind, rotateCredentials } from "./queries.ts";

type Props = {
  readonly account: ConnectorAccount;
  readonly kind: ConnectorKind;
  readonly onClose: () => void;
};

/** Takes new credentials of the same account at the PSP. Those that are left empty stay as they are. */
export function CredentialsDialog({ account, kind, onClose }: Props) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  const [values, setValues] = useState<Values>({});
  const save = useMutation({
    mutationFn: () => rotateCredentials(place, account.id, filledIn(values)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["connectors", place] });
      onClose();
    },
  });
  const isAtField = kind.credentials.some(({ name }) => faultAt(save.error, `/credentials/${name}`));
  const isMissing = (name: string): boolean => account.missingCredentials.includes(name);
  return (
    <Dialog title={t("connectors.new-credentials")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack gap="md">
          {save.error && !isAtField && <Failure error={save.error} />}
          <Text size="sm">{t("connectors.rotate-help")}</Text>
          <FieldInputs
            at="credentials"
            fields={kind.credentials.map((field) => ({ ...field, isRequired: isMissing(field.name) }))}
            values={values}
            error={save.error}
            onChange={setValues}
          />
          <FormButtons
            onCancel={onClose}
            loading={save.isPending}
            disabled={Object.keys(filledIn(values)).length === 0}
          >
            {t("connectors.check-and-save")}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
