import "./library-styles.ts";
import "./global.css";
import { DirectionProvider, MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { router } from "./app/router.tsx";
import { allowNoMarkup } from "./no-markup.ts";
import { chosenLanguage } from "./texts/chosen-language.ts";
import { loadTexts, t } from "./texts/texts.ts";
import { colours, makeTheme } from "./theme.ts";

/** The nonce of this page's policy: Mantine writes its variables into style elements. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";

allowNoMarkup();
// Dialogs keep the page behind them from scrolling, by a style element.
setNonce(nonce);
await loadTexts(navigator.languages, chosenLanguage());
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <DirectionProvider>
        <MantineProvider
          theme={makeTheme({ passwordToggle: t("password.toggle") })}
          cssVariablesResolver={colours}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  );
