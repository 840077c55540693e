import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** Kassa's own blue, from pale to dark; see src/design/tokens.css. */
const kassa: MantineColorsTuple = [
  "#eef4fc",
  "#dbe7f7",
  "#b4cdef",
  "#8db8f5",
  "#6c9fe6",
  "#4a80cc",
  "#3a72bd",
  "#1f4e8c",
  "#183f73",
  "#10305c",
];

/** Greys with a touch of the same blue, from text to the darkest surface. */
const dark: MantineColorsTuple = [
  "#e4e8ed",
  "#c3cad3",
  "#a2abb6",
  "#7d8793",
  "#3c444f",
  "#2d333c",
  "#20262d",
  "#191d23",
  "#14181d",
  "#101317",
];

/** For what can't be undone: dark enough for white text. */
const red: MantineColorsTuple = [
  "#fdeeec",
  "#fbd9d5",
  "#f5b3ab",
  "#ff9d93",
  "#e8665a",
  "#d4483b",
  "#b93429",
  "#a3211a",
  "#861a14",
  "#6b130f",
];

/** @param texts of what the library's fields contain themselves */
export const makeTheme = (texts: { readonly passwordToggle: string }) =>
  createTheme({
    colors: { kassa, dark, red },
    primaryColor: "kassa",
    primaryShade: { light: 7, dark: 6 },
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
    fontSizes: { xs: "0.8125rem", sm: "0.9375rem", md: "0.9375rem", lg: "1.0625rem", xl: "1.375rem" },
    defaultRadius: 10,
    focusRing: "auto",
    respectReducedMotion: true,
    components: {
      // A long word makes a button taller, not wider than a phone.
      Button: {
        defaultProps: { size: "md" },
        styles: {
          root: { height: "auto", maxWidth: "100%" },
          inner: { minHeight: "calc(var(--button-height) - 2px)" },
          label: { whiteSpace: "normal", overflowWrap: "break-word", lineHeight: 1.3, paddingBlock: 4 },
        },
      },
      // Fields beside each other have one height, of 42 px.
      ...Object.fromEntries(
        ["TextInput", "Select", "NumberInput", "Textarea", "ColorInput", "Autocomplete"].map((name) => [
          name,
          { defaultProps: { size: "md" } },
        ]),
      ),
      SegmentedControl: { styles: { root: { maxWidth: "100%" } } },
      PasswordInput: {
        defaultProps: { size: "md", visibilityToggleButtonProps: { "aria-label": texts.passwordToggle } },
      },
    },
  });

/** A colour of notices and quiet buttons: a surface that doesn't shout, and text on it. */
const soft = (name: string, surface: string, text: string): Record<string, string> => ({
  [`--mantine-color-${name}-light`]: surface,
  [`--mantine-color-${name}-light-hover`]: surface,
  [`--mantine-color-${name}-light-color`]: text,
});

/** Where the library's own colours have too little contrast, or aren't Kassa's. */
export const colours: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#f5f6f7",
    "--mantine-color-text": "#16191d",
    "--mantine-color-dimmed": "#59616b",
    "--mantine-color-placeholder": "#6b737d",
    "--mantine-color-error": "#b0261c",
    "--mantine-color-default-border": "#dfe2e6",
    "--input-bd": "#858c96",
    ...soft("red", "#fdeeec", "#a3211a"),
    ...soft("green", "#e8f5ec", "#1a5c36"),
    ...soft("yellow", "#fff6dd", "#6b4a00"),
  },
  dark: {
    "--mantine-color-body": "#101317",
    "--mantine-color-text": "#eef0f3",
    "--mantine-color-dimmed": "#a2abb6",
    "--mantine-color-placeholder": "#8b939e",
    "--mantine-color-error": "#ff9d93",
    "--mantine-color-default": "#191d23",
    "--mantine-color-default-border": "#2d333c",
    "--mantine-color-anchor": "#8db8f5",
    ...soft("red", "#2c1a1b", "#ffb0a7"),
    ...soft("green", "#14251b", "#93d8ab"),
    ...soft("yellow", "#292310", "#f2cf73"),
  },
});
