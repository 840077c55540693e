import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../api/request.ts";
import { AnchorLink } from "../components/links.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { CardPage } from "./card-page.tsx";
import { linkSecretLength } from "./link-secret.ts";
import { NewPasswordInput } from "./new-password-input.tsx";

type Reset = { readonly email: string; readonly removesSecondFactors: boolean };

/** The page of a link for a new password. The secret is in the address's fragment, which browsers don't send. */
export function ResetPage() {
  const [secret] = useState(() => window.location.hash.slice(1));
  const isWhole = secret.length === linkSecretLength;
  const reset = useQuery({
    queryKey: ["password-reset", secret],
    queryFn: () =>
      request<Reset>("/dashboard/api/password-resets/read", { method: "POST", body: { secret } }),
    enabled: isWhole,
    retry: false,
  });
  return (
    <CardPage title={t("reset.title")}>
      {!isWhole && <Text>{t("join.missing")}</Text>}
      {reset.error && (
        <>
          <Failure error={reset.error} />
          <AnchorLink to="/forgot">{t("sign-in.forgot")}</AnchorLink>
        </>
      )}
      {isWhole && reset.isPending && <Loading as="text" />}
      {reset.data && <NewPassword secret={secret} reset={reset.data} />}
    </CardPage>
  );
}

function NewPassword({ secret, reset }: { readonly secret: string; readonly reset: Reset }) {
  const [password, setPassword] = useState("");
  const set = useMutation({
    mutationFn: () =>
      request("/dashboard/api/password-resets/use", { method: "POST", body: { secret, password } }),
  });
  if (set.isSuccess)
    return (
      <Stack>
        <Alert color="green" role="status">
          {t("reset.done")}
        </Alert>
        <AnchorLink to="/sign-in">{t("sign-in.submit")}</AnchorLink>
      </Stack>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate();
      }}
    >
      <Stack gap="md">
        {set.error && <Failure error={set.error} />}
        {reset.removesSecondFactors && <Text c="var(--kassa-muted)">{t("reset.removes-factors")}</Text>}
        <TextInput label={t("sign-in.email")} autoComplete="username" readOnly value={reset.email} />
        <NewPasswordInput label={t("reset.password")} value={password} onChange={setPassword} />
        <Button type="submit" loading={set.isPending} fullWidth>
          {t("reset.submit")}
        </Button>
      </Stack>
    </form>
  );
}
