import { Select, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useOrderKeys } from "../api/use-order-keys.ts";
import { useHere } from "../app/place.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormButtons } from "../components/form-buttons.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { FieldInputs, faultAt, filledIn, type Values } from "./field-inputs.tsx";
import { accountsQuery, type ConnectorKind, createAccount, type NewAccount } from "./queries.ts";

type Props = { readonly kinds: readonly ConnectorKind[]; readonly onClose: () => void };

/** Sets up an account at a PSP. Its credentials are checked with the PSP before anything is stored. */
export function AddDialog({ kinds, onClose }: Props) {
  const { mode } = useHere();
  const [connector, setConnector] = useState(kinds[0]?.name ?? "");
  const [label, setLabel] = useState("");
  const [credentials, setCredentials] = useState<Values>({});
  const [settings, setSettings] = useState<Values>({});
  const [isEnabled, setEnabled] = useState(true);
  const kind = kinds.find(({ name }) => name === connector);
  // Others wait for what the provider shows only for the address of notifications.
  const canBeEnabled = kind?.credentials.every(({ needed }) => needed !== "notifications") ?? false;
  const given = filledIn(settings);
  const add = useAdd({
    connector,
    label: label.trim() || (kind?.title ?? connector),
    credentials: filledIn(credentials),
    ...(Object.keys(given).length > 0 ? { settings: given } : {}),
    ...(!isEnabled && canBeEnabled ? { status: "disabled" } : {}),
  });
  const choose = (next: string | null): void => {
    if (next === null) return;
    setConnector(next);
    setCredentials({});
    setSettings({});
    add.reset();
  };
  const first = kind?.credentials.filter(({ needed }) => needed === "always") ?? [];
  const optional = kind?.credentials.filter(({ needed }) => needed === "never") ?? [];
  const ofMode = kind?.settings.filter(({ modes }) => modes.includes(mode)) ?? [];
  const isAtField = [...first, ...optional].some(({ name }) => faultAt(add.error, `/credentials/${name}`));
  const isAtSetting = ofMode.some(({ name }) => faultAt(add.error, `/settings/${name}`));
  return (
    <Dialog title={t("connectors.add")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <Stack gap="md">
          {add.error && !isAtField && !isAtSetting && <Failure error={add.error} />}
          <Select
            label={t("connectors.psp")}
            allowDeselect={false}
            value={connector}
            data={kinds.map(({ name, title }) => ({ value: name, label: title }))}
            onChange={choose}
          />
          <Text size="sm" c="var(--kassa-muted)">
            {t(`connectors.${mode}-help`)}
          </Text>
          <TextInput
            label={t("connectors.label")}
            description={t("connectors.label-help")}
            placeholder={kind?.title}
            maxLength={100}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <FieldInputs
            at="settings"
            fields={ofMode.map((field) => ({ ...field, isRequired: !field.isOptional }))}
            values={settings}
            error={add.error}
            onChange={setSettings}
          />
          <FieldInputs
            at="credentials"
            fields={[
              ...first.map((field) => ({ ...field, isRequired: true })),
              ...optional.map((field) => ({ ...field, isRequired: false })),
            ]}
            values={credentials}
            error={add.error}
            onChange={setCredentials}
          />
          {canBeEnabled && (
            <Switch
              label={t("connectors.enable-now")}
              description={t("connectors.enable-now-help")}
              checked={isEnabled}
              onChange={(event) => setEnabled(event.currentTarget.checked)}
            />
          )}
          <FormButtons onCancel={onClose} loading={add.isPending}>
            {t("connectors.check-and-add")}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Stores the account, and opens its page. */
function useAdd(body: NewAccount) {
  const { place, membership, mode } = useHere();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const keyOf = useOrderKeys();
  return useMutation({
    mutationFn: () => createAccount(place, body, keyOf(body)),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: accountsQuery(place).queryKey });
      const params = { tenant: membership.tenant.id, mode, id };
      await navigate({ to: "/$tenant/$mode/connectors/$id", params });
    },
  });
}
