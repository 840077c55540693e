import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../api/request.ts";
import { Card } from "../components/card.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { browserName } from "./browser-name.ts";
import { type SignIn, signInsQuery } from "./sign-ins-query.ts";

/** Where the person is signed in. Each can be ended here. */
export function SignInsCard() {
  const signIns = useQuery(signInsQuery);
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: signInsQuery.queryKey });
  const end = useMutation({
    mutationFn: (id: string) => request(`/dashboard/api/sign-ins/${id}`, { method: "DELETE" }),
    onSettled: refresh,
  });
  const endOthers = useMutation({
    mutationFn: () => request("/dashboard/api/sign-ins/end-others", { method: "POST", body: {} }),
    onSettled: refresh,
  });
  const failure = signIns.error ?? end.error ?? endOthers.error;
  const list = signIns.data?.data ?? [];
  return (
    <Card title={t("sign-ins.title")} help={t("sign-ins.help")}>
      {failure && <Failure error={failure} again={() => void signIns.refetch()} />}
      {signIns.isPending && <Loading as="text" />}
      {list.map((signIn) => (
        <OneSignIn key={signIn.id} signIn={signIn} onEnd={() => end.mutate(signIn.id)} />
      ))}
      {list.length > 1 && (
        <Group>
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t("sign-ins.end-others")}
          </Button>
        </Group>
      )}
    </Card>
  );
}

function OneSignIn({ signIn, onEnd }: { readonly signIn: SignIn; readonly onEnd: () => void }) {
  const { userAgent, address, usedAt, isThisOne } = signIn;
  const name = browserName(userAgent ?? "") ?? t("sign-ins.unknown");
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={0}>
        <Text>
          {name}
          {isThisOne && ` · ${t("sign-ins.this")}`}
        </Text>
        <Text size="xs" c="var(--kassa-muted)" style={{ overflowWrap: "anywhere" }}>
          <bdi>{address}</bdi> · <When at={usedAt} />
        </Text>
      </Stack>
      {!isThisOne && (
        <Button
          size="compact-md"
          variant="subtle"
          color="red"
          aria-label={`${t("sign-ins.end")}: ${name}`}
          onClick={onEnd}
        >
          {t("sign-ins.end")}
        </Button>
      )}
    </Group>
  );
}
