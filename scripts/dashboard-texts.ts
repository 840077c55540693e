import { parseArgs, styleText } from "node:util";
import { en } from "../dashboard/src/texts/en.ts";
import { languages } from "../dashboard/src/texts/languages.ts";
import { faultsOfTexts, missingTexts } from "./faults-of-texts.ts";

// `npm run texts` says how complete each language of the dashboard is, and what is wrong with it. With a language's tag it names each
// text that the language lacks, with the English one.

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((tag) => !Object.hasOwn(languages, tag));
if (unknown.length > 0) {
  console.error(`dashboard/src/texts/languages.ts has no ${unknown.join(", ")}`);
  process.exitCode = 1;
}

for (const [tag, load] of Object.entries(languages)) {
  if (positionals.length > 0 && !positionals.includes(tag)) continue;
  const texts = await load();
  const missing = missingTexts(texts);
  const faults = faultsOfTexts(tag, texts);
  const total = Object.keys(en).length;
  console.log(`${styleText("bold", tag)}: ${total - missing.length} of ${total} texts`);
  if (positionals.includes(tag)) for (const name of missing) console.log(`  ${name}: ${en[name]}`);
  for (const fault of faults) console.error(styleText("red", `  ${fault}`));
  if (faults.length > 0) process.exitCode = 1;
}
