import path from "node:path";
import { build, type Plugin } from "vite";
import { en } from "../../../dashboard/src/texts/en.ts";
import { incompleteTag, incompleteTexts, pseudoTag, pseudoText } from "./pseudo-text.ts";

// Builds the dashboard into the folder that is named, with two more languages, as lines in languages.ts and files of texts would.

const root = path.resolve(import.meta.dirname, "../../../dashboard");
const module = "virtual:pseudo-language";

const pseudoLanguage: Plugin = {
  name: "pseudo-language",
  enforce: "pre",
  resolveId: (id) => (id === module ? module : undefined),
  load: (id) => {
    if (id !== module) return;
    const texts = Object.entries(en).map(([name, text]) => [name, pseudoText(text)]);
    return `export const texts = ${JSON.stringify(Object.fromEntries(texts))};`;
  },
  transform: (code, id) => {
    if (!id.endsWith("/texts/languages.ts")) return;
    const lines = [
      `"${pseudoTag}": async () => (await import("${module}")).texts,`,
      `"${incompleteTag}": async () => (${JSON.stringify(incompleteTexts)}),`,
    ];
    return code.replace(/\bde: async/, `${lines.join(" ")} $&`);
  },
};

await build({
  root,
  configFile: path.join(root, "vite.config.ts"),
  plugins: [pseudoLanguage],
  build: { outDir: path.resolve(process.argv[2] ?? ""), emptyOutDir: true },
  logLevel: "error",
});
