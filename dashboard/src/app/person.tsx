import { Box, NavLink, Text } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { meQuery } from "../api/me.ts";
import { request } from "../api/request.ts";
import { t } from "../texts/texts.ts";

/** Who is signed in, and the way out. */
export function Person() {
  const { data: me } = useQuery(meQuery);
  return (
    <Box className="divided" pt="xs">
      {me && (
        <Box px={12} pb={4}>
          <Text size="sm" fw={600} truncate>
            {me.name}
          </Text>
          <Text size="xs" c="var(--kassa-muted)" truncate>
            {me.email}
          </Text>
        </Box>
      )}
      <SignOut />
    </Box>
  );
}

function SignOut() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => request("/dashboard/auth/sign-out", { method: "POST", body: {} }),
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: "/sign-in" });
    },
  });
  return (
    <NavLink
      component="button"
      className="nav-item"
      label={t("nav.sign-out")}
      leftSection={<IconLogout size={18} stroke={1.6} aria-hidden />}
      disabled={signOut.isPending}
      onClick={() => signOut.mutate()}
    />
  );
}
