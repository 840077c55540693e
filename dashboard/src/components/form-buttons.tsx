import { Button, type ButtonProps, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../texts/texts.ts";

type Props = Pick<ButtonProps, "loading" | "disabled" | "color"> & {
  readonly onCancel: () => void;
  /** What the other button does; without it, it submits the form. */
  readonly onClick?: () => void;
  /** The other button's name. */
  readonly children: ReactNode;
};

/** The two buttons at the end of a dialog: out of it, and what it is for. */
export function FormButtons({ onCancel, onClick, children, ...button }: Props) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t("cancel")}
      </Button>
      <Button {...button} {...(onClick ? { onClick } : { type: "submit" as const })}>
        {children}
      </Button>
    </Group>
  );
}
