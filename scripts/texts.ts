import { parseArgs, styleText } from "node:util";
import { en } from "../dashboard/src/texts/en.ts";
import { languages } from "../dashboard/src/texts/languages.ts";
import { locales, messages } from "../src/checkout-page/locale.ts";
import { messages as simulatedPsp } from "../src/sandbox-psp/page-texts.ts";
import { faultsOfTexts, missingTexts } from "./faults-of-texts.ts";

// `npm run texts` says how complete each language of the dashboard, of the payment page and of the simulated PSP is, and what is wrong with it. With a
// language's tag it names each text that the language lacks, with the English one.

type Texts = Readonly<Record<string, string | undefined>>;

/** Texts that are translated together. */
type Collection = {
  readonly name: string;
  readonly english: Texts;
  readonly tags: readonly string[];
  readonly load: (tag: string) => Promise<Texts>;
};

const collections: readonly Collection[] = [
  {
    name: "dashboard",
    english: en,
    tags: Object.keys(languages),
    load: async (tag) => (await languages[tag]?.()) ?? {},
  },
  {
    name: "payment page",
    english: messages.read("en"),
    tags: locales,
    load: async (tag) => messages.read(tag),
  },
  {
    name: "simulated PSP",
    english: simulatedPsp.read("en"),
    tags: simulatedPsp.locales,
    load: async (tag) => simulatedPsp.read(tag),
  },
];

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((tag) => collections.every(({ tags }) => !tags.includes(tag)));
if (unknown.length > 0) {
  console.error(`there are no texts in ${unknown.join(", ")}`);
  process.exitCode = 1;
}
for (const collection of collections) {
  const tags = collection.tags.filter((tag) => positionals.length === 0 || positionals.includes(tag));
  for (const tag of tags) report(collection, tag, await collection.load(tag));
}

function report({ name, english }: Collection, tag: string, texts: Texts): void {
  const missing = missingTexts(texts, english);
  const faults = faultsOfTexts(tag, texts, english);
  const total = Object.keys(english).length;
  console.log(`${name}, ${styleText("bold", tag)}: ${total - missing.length} of ${total} texts`);
  if (positionals.includes(tag)) for (const each of missing) console.log(`  ${each}: ${english[each]}`);
  for (const fault of faults) console.error(styleText("red", `  ${fault}`));
  if (faults.length > 0) process.exitCode = 1;
}
