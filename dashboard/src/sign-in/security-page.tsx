import {
  Alert,
  Button,
  Code,
  Group,
  Image,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { renderSVG } from "uqr";
import { meQuery } from "../api/me.ts";
import { request } from "../api/request.ts";
import { CopyText } from "../components/copy-text.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";

/** How a person proves who they are: sets up an authenticator app. */
export function SecurityPage({ isNeeded = false }: { readonly isNeeded?: boolean }) {
  const me = useQuery(meQuery);
  return (
    <Stack gap="lg" maw={560}>
      <Title order={1} size="h2">
        {t("security.title")}
      </Title>
      {isNeeded && (
        <Alert color="kassa" title={t("security.needed")}>
          {t("security.needed-help")}
        </Alert>
      )}
      <Paper p="lg" withBorder bg="var(--kassa-raised)">
        <Stack gap="md">
          <Title order={2} size="h4">
            {t("security.authenticator")}
          </Title>
          {me.data?.signIn.factors === 2 ? <Text>{t("security.is-on")}</Text> : <SetUp />}
        </Stack>
      </Paper>
    </Stack>
  );
}

type Enabled = { readonly totpURI: string; readonly backupCodes: readonly string[] };

function SetUp() {
  const [password, setPassword] = useState("");
  const enable = useMutation({
    mutationFn: () =>
      request<Enabled>("/dashboard/auth/two-factor/enable", { method: "POST", body: { password } }),
  });
  if (enable.data) return <Confirm enabled={enable.data} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        enable.mutate();
      }}
    >
      <Stack gap="md">
        {enable.error && <Failure error={enable.error} />}
        <PasswordInput
          label={t("security.password")}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={enable.isPending}>
            {t("security.set-up")}
          </Button>
        </Group>
      </Stack>
    </form>
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
      <Text fw={600}>{t("security.backup")}</Text>
      <Code block>{enabled.backupCodes.join("\n")}</Code>
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
