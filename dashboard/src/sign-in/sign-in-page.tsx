import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { meQuery } from "../api/me.ts";
import { request } from "../api/request.ts";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { CardPage } from "./card-page.tsx";

type SignedIn = { readonly twoFactorRedirect?: boolean };

/** Signs in with a password, and asks for the code of an authenticator app if the account has one. */
export function SignInPage() {
  const [needsCode, setNeedsCode] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const enter = async (): Promise<void> => {
    await queryClient.resetQueries({ queryKey: meQuery.queryKey });
    await navigate({ to: "/" });
  };
  return needsCode ? (
    <CodeForm onDone={enter} onBack={() => setNeedsCode(false)} />
  ) : (
    <PasswordForm onDone={enter} onCode={() => setNeedsCode(true)} />
  );
}

function PasswordForm({
  onDone,
  onCode,
}: {
  readonly onDone: () => Promise<void>;
  readonly onCode: () => void;
}) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useMutation({
    mutationFn: () =>
      request<SignedIn>("/dashboard/auth/sign-in/email", {
        method: "POST",
        body: { email: email.trim(), password },
      }),
    onSuccess: ({ twoFactorRedirect }) => (twoFactorRedirect ? onCode() : onDone()),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <CardPage title={t("sign-in.title")}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {signIn.error && <Failure error={signIn.error} />}
          <TextInput
            label={t("sign-in.email")}
            type="email"
            autoComplete="username webauthn"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label={t("sign-in.password")}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" loading={signIn.isPending} fullWidth>
            {t("sign-in.submit")}
          </Button>
          <Text size="xs" c="var(--kassa-muted)">
            {t("sign-in.no-account")}
          </Text>
        </Stack>
      </form>
    </CardPage>
  );
}

function CodeForm({ onDone, onBack }: { readonly onDone: () => Promise<void>; readonly onBack: () => void }) {
  const [code, setCode] = useState("");
  const verify = useMutation({
    mutationFn: () =>
      request("/dashboard/auth/two-factor/verify-totp", { method: "POST", body: { code: code.trim() } }),
    onSuccess: onDone,
  });
  return (
    <CardPage title={t("second-factor.title")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          verify.mutate();
        }}
      >
        <Stack gap="md">
          {verify.error && <Failure error={verify.error} />}
          <TextInput
            label={t("second-factor.code")}
            description={t("second-factor.hint")}
            autoComplete="one-time-code"
            inputMode="numeric"
            pattern="[0-9]{6}"
            required
            data-autofocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" loading={verify.isPending} fullWidth>
            {t("second-factor.submit")}
          </Button>
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            {t("second-factor.back")}
          </Anchor>
        </Stack>
      </form>
    </CardPage>
  );
}
