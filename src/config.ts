import { type ApiConfig, readApi } from "./config/api.ts";
import { type MailConfig, readMail } from "./config/mail.ts";
import { type PaymentPageConfig, readPaymentPage } from "./config/payment-page.ts";
import { type PspConfig, readPsps } from "./config/psps.ts";
import { readServer, type ServerConfig } from "./config/server.ts";
import { readStorage, type StorageConfig } from "./config/storage.ts";
import { type Environment, Variables } from "./config/variables.ts";
import { withoutServiceLinks } from "./kernel/service-links.ts";

/** Kassa's settings, read from the environment once and validated before anything starts. */
export type Config = ServerConfig & StorageConfig & ApiConfig & PspConfig & PaymentPageConfig & MailConfig;

/** Invalid settings. The message names each variable and its valid values. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Reads the settings. @throws ConfigError that lists every invalid variable */
export function readConfig(env: Environment): Config {
  const variables = new Variables(withoutServiceLinks(env));
  const server = readServer(variables);
  const storage = readStorage(variables);
  const config = {
    ...server,
    ...storage,
    ...readApi(variables, { ...server, ...storage }),
    ...readPsps(variables),
    ...readPaymentPage(variables),
    ...readMail(variables, server.publicUrl.hostname),
  };
  variables.refuseUnknown();
  if (variables.faults.length > 0) throw new ConfigError(variables.faults.join("\n"));
  return config;
}
