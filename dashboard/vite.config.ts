import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { libraryStyles } from "./build/library-styles.ts";
import { precompress } from "./build/precompress.ts";

/** Areas whose screens are opened after one another are one file. */
const wings: Readonly<Record<string, string>> = {
  home: "home",
  payments: "payments",
  sessions: "payments",
  "payment-links": "payments",
  customers: "payments",
  exports: "payments",
  finance: "finance",
  developers: "developers",
  settings: "settings",
  connectors: "settings",
  team: "settings",
  audit: "settings",
  security: "entrance",
  "sign-in": "entrance",
  operator: "operator",
};

function wingOf(id: string): string | null {
  const area = /[\\/]dashboard[\\/]src[\\/]([\w-]+)[\\/]/.exec(id)?.[1] ?? "";
  return wings[area] ?? null;
}

/** `npm run dev -w dashboard` serves the sources and asks the Kassa of `npm start` for everything else. */
export default defineConfig({
  base: "/dashboard/",
  plugins: [react(), libraryStyles(), precompress()],
  // The server puts the nonce of its answer here.
  html: { cspNonce: "{{script-nonce}}" },
  build: {
    outDir: "dist",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // `npm test -- test/dashboard/weight.test.ts` limits what a first visit loads.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        // Few files: the time of a first visit is that of its requests, not that of its bytes.
        codeSplitting: {
          groups: [
            { name: "frame", tags: ["$initial"], priority: 3 },
            { name: "shared", minShareCount: 3, priority: 2 },
            { name: wingOf, debugName: "wings", priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "^/(api|dashboard/(api|auth))/": "http://localhost:3000" },
  },
});
