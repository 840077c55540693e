import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** `npm run dev -w dashboard` serves the sources and asks the Kassa of `npm start` for everything else. */
export default defineConfig({
  base: "/dashboard/",
  plugins: [react()],
  // The server puts the nonce of its answer here.
  html: { cspNonce: "{{script-nonce}}" },
  build: {
    outDir: "dist",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    proxy: { "^/(api|dashboard/(api|auth))/": "http://localhost:3000" },
  },
});
