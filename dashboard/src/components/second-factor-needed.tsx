import { Alert, Stack, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { t } from "../texts/texts.ts";
import { AnchorLink } from "./links.tsx";

/** In place of what a password alone doesn't open: how to get there. */
export function SecondFactorNeeded() {
  const { tenant, mode } = useParams({ strict: false });
  return (
    <Alert color="kassa" title={t("second-factor-needed.title")} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text>{t("second-factor-needed.help")}</Text>
        {tenant && mode && (
          <AnchorLink to="/$tenant/$mode/security" params={{ tenant, mode }} fw={600}>
            {t("second-factor-needed.open")}
          </AnchorLink>
        )}
      </Stack>
    </Alert>
  );
}
