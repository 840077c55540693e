import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { CopyText } from "../../components/copy-text.tsx";
import { faultsOf } from "../../components/field-faults.ts";
import { Failure } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { inviteOwner, type Tenant, useTenantChange } from "./queries.ts";

/** Invites the first owner of a tenant, and shows the link, which may also have been sent by mail. */
export function InviteOwner({ tenant }: { readonly tenant: Pick<Tenant, "id"> }) {
  const [email, setEmail] = useState("");
  const keyOf = useOrderKeys();
  const invite = useTenantChange((body: { email: string }) => inviteOwner(tenant.id, body, keyOf(body)));
  const { faultOf, rest } = faultsOf(invite.error, ["email"]);
  if (invite.data)
    return (
      <Stack gap="xs">
        <Text>{t(invite.data.sentByMail ? "team.link-sent" : "team.link", { email })}</Text>
        <CopyText text={invite.data.link} label={t("operator.invite")} />
      </Stack>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate({ email: email.trim() });
      }}
    >
      <Stack gap="sm" align="flex-start">
        {rest && <Failure error={rest} />}
        <TextInput
          w="100%"
          label={t("operator.owner-email")}
          description={t("operator.invite-help")}
          type="email"
          required
          error={faultOf("email")}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={invite.isPending}>
          {t("operator.invite")}
        </Button>
      </Stack>
    </form>
  );
}
