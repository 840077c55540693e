import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { meQuery, type Role } from "../api/me.ts";
import { request } from "../api/request.ts";
import { Failure, Loading } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { CardPage } from "./card-page.tsx";
import { linkSecretLength } from "./link-secret.ts";
import { NewPasswordInput } from "./new-password-input.tsx";
import { useEnter } from "./use-enter.ts";

type Invitation = {
  readonly email: string | null;
  readonly role: Role;
  readonly tenantName: string;
  readonly hasAccount: boolean;
};

/** The page of an invitation's link. The secret is in the address's fragment, which browsers don't send. */
export function JoinPage() {
  const [secret] = useState(() => window.location.hash.slice(1));
  const invitation = useQuery({
    queryKey: ["invitation", secret],
    queryFn: () => request<Invitation>("/dashboard/api/invitation", { method: "POST", body: { secret } }),
    enabled: secret.length === linkSecretLength,
  });
  const me = useQuery(meQuery);
  if (secret.length !== linkSecretLength)
    return (
      <CardPage title={t("error.title")}>
        <Text>{t("join.missing")}</Text>
      </CardPage>
    );
  if (invitation.error)
    return (
      <CardPage title={t("error.title")}>
        <Failure error={invitation.error} />
        <Anchor component={Link} to="/sign-in">
          {t("sign-in.submit")}
        </Anchor>
      </CardPage>
    );
  if (!invitation.data || me.isPending) return <Loading as="text" />;
  const { tenantName, role, email, hasAccount } = invitation.data;
  return (
    <CardPage title={t("join.title", { tenant: tenantName })}>
      <Text c="var(--kassa-muted)">
        {role === "owner" ? t("join.owner") : t("join.role", { role: t(`role.${role}`) })}
      </Text>
      {me.data ? (
        <JoinAsMe secret={secret} email={me.data.email} />
      ) : hasAccount ? (
        <>
          <Text>{t("join.has-account", { email: email ?? "" })}</Text>
          <Button component={Link} to="/sign-in">
            {t("sign-in.submit")}
          </Button>
        </>
      ) : (
        <JoinForm secret={secret} email={email} />
      )}
    </CardPage>
  );
}

function JoinAsMe({ secret, email }: { readonly secret: string; readonly email: string }) {
  const enter = useEnter();
  const join = useMutation({
    mutationFn: () => request("/dashboard/api/join-as-me", { method: "POST", body: { secret } }),
    onSuccess: enter,
  });
  return (
    <Stack gap="md">
      {join.error && <Failure error={join.error} />}
      <Button loading={join.isPending} onClick={() => join.mutate()}>
        {t("join.as-me", { email })}
      </Button>
    </Stack>
  );
}

function JoinForm({ secret, email: invited }: { readonly secret: string; readonly email: string | null }) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState(invited ?? "");
  const [password, setPassword] = useState("");
  const enter = useEnter();
  const join = useMutation({
    mutationFn: async () => {
      const address = invited === null ? { email: email.trim() } : {};
      const body = { secret, name: name.trim(), password, ...address };
      const joined = await request<{ email: string }>("/dashboard/api/join", { method: "POST", body });
      await request("/dashboard/auth/sign-in/email", {
        method: "POST",
        body: { email: joined.email, password },
      });
    },
    onSuccess: enter,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        join.mutate();
      }}
    >
      <Stack gap="md">
        {join.error && <Failure error={join.error} />}
        <TextInput
          label={t("join.name")}
          autoComplete="name"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t("join.email")}
          type="email"
          autoComplete="username"
          required
          readOnly={invited !== null}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NewPasswordInput label={t("join.password")} value={password} onChange={setPassword} />
        <Button type="submit" loading={join.isPending} fullWidth>
          {t("join.submit")}
        </Button>
      </Stack>
    </form>
  );
}
