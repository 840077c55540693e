import type { PaymentLink } from "@kassa/sdk";
import { Button, Group, Stack } from "@mantine/core";
import { renderSVG } from "uqr";
import { Card } from "../components/card.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { QrCode } from "../components/qr-code.tsx";
import { saveFile } from "../components/save-file.ts";
import { t } from "../texts/texts.ts";

/** The address to share: to copy, to scan, and as a picture to print. */
export function AddressCard({ link: { url, name } }: { readonly link: PaymentLink }) {
  const save = () => {
    const file = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "") || "payment-link"}.svg`;
    saveFile(file, new Blob([renderSVG(url)], { type: "image/svg+xml" }));
  };
  return (
    <Card title={t("links.address")} help={t("links.address-help")}>
      <CopyText text={url} label={t("links.address")} />
      <Group gap="lg" align="flex-start">
        <QrCode text={url} label={t("links.qr")} />
        <Stack gap="sm" align="flex-start">
          <Button variant="default" onClick={save}>
            {t("links.qr-save")}
          </Button>
          <Button variant="default" component="a" href={url} target="_blank" rel="noreferrer">
            {t("links.open")}
          </Button>
        </Stack>
      </Group>
    </Card>
  );
}
