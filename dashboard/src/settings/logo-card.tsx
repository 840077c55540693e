import type { Settings } from "@kassa/sdk";
import { Box, Button, FileButton, Group, Image, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { removeLogo, settingsQuery, uploadLogo } from "./queries.ts";

type Props = { readonly settings: Settings; readonly isReadOnly: boolean };

/** The merchant's logo, which customers see beside the name. It is saved at once. */
export function LogoCard({ settings: { logo }, isReadOnly }: Props) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (file: File | null) => (file ? uploadLogo(place, file) : removeLogo(place)),
    onSuccess: (saved) => queryClient.setQueryData(settingsQuery(place).queryKey, saved),
  });
  return (
    <Card title={t("settings.logo")} help={t("settings.logo-help")}>
      <Stack gap="md">
        {change.error && <Failure error={change.error} />}
        {logo && (
          <Box p="md" className="logo-box">
            <Image
              src={new URL(logo.url).pathname}
              alt={t("settings.logo")}
              mah={64}
              w="auto"
              fit="contain"
            />
          </Box>
        )}
        {!isReadOnly && (
          <Group>
            <FileButton
              accept="image/png,image/jpeg,image/webp,image/svg+xml"
              onChange={(file) => file && change.mutate(file)}
            >
              {(props) => (
                <Button {...props} variant="default" loading={change.isPending}>
                  {t(logo ? "settings.logo-replace" : "settings.logo-choose")}
                </Button>
              )}
            </FileButton>
            {logo && (
              <Button variant="subtle" color="red" onClick={() => change.mutate(null)}>
                {t("settings.logo-remove")}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Card>
  );
}
