import { Modal, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";

type Props = { readonly title: string; readonly onClose: () => void; readonly children: ReactNode };

/** A dialog over the page. Escape and a press beside it close it. Its heading is no page header, as that of the library's own would be. */
export function Dialog({ title, onClose, children }: Props) {
  return (
    <Modal.Root opened onClose={onClose} centered>
      <Modal.Overlay />
      <Modal.Content aria-label={title} bg="var(--kassa-raised)">
        <Modal.Body p="lg">
          <Stack gap="md">
            <Title order={2} size="h4">
              {title}
            </Title>
            {children}
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
