import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { download } from "../api/download.ts";
import { useHere } from "../app/place.tsx";

type Props = { readonly path: string; readonly label: string; readonly title?: string };

/** Downloads a file, and says below why if that fails. */
export function DownloadButton({ path, label, title }: Props) {
  const { place } = useHere();
  const fetching = useMutation({ mutationFn: () => download(path, place) });
  return (
    <Stack gap={4}>
      <Button
        variant="default"
        loading={fetching.isPending}
        {...(title && { "aria-label": title })}
        onClick={() => fetching.mutate()}
      >
        {label}
      </Button>
      {fetching.error && (
        <Text size="xs" c="var(--kassa-danger)" role="alert" maw={280}>
          {fetching.error.message}
        </Text>
      )}
    </Stack>
  );
}
