import { Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { faultsOf } from "../../components/field-faults.ts";
import { FormButtons } from "../../components/form-buttons.tsx";
import { Failure } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { changeTenant, type Tenant, useTenantChange } from "./queries.ts";

/** Renames a tenant, and says where the name is shown. */
export function RenameDialog({ tenant, onClose }: { readonly tenant: Tenant; readonly onClose: () => void }) {
  const [name, setName] = useState(tenant.name);
  const rename = useTenantChange(() => changeTenant(tenant.id, { name: name.trim() }));
  const { faultOf, rest } = faultsOf(rename.error, ["name"]);
  return (
    <Dialog title={t("operator.rename-title", { name: tenant.name })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <Stack gap="md">
          {rest && <Failure error={rest} />}
          <Text>{t("operator.rename-help")}</Text>
          <TextInput
            label={t("operator.name")}
            required
            maxLength={100}
            data-autofocus
            error={faultOf("name")}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FormButtons onCancel={onClose} loading={rename.isPending} disabled={name.trim() === tenant.name}>
            {t("operator.rename")}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
