import type { Plugin } from "vite";

/** What every component needs. */
const always = ["baseline", "default-css-variables", "global"];

/**
 * Compares the components of the library that the build contains with the style sheets that `src/library-styles.ts` imports. The style
 * sheets of all components would be 110 KB more for each visitor to load, and slower to apply.
 */
export function libraryStyles(): Plugin {
  return {
    name: "library-styles",
    apply: "build",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === "chunk" ? Object.keys(file.modules) : [],
      );
      const needed = new Set([
        ...always,
        ...namesIn(modules, /[\\/]@mantine[\\/]core[\\/].*?([\w-]+)\.module\.mjs$/),
      ]);
      const imported = namesIn(this.getModuleIds(), /[\\/]@mantine[\\/]core[\\/]styles[\\/]([\w-]+)\.css$/);
      const missing = [...needed].filter((name) => !imported.has(name));
      const unneeded = [...imported].filter((name) => !needed.has(name));
      if (missing.length > 0)
        this.error(
          `src/library-styles.ts lacks, in the order of the library's styles.css: ${missing.join(", ")}`,
        );
      if (unneeded.length > 0)
        this.error(`src/library-styles.ts imports what no component needs any more: ${unneeded.join(", ")}`);
    },
  };
}

function namesIn(ids: Iterable<string>, pattern: RegExp): Set<string> {
  const names = [...ids].map((id) => pattern.exec(id)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}
