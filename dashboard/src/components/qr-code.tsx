import { Box, Image } from "@mantine/core";
import { renderSVG } from "uqr";

/** A QR code of a text, dark on white also in the dark. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <Box>
      <Image
        w={200}
        radius="md"
        alt={label}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(text))}`}
      />
    </Box>
  );
}
