import { readConfig } from "../config.ts";
import { resetForOperator } from "../people/password-resets/password-resets.ts";
import { withDatabase } from "./context.ts";
import { CommandFailure } from "./failure.ts";
import { print } from "./output.ts";

/** `kassa people reset-link`: makes a link that sets a new password and removes the second factors of a person. */
export async function resetLinkCommand(email: string, { json }: { json: boolean }): Promise<void> {
  await withDatabase(async ({ database, keyring }) => {
    const reset = await resetForOperator({ database, keyring }, email);
    if (!reset) throw new CommandFailure(`Nobody signs in with the address ${email}.`);
    const link = new URL(reset.path, readConfig(process.env).publicUrl).href;
    print(json, { object: "reset_link", link }, () => [
      `Give this link to ${reset.person.name} only. It sets a new password and removes the second factors. It works once, and for two days:`,
      link,
    ]);
  });
}
