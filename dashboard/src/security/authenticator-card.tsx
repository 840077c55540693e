import { Button, Code, Group, Image, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { renderSVG } from "uqr";
import { type Me, meQuery } from "../api/me.ts";
import { request } from "../api/request.ts";
import { Card } from "../components/card.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";

type Enabled = { readonly totpURI: string; readonly backupCodes: readonly string[] };

/** The authenticator app, whose code a sign-in by password takes besides. */
export function AuthenticatorCard({ me }: { readonly me: Me }) {
  return (
    <Card title={t("security.authenticator")} help={t("security.authenticator-help")}>
      {me.hasAuthenticator ? <IsOn /> : <SetUp />}
    </Card>
  );
}

/** Asks for the password once more, for what makes the account weaker or shows its secrets. */
function PasswordForm({
  action,
  isHarmful = false,
  isPending,
  error,
  onSubmit,
}: {
  readonly action: string;
  readonly isHarmful?: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onSubmit: (password: string) => void;
}) {
  const [password, setPassword] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(password);
      }}
    >
      <Stack gap="md">
        {error && <Failure error={error} />}
        <PasswordInput
          label={t("security.password")}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={isPending} {...(isHarmful && { color: "red", variant: "light" })}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function SetUp() {
  const enable = useMutation({
    mutationFn: (password: string) =>
      request<Enabled>("/dashboard/auth/two-factor/enable", { method: "POST", body: { password } }),
  });
  if (enable.data) return <Confirm enabled={enable.data} />;
  return (
    <PasswordForm
      action={t("security.set-up")}
      isPending={enable.isPending}
      error={enable.error}
      onSubmit={enable.mutate}
    />
  );
}

function Confirm({ enabled }: { readonly enabled: Enabled }) {
  const [code, setCode] = useState("");
  const queryClient = useQueryClient();
  const secret = new URL(enabled.totpURI).searchParams.get("secret") ?? "";
  const confirm = useMutation({
    mutationFn: () =>
      request("/dashboard/auth/two-factor/verify-totp", { method: "POST", body: { code: code.trim() } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  return (
    <Stack gap="md">
      <Text>{t("security.scan")}</Text>
      <Image
        w={200}
        radius="md"
        alt={t("security.scan")}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(enabled.totpURI))}`}
      />
      <CopyText text={secret} label={t("security.key")} />
      <BackupCodes codes={enabled.backupCodes} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm.mutate();
        }}
      >
        <Stack gap="md">
          {confirm.error && <Failure error={confirm.error} />}
          <TextInput
            label={t("second-factor.code")}
            description={t("security.enter")}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" loading={confirm.isPending}>
              {t("security.confirm")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}

function BackupCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <>
      <Text fw={600}>{t("security.backup")}</Text>
      <Code block>{codes.join("\n")}</Code>
    </>
  );
}

function IsOn() {
  const [doing, setDoing] = useState<"codes" | "remove" | null>(null);
  return (
    <Stack gap="md">
      <Text>{t("security.is-on")}</Text>
      {doing === null && (
        <Group>
          <Button variant="default" onClick={() => setDoing("codes")}>
            {t("security.new-codes")}
          </Button>
          <Button variant="subtle" color="red" onClick={() => setDoing("remove")}>
            {t("security.remove")}
          </Button>
        </Group>
      )}
      {doing === "codes" && <NewCodes />}
      {doing === "remove" && <Remove />}
    </Stack>
  );
}

function NewCodes() {
  const renew = useMutation({
    mutationFn: (password: string) =>
      request<Pick<Enabled, "backupCodes">>("/dashboard/auth/two-factor/generate-backup-codes", {
        method: "POST",
        body: { password },
      }),
  });
  if (renew.data) return <BackupCodes codes={renew.data.backupCodes} />;
  return (
    <>
      <Text size="sm">{t("security.new-codes-help")}</Text>
      <PasswordForm
        action={t("security.new-codes")}
        isPending={renew.isPending}
        error={renew.error}
        onSubmit={renew.mutate}
      />
    </>
  );
}

function Remove() {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: (password: string) =>
      request("/dashboard/auth/two-factor/disable", { method: "POST", body: { password } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  return (
    <>
      <Text size="sm">{t("security.remove-help")}</Text>
      <PasswordForm
        action={t("security.remove")}
        isHarmful
        isPending={remove.isPending}
        error={remove.error}
        onSubmit={remove.mutate}
      />
    </>
  );
}
