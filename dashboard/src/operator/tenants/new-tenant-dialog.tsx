import { Button, Divider, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { CopyText } from "../../components/copy-text.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { faultsOf } from "../../components/field-faults.ts";
import { FormButtons } from "../../components/form-buttons.tsx";
import { Failure } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { InviteOwner } from "./invite-owner.tsx";
import { createTenant, type NewTenant, useTenantChange } from "./queries.ts";

/** Creates a tenant, shows its keys once, and invites its first owner. */
export function NewTenantDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const keyOf = useOrderKeys();
  const create = useTenantChange((body: { name: string }) => createTenant(body, keyOf(body)));
  if (create.data) return <Made tenant={create.data} onClose={onClose} />;
  const { faultOf, rest } = faultsOf(create.error, ["name"]);
  return (
    <Dialog title={t("operator.create")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ name: name.trim() });
        }}
      >
        <Stack gap="md">
          {rest && <Failure error={rest} />}
          <TextInput
            label={t("operator.name")}
            description={t("operator.name-help")}
            required
            maxLength={100}
            data-autofocus
            error={faultOf("name")}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FormButtons onCancel={onClose} loading={create.isPending}>
            {t("operator.create")}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

function Made({ tenant, onClose }: { readonly tenant: NewTenant; readonly onClose: () => void }) {
  return (
    <Dialog title={t("operator.made", { name: tenant.name })} onClose={onClose}>
      <Text>{t("operator.keys-help")}</Text>
      {(["sandbox", "live"] as const).map((mode) => (
        <Stack key={mode} gap={4}>
          <Text size="sm" fw={600}>
            {t(`mode.${mode}`)}
          </Text>
          <CopyText text={tenant.keys[mode].secret} label={t(`mode.${mode}`)} />
        </Stack>
      ))}
      <Divider />
      <InviteOwner tenant={tenant} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("operator.done")}
        </Button>
      </Group>
    </Dialog>
  );
}
