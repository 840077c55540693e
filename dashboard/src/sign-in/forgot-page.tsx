import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { aboutQuery } from "../api/about.ts";
import { request } from "../api/request.ts";
import { AnchorLink } from "../components/links.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { CardPage } from "./card-page.tsx";

/** For somebody who has forgotten their password: sends them a link, or says who can make one. */
export function ForgotPage() {
  const about = useQuery(aboutQuery);
  return (
    <CardPage title={t("forgot.title")}>
      {about.error && <Failure error={about.error} again={() => void about.refetch()} />}
      {about.isPending && <Loading as="text" />}
      {about.data?.sendsMail && <AskForLink />}
      {about.data && !about.data.sendsMail && <Text>{t("forgot.no-mail")}</Text>}
      <AnchorLink to="/sign-in" size="sm">
        {t("second-factor.back")}
      </AnchorLink>
    </CardPage>
  );
}

function AskForLink() {
  const [email, setEmail] = useState("");
  const ask = useMutation({
    mutationFn: () =>
      request("/dashboard/api/password-resets/", { method: "POST", body: { email: email.trim() } }),
  });
  if (ask.isSuccess) return <Text role="status">{t("forgot.sent", { email })}</Text>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate();
      }}
    >
      <Stack gap="md">
        {ask.error && <Failure error={ask.error} />}
        <Text c="var(--kassa-muted)">{t("forgot.help")}</Text>
        <TextInput
          label={t("sign-in.email")}
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={ask.isPending} fullWidth>
          {t("forgot.submit")}
        </Button>
      </Stack>
    </form>
  );
}
