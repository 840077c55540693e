import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { meQuery } from "../api/me.ts";
import { request } from "../api/request.ts";
import { Card } from "../components/card.tsx";
import { Confirm } from "../components/confirm.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { formatDay } from "../components/when.tsx";
import { addPasskey, signInWithPasskey } from "../sign-in/passkey.ts";
import { t } from "../texts/texts.ts";

type Passkey = { readonly id: string; readonly name?: string | null; readonly createdAt: string };

export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: ({ signal }) => request<Passkey[]>("/dashboard/auth/passkey/list-user-passkeys", { signal }),
});

/** A person's passkeys. Each signs them in by itself, with two factors. */
export function PasskeysCard() {
  const passkeys = useQuery(passkeysQuery);
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  const queryClient = useQueryClient();
  return (
    <Card title={t("passkeys.title")} help={t("passkeys.help")}>
      {passkeys.error && <Failure error={passkeys.error} again={() => void passkeys.refetch()} />}
      {passkeys.isPending && <Loading as="text" />}
      {passkeys.data?.map((passkey) => (
        <Group key={passkey.id} justify="space-between" wrap="nowrap">
          <Stack gap={0}>
            <Text style={{ overflowWrap: "anywhere" }}>
              <bdi>{nameOf(passkey)}</bdi>
            </Text>
            <Text size="xs" c="var(--kassa-muted)">
              {t("passkeys.added", { date: formatDay(passkey.createdAt) })}
            </Text>
          </Stack>
          <Button
            size="compact-md"
            variant="subtle"
            color="red"
            aria-label={`${t("passkeys.remove")}: ${nameOf(passkey)}`}
            onClick={() => setLeaving(passkey)}
          >
            {t("passkeys.remove")}
          </Button>
        </Group>
      ))}
      {passkeys.data && <AddPasskey isFirst={passkeys.data.length === 0} />}
      {leaving && (
        <Confirm
          title={t("passkeys.remove-title", { name: nameOf(leaving) })}
          help={t("passkeys.remove-help")}
          action={t("passkeys.remove")}
          isHarmful
          onConfirm={async () => {
            await request("/dashboard/auth/passkey/delete-passkey", {
              method: "POST",
              body: { id: leaving.id },
            });
            await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </Card>
  );
}

const nameOf = ({ name }: Passkey): string => (name ? name : t("passkeys.unnamed"));

/** Makes a passkey, and then signs in with it, so that live data opens. */
function AddPasskey({ isFirst }: { readonly isFirst: boolean }) {
  const [name, setName] = useState("");
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
    ]);
  const add = useMutation({
    mutationFn: async () => {
      await addPasskey(name.trim());
      if (queryClient.getQueryData(meQuery.queryKey)?.signIn.factors !== 2) await signInWithPasskey();
    },
    onSuccess: () => setName(""),
    onSettled: refresh,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Stack gap="md">
        {add.error && <Failure error={add.error} />}
        {isFirst && <Text size="sm">{t("passkeys.none")}</Text>}
        <Group align="flex-end">
          <TextInput
            flex={1}
            miw={200}
            label={t("passkeys.name")}
            placeholder={t("passkeys.name-example")}
            required
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" loading={add.isPending}>
            {t("passkeys.add")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
