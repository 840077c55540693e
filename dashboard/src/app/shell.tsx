import { Box, Group, SegmentedControl, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Navigate, Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { type Me, meQuery } from "../api/me.ts";
import type { Mode } from "../api/request.ts";
import { TextSkeleton } from "../components/skeletons.tsx";
import { Empty, Loading } from "../components/states.tsx";
import { SearchButton } from "../search/search-button.tsx";
import { SecurityNeeded } from "../security/security-needed.tsx";
import { t } from "../texts/texts.ts";
import { Frame } from "./frame.tsx";
import { Navigation } from "./navigation.tsx";
import { PlaceProvider } from "./place.tsx";
import { ShellFailure } from "./shell-failure.tsx";

/** Everything behind the sign-in: `/{tenant}/{mode}/…`. */
export function Shell() {
  const me = useQuery(meQuery);
  if (me.error) return <ShellFailure error={me.error} again={() => void me.refetch()} />;
  if (me.isPending) return <LoadingShell />;
  if (!me.data) return <Navigate to="/sign-in" />;
  return <SignedInShell me={me.data} />;
}

/** The frame, while it isn't known who looks at it. */
function LoadingShell() {
  const { mode } = useParams({ from: "/$tenant/$mode" });
  const isLive = mode === "live";
  return (
    <Frame
      subject={null}
      band={{
        className: isLive ? "live-band" : "sandbox-band",
        text: t(isLive ? "mode.live-band" : "mode.sandbox-band"),
      }}
      navigation={() => <TextSkeleton count={6} />}
    >
      <Loading />
    </Frame>
  );
}

function SignedInShell({ me }: { readonly me: Me }) {
  const { tenant, mode } = useParams({ from: "/$tenant/$mode" });
  const membership = me.memberships.find((each) => each.tenant.id === tenant);
  if (!membership || (mode !== "live" && mode !== "sandbox")) return <Navigate to="/" />;
  const needsFactor = mode === "live" && me.signIn.factors < 2;
  return (
    <PlaceProvider membership={membership} mode={mode}>
      <Frame
        subject={<TenantSwitch me={me} tenant={tenant} mode={mode} />}
        end={
          <Group gap="sm" wrap="nowrap">
            {!needsFactor && <SearchButton />}
            <ModeSwitch tenant={tenant} mode={mode} />
          </Group>
        }
        band={{ className: `${mode}-band`, text: t(`mode.${mode}-band`) }}
        navigation={(close) => (
          <Navigation tenant={tenant} mode={mode} isOperator={me.operator} onChoose={close} />
        )}
      >
        {needsFactor ? <SecurityNeeded neededFor="live" /> : <Outlet />}
      </Frame>
    </PlaceProvider>
  );
}

type At = { readonly tenant: string; readonly mode: Mode };

function TenantSwitch({ me, tenant, mode }: At & { readonly me: Me }) {
  const navigate = useNavigate();
  const [only, ...others] = me.memberships;
  if (only && others.length === 0)
    return (
      <Text c="var(--kassa-muted)" truncate maw={240} dir="auto">
        {only.tenant.name}
      </Text>
    );
  return (
    <Select
      aria-label={t("brand")}
      size="sm"
      w={220}
      value={tenant}
      allowDeselect={false}
      data={me.memberships.map((each) => ({ value: each.tenant.id, label: each.tenant.name }))}
      onChange={(id) => id && void navigate({ to: "/$tenant/$mode/home", params: { tenant: id, mode } })}
    />
  );
}

function ModeSwitch({ tenant, mode }: At) {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      aria-label={t("mode.switch")}
      size="sm"
      style={{ flexShrink: 0 }}
      value={mode}
      data={(["sandbox", "live"] as const).map((each) => ({ value: each, label: t(`mode.${each}`) }))}
      onChange={(next) => void navigate({ to: "/$tenant/$mode/home", params: { tenant, mode: next } })}
    />
  );
}

/** `/`: leads to the first tenant that the person works for. */
export function Start() {
  const me = useQuery(meQuery);
  if (me.error) return <ShellFailure error={me.error} again={() => void me.refetch()} />;
  if (me.isPending) return null;
  if (!me.data) return <Navigate to="/sign-in" />;
  const [first] = me.data.memberships;
  if (!first && me.data.operator) return <Navigate to="/operator/tenants" />;
  if (!first)
    return (
      <Box component="main">
        <Empty title={t("no-tenant.title")} help={t("no-tenant.help")} />
      </Box>
    );
  return <Navigate to="/$tenant/$mode/home" params={{ tenant: first.tenant.id, mode: "sandbox" }} />;
}
