import type { ImportGraph } from "./import-graph.ts";

type Row = {
  readonly files: RegExp;
  /** Test files and folders that a change calls for in addition to those that import or name the file. */
  readonly tests: "all" | readonly string[];
  readonly because: string;
  /** Modules that read the files and pass them on: what imports these doesn't depend on the content. */
  readonly passedOnBy?: RegExp;
};

/** What imports alone don't say. The first row that fits counts. */
const rows: readonly Row[] = [
  {
    files: /^(?:package(?:-lock)?\.json|tsconfig\.json)$/,
    tests: "all",
    because: "every module may use a package",
  },
  {
    files: /^test\/(?:run\.ts|runner\/(?!.*\.test\.ts$|times\.json$))/,
    tests: "all",
    because: "it runs the tests",
  },
  {
    files: /^test\/runner\/times\.json$/,
    tests: [],
    because: "it only decides which test comes first",
  },
  {
    files: /^(?:docs\/|[A-Z]+\.md$)/,
    tests: ["src/docs", "test/docs"],
    because: "the docs site shows the guides; the rest of the server only serves them",
    passedOnBy: /^src\/docs\//,
  },
  {
    files: /^dashboard\//,
    tests: [
      "test/dashboard",
      "test/example",
      "test/start/packages.test.ts",
      "src/dashboard",
      "src/page-safety",
    ],
    because: "browsers load the dashboard's build, which no module imports",
  },
  {
    files:
      /^(?:\.dependency-cruiser\.cjs|\.editorconfig|\.github\/.*|\.gitignore|biome\.json|scripts\/ci\/.*)$/,
    tests: [],
    because: "only developers' tools read it",
  },
  {
    files: /^(?:\.ci\/.*|LICENSE|\.dockerignore|Dockerfile|compose\.yaml|\.env\.example)$/,
    tests: [],
    because: "only the tests that name it read it",
  },
];

export type Choice = {
  readonly tests: readonly string[];
  /** Why all of them, if a single file calls for all. */
  readonly reason?: string;
};

/** The test files that depend on what has changed. In doubt, all do. */
export function chooseTests(
  changed: readonly string[],
  graph: ImportGraph,
  tests: readonly string[],
): Choice {
  const chosen = new Set<string>();
  for (const file of changed) {
    const row = rows.find(({ files }) => files.test(file));
    if (row?.tests === "all") return { tests, reason: `${file} has changed, and ${row.because}` };
    const isRead = graph.isRead(file);
    const dependents = graph.dependentsOf(file, (module) => row?.passedOnBy?.test(module) ?? false);
    if (row === undefined && !isRead && !isTest(file)) {
      const near = graph.modulesNear(file);
      if (near.length === 0 && dependents.size === 0)
        return { tests, reason: `${file} has changed, and which tests read it is unknown` };
      for (const module of near) for (const each of graph.dependentsOf(module)) dependents.add(each);
    }
    for (const each of dependents) chosen.add(each);
    for (const test of tests) if (row?.tests.some((place) => isIn(test, place))) chosen.add(test);
  }
  return { tests: tests.filter((test) => chosen.has(test)) };
}

const isTest = (file: string): boolean => file.endsWith(".test.ts");
const isIn = (file: string, place: string): boolean => file === place || file.startsWith(`${place}/`);
