import { Box, Button, Group, Select, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { meQuery, type Role } from "../api/me.ts";
import { request } from "../api/request.ts";
import { useHere } from "../app/place.tsx";
import { Confirm } from "../components/confirm.tsx";
import { type Column, type Row, Rows } from "../components/rows.tsx";
import { SecondFactorNeeded } from "../components/second-factor-needed.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { formatDay } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { type Member, roles, type Team, teamQuery, useTeamChange } from "./queries.ts";
import { ResetLinkDialog } from "./reset-link-dialog.tsx";

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
      {membership.role === "owner" && me.data?.signIn.factors === 1 && <SecondFactorNeeded />}
      {membership.role !== "owner" && <Text c="var(--kassa-muted)">{t("team.owners-only")}</Text>}
      {team.error && <Failure error={team.error} again={() => void team.refetch()} />}
      {team.isPending && <Loading />}
      {team.data && <Members team={team.data} mayChange={mayChange} />}
      {isInviting && <InviteDialog onClose={inviting.close} />}
    </Stack>
  );
}

function Members({ team, mayChange }: { readonly team: Team; readonly mayChange: boolean }) {
  const { place } = useHere();
  const [leaving, setLeaving] = useState<Member | null>(null);
  const [resetting, setResetting] = useState<Member | null>(null);
  const changeRole = useTeamChange(({ id, role }: { id: string; role: Role }) =>
    request(`/dashboard/api/team/members/${id}`, { method: "POST", place, body: { role } }),
  );
  const revoke = useTeamChange((id: string) =>
    request(`/dashboard/api/team/invitations/${id}`, { method: "DELETE", place }),
  );
  const remove = useTeamChange((id: string) =>
    request(`/dashboard/api/team/members/${id}`, { method: "DELETE", place }),
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
      action: mayChange && (
        <>
          <Button size="compact-md" variant="subtle" onClick={() => setResetting(member)}>
            {t("team.reset")}
          </Button>
          <EndButton name="team.remove" onPress={() => setLeaving(member)} />
        </>
      ),
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
      {leaving && (
        <Confirm
          title={t("team.remove-title", { name: leaving.name })}
          help={t("team.remove-help")}
          action={t("team.remove")}
          isHarmful
          onConfirm={() => remove.mutateAsync(leaving.id)}
          onClose={() => setLeaving(null)}
        />
      )}
      {resetting && <ResetLinkDialog member={resetting} onClose={() => setResetting(null)} />}
    </>
  );
}

function Person({ name, email }: { readonly name: string; readonly email: string }) {
  return (
    <>
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        <bdi>{name}</bdi>
      </Text>
      <Text size="xs" c="var(--kassa-muted)" style={{ overflowWrap: "anywhere" }}>
        <bdi>{email}</bdi>
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
