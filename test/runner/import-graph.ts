import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { cruise } from "dependency-cruiser";

const root = path.resolve(import.meta.dirname, "../..");
const places = ["src", "test", "sdk/src", "examples", "scripts", "bench", "deploy"];

/** What a module depends on: files, and folders, which end in a slash. */
export type Modules = ReadonlyMap<string, ReadonlySet<string>>;

/** Which modules import others, and which name files and folders of the repository that they read or start. Paths are relative to the root. */
export class ImportGraph {
  readonly #modules: Modules;
  readonly #dependents = new Map<string, string[]>();

  constructor(modules: Modules) {
    this.#modules = modules;
    for (const [module, dependencies] of modules)
      for (const dependency of dependencies) {
        const dependents = this.#dependents.get(dependency);
        if (dependents) dependents.push(module);
        else this.#dependents.set(dependency, [module]);
      }
  }

  /**
   * The modules that depend on a changed file, directly or through others, and the file itself if it is a module.
   *
   * @param isIgnored modules that read the file without depending on its content
   */
  dependentsOf(file: string, isIgnored = (_module: string): boolean => false): Set<string> {
    const first = this.#readersOf(file).filter((module) => !isIgnored(module));
    const found = new Set(this.#modules.has(file) ? [file, ...first] : first);
    for (const module of found)
      for (const dependent of this.#dependents.get(module) ?? []) found.add(dependent);
    return found;
  }

  /** Whether any module imports the file or names it or a folder of it. */
  isRead(file: string): boolean {
    return this.#readersOf(file).length > 0;
  }

  /** The modules in the file's folder that others import; if there are none, those in the nearest folder above. */
  modulesNear(file: string): string[] {
    for (let folder = path.posix.dirname(file); folder !== "."; folder = path.posix.dirname(folder)) {
      const near = [...this.#modules.keys()].filter(
        (module) => module !== file && path.posix.dirname(module) === folder && this.#dependents.has(module),
      );
      if (near.length > 0) return near;
    }
    return [];
  }

  #readersOf(file: string): string[] {
    const places = [file, ...foldersOf(file)];
    return places.flatMap((place) => this.#dependents.get(place) ?? []);
  }
}

/** The folders that a file is in; the root's is empty. */
const foldersOf = (file: string): string[] => [
  "",
  ...[...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index + 1)),
];

/**
 * Reads the repository. Types alone are no dependency: they are gone when a test runs.
 *
 * @param changed files that may have been deleted: modules that still name them are found
 */
export async function readImportGraph(changed: readonly string[]): Promise<ImportGraph> {
  const tracked = execFileSync("git", ["ls-files", "-z"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 25,
  });
  const files = new Set([...tracked.split("\0"), ...changed]);
  const known = new Set([...files, ...[...files].flatMap(foldersOf)]);
  const { output } = await cruise(places, {
    baseDir: root,
    exclude: { path: "node_modules" },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
    },
    cache: { folder: path.join(root, "node_modules/.cache/import-graph"), strategy: "content" },
  });
  if (typeof output === "string") throw new Error("dependency-cruiser returned no graph.");
  const modules = new Map<string, ReadonlySet<string>>();
  for (const { source, dependencies } of output.modules) {
    if (!existsSync(path.join(root, source))) continue;
    const imported = dependencies
      .filter(({ dependencyTypes }) => !dependencyTypes.includes("type-only"))
      .map(({ resolved, module, couldNotResolve }) =>
        couldNotResolve ? path.posix.join(path.posix.dirname(source), module) : resolved,
      );
    const text = readFileSync(path.join(root, source), "utf8");
    modules.set(source, new Set([...imported, ...namesIn(source, text, known)]));
  }
  return new ImportGraph(modules);
}

/**
 * The files and folders that a module's string literals name, relative to the root or to the module, such as "src/main.js" or
 * `../../docs/how-to/${connector}.md`, which is that folder; the root is "". A word that is also a folder of the root, such as "docs", counts only where
 * paths are made.
 */
export function namesIn(module: string, text: string, known: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  for (const line of text.split("\n"))
    for (const [, literal = ""] of line.matchAll(/["'`]([^"'`\s]+)["'`]/g)) {
      const name = fixedPartOf(literal);
      // The path of a folder that more is appended to, a URL's path, or no path.
      if (/^[./]*$/.test(literal) || name.startsWith("/")) continue;
      // A pattern that files of any folder may match; others are hosts.
      if (name === "" && !/\*\.(?:css|html|json|md|sql|svg|tsx?)$/.test(literal)) continue;
      const places = [path.posix.join(path.posix.dirname(module), name), path.posix.normalize(name)];
      if (name === "" || places[0] === "./") found.add("");
      const isWord = /^\w+$/.test(name) && !/path\.|URL|glob|readdir|join\(/.test(line);
      for (const place of isWord ? [] : places)
        for (const each of [place, place === "" || place.endsWith("/") ? place : `${place}/`])
          if (known.has(each) && each !== module) found.add(each);
    }
  return [...found];
}

/** What stands before the first placeholder: whole segments. One at the start is taken for the root. */
function fixedPartOf(literal: string): string {
  const relative = literal.replace(/^\$\{(?:root|repository)\}\//, "");
  const end = relative.search(/[*{?]|\$\{/);
  return end === -1 ? relative : relative.slice(0, relative.lastIndexOf("/", end) + 1);
}
