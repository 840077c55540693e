import { Text } from "@mantine/core";
import { request } from "../../api/request.ts";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { useHere } from "../../app/place.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormButtons } from "../../components/form-buttons.tsx";
import { Failure } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { type Key, type Made, useKeyChange } from "./queries.ts";
import { Secret } from "./secret.tsx";

type Props = { readonly apiKey: Key; readonly onClose: () => void };

export function RollDialog({ apiKey, onClose }: Props) {
  const { place } = useHere();
  const keyOf = useOrderKeys();
  const roll = useKeyChange(() => {
    const body = { overlapHours: 24 };
    return request<Made>(`/dashboard/api/keys/${apiKey.id}/roll`, {
      method: "POST",
      place,
      body,
      idempotencyKey: keyOf(body),
    });
  });
  if (roll.data) return <Secret made={roll.data} onClose={onClose} />;
  return (
    <Dialog title={t("keys.roll-title", { name: apiKey.name ?? apiKey.id })} onClose={onClose}>
      {roll.error && <Failure error={roll.error} />}
      <Text>{t("keys.roll-help")}</Text>
      <FormButtons onCancel={onClose} loading={roll.isPending} onClick={() => roll.mutate()}>
        {t("keys.roll")}
      </FormButtons>
    </Dialog>
  );
}

export function RevokeDialog({ apiKey, onClose }: Props) {
  const { place } = useHere();
  const revoke = useKeyChange(() =>
    request(`/dashboard/api/keys/${apiKey.id}/revoke`, { method: "POST", place, body: {} }),
  );
  return (
    <Confirm
      title={t("keys.revoke-title", { name: apiKey.name ?? apiKey.id })}
      help={t("keys.revoke-help")}
      action={t("keys.revoke")}
      isHarmful
      onConfirm={() => revoke.mutateAsync()}
      onClose={onClose}
    />
  );
}
