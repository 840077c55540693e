import { Paper } from "@mantine/core";
import { type ReactNode, useState } from "react";

type Props = {
  readonly title: string;
  readonly isOpenAtFirst?: boolean;
  readonly children: () => ReactNode;
};

/** A part of a page that opens, and asks for its contents once it is open. */
export function Fold({ title, isOpenAtFirst = false, children }: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <Paper
      component="details"
      className="fold"
      px="lg"
      py="xs"
      withBorder
      bg="var(--kassa-raised)"
      open={isOpen}
      onToggle={(event: { currentTarget: HTMLElement }) => setOpen(event.currentTarget.hasAttribute("open"))}
    >
      <summary>{title}</summary>
      {isOpen && children()}
    </Paper>
  );
}
