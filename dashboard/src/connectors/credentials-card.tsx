import type { ConnectorAccount } from "@kassa/sdk";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { CredentialsDialog } from "./credentials-dialog.tsx";
import { type ConnectorKind, checkAccount, registerNotifications } from "./queries.ts";

type Props = {
  readonly account: ConnectorAccount;
  readonly kind: ConnectorKind;
  readonly mayChange: boolean;
};

/** The account's connection with the PSP: its credentials, and where the PSP sends its notifications. */
export function CredentialsCard({ account, kind, mayChange }: Props) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["connectors", place] });
  const [isChanging, changing] = useDisclosure(false);
  const check = useMutation({ mutationFn: () => checkAccount(place, account.id), onSuccess: refresh });
  const register = useMutation({
    mutationFn: () => registerNotifications(place, account.id),
    onSuccess: refresh,
  });
  const labelOf = (field: string): string =>
    kind.credentials.find(({ name }) => name === field)?.label ?? field;
  const failure = check.error ?? register.error;
  if (kind.credentials.length === 0) return null;
  return (
    <Card title={t("connectors.connection")}>
      {failure && <Failure error={failure} />}
      {check.data && <CheckResult result={check.data.result} detail={check.data.detail} />}
      {account.missingCredentials.length > 0 && (
        <Alert color="yellow" title={t("connectors.missing")}>
          {account.missingCredentials.map(labelOf).join(", ")}
        </Alert>
      )}
      <Stack gap={4}>
        <Text size="sm" c="var(--kassa-muted)">
          {t("connectors.notification-url")}
        </Text>
        <CopyText text={account.notificationUrl} label={t("connectors.notification-url")} />
      </Stack>
      {mayChange && (
        <Group gap="sm">
          {kind.registersNotifications && account.missingCredentials.length > 0 && (
            <Button loading={register.isPending} onClick={() => register.mutate()}>
              {t("connectors.register", { psp: kind.title })}
            </Button>
          )}
          <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            {t("connectors.check")}
          </Button>
          <Button variant="default" onClick={changing.open}>
            {t("connectors.new-credentials")}
          </Button>
        </Group>
      )}
      {isChanging && <CredentialsDialog account={account} kind={kind} onClose={changing.close} />}
    </Card>
  );
}

const colours = { valid: "green", refused: "red", unknown: "yellow" } as const;

function CheckResult({
  result,
  detail,
}: {
  readonly result: keyof typeof colours;
  readonly detail: string | null;
}) {
  return (
    <Alert color={colours[result]} role="status">
      {detail ?? t(`connectors.check.${result}`)}
    </Alert>
  );
}
