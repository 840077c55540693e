import { Box, Button, Group, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { meQuery, type Role } from "../api/me.ts";
import { type Place, request } from "../api/request.ts";
import { useHere } from "../app/place.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { Dialog } from "../components/dialog.tsx";
import { type Column, type Row, Rows } from "../components/rows.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { formatDay } from "../components/when.tsx";
import { t } from "../texts/texts.ts";

type Member = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly hasSecondFactor: boolean;
};
type Invitation = {
  readonly id: string;
  readonly email: string | null;
  readonly role: Role;
  readonly expiresAt: string;
};
type Team = { readonly members: readonly Member[]; readonly invitations: readonly Invitation[] };

const roles: readonly Role[] = ["owner", "developer", "support", "finance", "read_only"];

const teamQuery = (place: Place) =>
  queryOptions({
    queryKey: ["team", place.tenant],
    queryFn: ({ signal }) => request<Team>("/dashboard/api/team/", { place, signal }),
  });

/** Who works for the tenant. Owners invite, change roles and remove. */
export function TeamPage() {
  const { place, membership } = useHere();
  const team = useQuery(teamQuery(place));
  const me = useQuery(meQuery);
  const [isInviting, inviting] = useDisclosure(false);
  const mayChange = membership.role === "owner" && me.data?.signIn.factors === 2;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t("team.title")}
        </Title>
        {mayChange && <Button onClick={inviting.open}>{t("team.invite")}</Button>}
      </Group>
      {!mayChange && <Text c="var(--kassa-muted)">{t("team.owners-only")}</Text>}
      {team.error && <Failure error={team.error} again={() => void team.refetch()} />}
      {team.isPending && <Loading />}
      {team.data && <Members team={team.data} mayChange={mayChange} />}
      {isInviting && <InviteDialog onClose={inviting.close} />}
    </Stack>
  );
}

function useTeamChange<Given>(change: (given: Given) => Promise<unknown>) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: teamQuery(place).queryKey }),
  });
}

function Members({ team, mayChange }: { readonly team: Team; readonly mayChange: boolean }) {
  const { place } = useHere();
  const [leaving, setLeaving] = useState<Member | null>(null);
  const changeRole = useTeamChange(({ id, role }: { id: string; role: Role }) =>
    request(`/dashboard/api/team/members/${id}`, { method: "POST", place, body: { role } }),
  );
  const revoke = useTeamChange((id: string) =>
    request(`/dashboard/api/team/invitations/${id}`, { method: "DELETE", place }),
  );
  const failure = changeRole.error ?? revoke.error;
  const lines: Line[] = [
    ...team.members.map((member) => ({
      id: member.id,
      who: <Person name={member.name} email={member.email} />,
      role: mayChange ? (
        <RoleSelect
          label={`${t("team.role")}: ${member.name}`}
          role={member.role}
          onChange={(role) => changeRole.mutate({ id: member.id, role })}
        />
      ) : (
        t(`role.${member.role}`)
      ),
      note: t(member.hasSecondFactor ? "team.second-factor.yes" : "team.second-factor.no"),
      action: mayChange && <EndButton name="team.remove" onPress={() => setLeaving(member)} />,
    })),
    ...team.invitations.map(({ id, email, role, expiresAt }) => ({
      id,
      who: <Person name={email ?? "–"} email={t("team.invited")} />,
      role: t(`role.${role}`),
      note: t("team.until", { date: formatDay(expiresAt) }),
      action: mayChange && <EndButton name="team.revoke" onPress={() => revoke.mutate(id)} />,
    })),
  ];
  return (
    <>
      {failure && <Failure error={failure} />}
      <Rows columns={columns()} rows={lines.map(toRow)} />
      {leaving && <RemoveDialog member={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function Person({ name, email }: { readonly name: string; readonly email: string }) {
  return (
    <>
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {name}
      </Text>
      <Text size="xs" c="var(--kassa-muted)" style={{ overflowWrap: "anywhere" }}>
        {email}
      </Text>
    </>
  );
}

function EndButton({
  name,
  onPress,
}: {
  readonly name: "team.remove" | "team.revoke";
  readonly onPress: () => void;
}) {
  return (
    <Button size="compact-md" variant="subtle" color="red" onClick={onPress}>
      {t(name)}
    </Button>
  );
}

const columns = (): Column[] => [
  { title: t("team.member") },
  { title: t("team.role") },
  { title: t("team.second-factor") },
  { title: t("team.remove"), isBare: true },
];

type Line = {
  readonly id: string;
  readonly who: ReactNode;
  readonly role: ReactNode;
  readonly note: string;
  readonly action: ReactNode;
};

const toRow = ({ id, who, role, note, action }: Line): Row => ({
  id,
  cells: [
    who,
    role,
    note,
    <Group key="action" justify="flex-end">
      {action}
    </Group>,
  ],
  narrow: (
    <Stack gap="xs" p="md">
      <Box>{who}</Box>
      <Group justify="space-between">
        <Box>{role}</Box>
        {action}
      </Group>
      <Text size="xs" c="var(--kassa-muted)">
        {t("team.second-factor")}: {note}
      </Text>
    </Stack>
  ),
});

function RoleSelect({
  label,
  role,
  onChange,
}: {
  readonly label: string;
  readonly role: Role;
  readonly onChange: (role: Role) => void;
}) {
  return (
    <Select
      aria-label={label}
      size="sm"
      w={160}
      allowDeselect={false}
      value={role}
      data={roles.map((each) => ({ value: each, label: t(`role.${each}`) }))}
      onChange={(next) => next && onChange(next as Role)}
    />
  );
}

function RemoveDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const { place } = useHere();
  const remove = useTeamChange(async (id: string) => {
    await request(`/dashboard/api/team/members/${id}`, { method: "DELETE", place });
    onClose();
  });
  return (
    <Dialog onClose={onClose} title={t("team.remove-title", { name: member.name })}>
      <Stack>
        {remove.error && <Failure error={remove.error} />}
        <Text>{t("team.remove-help")}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(member.id)}>
            {t("team.remove")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { place } = useHere();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("support");
  const invite = useTeamChange((body: { email: string; role: Role }) =>
    request<{ link: string }>("/dashboard/api/team/invitations", { method: "POST", place, body }),
  );
  const link = (invite.data as { link: string } | undefined)?.link;
  return (
    <Dialog onClose={onClose} title={t("team.invite")}>
      {link ? (
        <Stack>
          <Text>{t("team.link", { email })}</Text>
          <CopyText text={link} label={t("team.invite")} />
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
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t("cancel")}
              </Button>
              <Button type="submit" loading={invite.isPending}>
                {t("team.invite-submit")}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
