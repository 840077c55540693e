import { Alert, Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../api/request.ts";
import { Card } from "../components/card.tsx";
import { Failure } from "../components/states.tsx";
import { NewPasswordInput } from "../sign-in/new-password-input.tsx";
import { t } from "../texts/texts.ts";
import { signInsQuery } from "./sign-ins-query.ts";

/** Changes the password, and signs the person out everywhere else. */
export function PasswordCard() {
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      request("/dashboard/auth/change-password", {
        method: "POST",
        body: { currentPassword, newPassword, revokeOtherSessions: true },
      }),
    onSuccess: async () => {
      setCurrent("");
      setNew("");
      await queryClient.invalidateQueries({ queryKey: signInsQuery.queryKey });
    },
  });
  return (
    <Card title={t("password.title")} help={t("password.help")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <Stack gap="md">
          {change.error && <Failure error={change.error} />}
          {change.isSuccess && (
            <Alert color="green" role="status">
              {t("password.done")}
            </Alert>
          )}
          <PasswordInput
            label={t("password.current")}
            autoComplete="current-password"
            required
            value={currentPassword}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <NewPasswordInput label={t("password.new")} value={newPassword} onChange={setNew} />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              {t("password.submit")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
