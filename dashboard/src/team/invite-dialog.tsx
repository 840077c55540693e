import { Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Role } from "../api/me.ts";
import { request } from "../api/request.ts";
import { useOrderKeys } from "../api/use-order-keys.ts";
import { useHere } from "../app/place.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormButtons } from "../components/form-buttons.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { roles, useTeamChange } from "./queries.ts";

type Invited = { readonly link: string; readonly sentByMail: boolean };

/** Invites somebody, and shows the link, which may also have been sent by mail. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { place } = useHere();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("support");
  const keyOf = useOrderKeys();
  const invite = useTeamChange((body: { email: string; role: Role }) =>
    request<Invited>("/dashboard/api/team/invitations", {
      method: "POST",
      place,
      body,
      idempotencyKey: keyOf(body),
    }),
  );
  return (
    <Dialog onClose={onClose} title={t("team.invite")}>
      {invite.data ? (
        <Stack>
          <Text>{t(invite.data.sentByMail ? "team.link-sent" : "team.link", { email })}</Text>
          <CopyText text={invite.data.link} label={t("team.invite")} />
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            invite.mutate({ email: email.trim(), role });
          }}
        >
          <Stack gap="md">
            {invite.error && <Failure error={invite.error} />}
            <TextInput
              label={t("team.email")}
              type="email"
              required
              data-autofocus
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <Select
              label={t("team.role")}
              description={t(`role-help.${role}`)}
              allowDeselect={false}
              value={role}
              data={roles.map((each) => ({ value: each, label: t(`role.${each}`) }))}
              onChange={(next) => next && setRole(next as Role)}
            />
            <FormButtons onCancel={onClose} loading={invite.isPending}>
              {t("team.invite-submit")}
            </FormButtons>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
