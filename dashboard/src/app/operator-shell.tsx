import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Navigate, Outlet } from "@tanstack/react-router";
import { meQuery } from "../api/me.ts";
import { NavItem } from "../components/links.tsx";
import { TextSkeleton } from "../components/skeletons.tsx";
import { Loading } from "../components/states.tsx";
import { SecurityNeeded } from "../security/security-needed.tsx";
import { t } from "../texts/texts.ts";
import { Frame } from "./frame.tsx";
import { NavigationFrame, OperatorSection } from "./navigation.tsx";
import { ShellFailure } from "./shell-failure.tsx";

/** What concerns the whole installation: `/operator/…`, for operators with a second factor. */
export function OperatorShell() {
  const me = useQuery(meQuery);
  if (me.error) return <ShellFailure error={me.error} again={() => void me.refetch()} />;
  if (me.isPending)
    return (
      <Frame
        subject={null}
        band={{ className: "operator-band", text: t("operator.band") }}
        navigation={() => <TextSkeleton count={6} />}
      >
        <Loading />
      </Frame>
    );
  if (!me.data) return <Navigate to="/sign-in" />;
  if (!me.data.operator) return <Navigate to="/" />;
  const [business] = me.data.memberships;
  return (
    <Frame
      subject={
        <Text c="var(--kassa-muted)" truncate dir="auto">
          {t("nav.section.operator")}
        </Text>
      }
      band={{ className: "operator-band", text: t("operator.band") }}
      navigation={(close) => (
        <NavigationFrame>
          <OperatorSection onChoose={close} />
          {business && <NavItem to="/" label={t("operator.back")} className="nav-item" />}
        </NavigationFrame>
      )}
    >
      {me.data.signIn.factors < 2 ? <SecurityNeeded neededFor="operator" /> : <Outlet />}
    </Frame>
  );
}
