import { Anchor, Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../api/request.ts";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { CardPage } from "./card-page.tsx";

type Props = { readonly onDone: () => Promise<void>; readonly onBack: () => void };

/** Asks for the second factor: a code of the authenticator app, or a backup code in place of a lost phone. */
export function CodeForm({ onDone, onBack }: Props) {
  const [isBackup, setIsBackup] = useState(false);
  const [code, setCode] = useState("");
  const verify = useMutation({
    mutationFn: () =>
      request(`/dashboard/auth/two-factor/${isBackup ? "verify-backup-code" : "verify-totp"}`, {
        method: "POST",
        body: { code: code.trim() },
      }),
    onSuccess: onDone,
  });
  const kind = isBackup ? "backup-code" : "second-factor";
  return (
    <CardPage title={t(`${kind}.title`)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          verify.mutate();
        }}
      >
        <Stack gap="md">
          {verify.error && <Failure error={verify.error} />}
          <TextInput
            key={kind}
            label={t("second-factor.code")}
            description={t(`${kind}.hint`)}
            autoComplete={isBackup ? "off" : "one-time-code"}
            inputMode={isBackup ? "text" : "numeric"}
            required
            data-autofocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" loading={verify.isPending} fullWidth>
            {t("second-factor.submit")}
          </Button>
          <Group justify="space-between">
            <Anchor component="button" type="button" size="sm" onClick={onBack}>
              {t("second-factor.back")}
            </Anchor>
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => {
                setIsBackup(!isBackup);
                setCode("");
                verify.reset();
              }}
            >
              {t(isBackup ? "backup-code.back" : "second-factor.use-backup")}
            </Anchor>
          </Group>
        </Stack>
      </form>
    </CardPage>
  );
}
