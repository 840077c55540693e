import { Button, Divider, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { request } from "../api/request.ts";
import { AnchorLink } from "../components/links.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { CardPage } from "./card-page.tsx";
import { CodeForm } from "./code-form.tsx";
import { signInWithPasskey } from "./passkey.ts";
import { useEnter } from "./use-enter.ts";

type SignedIn = { readonly twoFactorRedirect?: boolean };

/** Signs in with a passkey, or with a password and the code of an authenticator app if the account has one. */
export function SignInPage() {
  const [needsCode, setNeedsCode] = useState(false);
  const enter = useEnter();
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
            autoComplete="username"
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
          <AnchorLink to="/forgot" size="sm">
            {t("sign-in.forgot")}
          </AnchorLink>
        </Stack>
      </form>
      <Divider label={t("sign-in.or")} />
      <PasskeyButton onDone={onDone} />
      <Text size="xs" c="var(--kassa-muted)">
        {t("sign-in.no-account")}
      </Text>
    </CardPage>
  );
}

function PasskeyButton({ onDone }: { readonly onDone: () => Promise<void> }) {
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: onDone });
  return (
    <Stack gap="md">
      {passkey.error && <Failure error={passkey.error} />}
      <Button variant="default" loading={passkey.isPending} onClick={() => passkey.mutate()} fullWidth>
        {t("sign-in.passkey")}
      </Button>
    </Stack>
  );
}
