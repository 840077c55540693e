import { Box, Group, SegmentedControl, Select, Stack } from "@mantine/core";
import { useDebouncedValue, useElementSize } from "@mantine/hooks";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { t } from "../texts/texts.ts";
import type { Draft } from "./draft.ts";
import { pageLanguages } from "./page-languages.ts";
import type { TypedTexts } from "./texts-draft.ts";

const states = ["open", "open_without_items", "open_declined", "transfer", "paid", "expired"] as const;
const devices = { phone: { width: 360, height: 700 }, desktop: { width: 1180, height: 860 } } as const;
type Device = keyof typeof devices;
const schemes = ["light", "dark"] as const;

type Props = {
  readonly draft: Draft;
  /** The merchant's own sentences in the language that is shown. */
  readonly texts: TypedTexts;
  readonly locale: string;
  readonly onLocale: (locale: string) => void;
  /** The address of the saved logo, which the preview shows; it is loaded again when this changes. */
  readonly logo: string;
};

/** The payment page of a sample order with what is typed beside it, in any language, on a phone or a desktop. */
export function Preview({ draft, texts: ownTexts, logo, locale, onLocale }: Props) {
  const { place } = useHere();
  const [device, setDevice] = useState<Device>("phone");
  const [scheme, setScheme] = useState<(typeof schemes)[number]>("light");
  const [state, setState] = useState<string>("open");
  const [typed] = useDebouncedValue(draft, 400);
  const [notes] = useDebouncedValue(ownTexts, 400);
  const { ref, width: room } = useElementSize();
  const { defaultLocale: _locale, brandColor, ...texts } = typed;
  const isColor = /^(?:|#[0-9a-f]{6})$/i.test(brandColor);
  const query = new URLSearchParams({
    ...{ ...place, state, locale, ...texts, ...notes },
    ...(isColor ? { brandColor } : {}),
  });
  const { width, height } = devices[device];
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <Card title={t("settings.preview")}>
      <Stack gap="md">
        <Group gap="sm">
          <SegmentedControl
            aria-label={t("settings.device")}
            value={device}
            data={(Object.keys(devices) as Device[]).map((each) => ({
              value: each,
              label: t(`settings.device.${each}`),
            }))}
            onChange={setDevice}
          />
          <SegmentedControl
            aria-label={t("settings.scheme")}
            value={scheme}
            data={schemes.map((each) => ({ value: each, label: t(`settings.scheme.${each}`) }))}
            onChange={setScheme}
          />
          <Select
            aria-label={t("settings.state")}
            w={220}
            allowDeselect={false}
            value={state}
            data={states.map((each) => ({ value: each, label: t(`settings.state.${each}`) }))}
            onChange={(next) => next && setState(next)}
          />
          <Select
            aria-label={t("settings.language")}
            w={170}
            searchable
            allowDeselect={false}
            value={locale}
            data={pageLanguages()}
            onChange={(next) => next && onLocale(next)}
          />
        </Group>
        <Box ref={ref} style={{ height: height * scale, overflow: "hidden" }}>
          <iframe
            key={logo}
            title={t("settings.preview")}
            src={`/dashboard/api/page-preview?${query}`}
            sandbox="allow-same-origin"
            className="preview"
            style={{ width, height, colorScheme: scheme, transform: `scale(${scale})` }}
          />
        </Box>
      </Stack>
    </Card>
  );
}
