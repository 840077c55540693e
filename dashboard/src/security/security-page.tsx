import { Alert, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../api/me.ts";
import { Loading } from "../components/states.tsx";
import { useFirstLoad } from "../components/use-first-load.ts";
import { t } from "../texts/texts.ts";
import { AuthenticatorCard } from "./authenticator-card.tsx";
import { LanguageCard } from "./language-card.tsx";
import { PasskeysCard, passkeysQuery } from "./passkeys-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { SignInsCard } from "./sign-ins-card.tsx";

type Props = {
  /** What is shown in place of this page once they have a second factor. */
  readonly neededFor?: "live" | "operator";
};

/** How a person proves who they are, and where they are signed in. */
export function SecurityPage({ neededFor }: Props) {
  const me = useQuery(meQuery);
  const isPending = useFirstLoad(useQuery(passkeysQuery).isPending);
  if (!me.data) return null;
  return (
    <Stack gap="lg" maw={640}>
      <Title order={1} size="h2">
        {t("security.title")}
      </Title>
      {neededFor && (
        <Alert color="kassa" title={t(`security.needed-${neededFor}`)}>
          {t("security.needed-help")}
        </Alert>
      )}
      {isPending ? (
        <Loading as="cards" />
      ) : (
        <>
          <PasskeysCard />
          <AuthenticatorCard me={me.data} />
          {!neededFor && <PasswordCard />}
          {!neededFor && <SignInsCard />}
          {!neededFor && <LanguageCard />}
        </>
      )}
    </Stack>
  );
}
