import type { Mode } from "../kernel/mode.ts";
import type { CapabilitiesOf } from "./capabilities.ts";
import type { PspClient } from "./psp-client.ts";

/**
 * A kind of connector, as a tenant sets up an account of it: which credentials and settings the PSP gives the merchant,
 * and a call that shows whether they work. The labels are those of the PSP's own dashboard.
 */
export type ConnectorKind = {
  /** As in `ConnectorAccount` routes and notification addresses: lower case. */
  readonly name: string;
  /** The PSP's name as people write it. */
  readonly title: string;
  readonly capabilities: CapabilitiesOf;
  readonly credentials: readonly CredentialField[];
  readonly settings: readonly SettingField[];
  /** Asks the PSP whether the credentials work. Never throws because of the PSP. */
  check(account: AccountInput, psp: PspClient): Promise<CheckOutcome>;
  /** Registers Kassa's notification address at the PSP. Undefined if the merchant has to do that in the dashboard. */
  readonly registerNotifications?: (request: RegisterRequest, psp: PspClient) => Promise<RegisterOutcome>;
};

type Field = {
  readonly name: string;
  /** What the PSP's dashboard calls it, and where it is there. */
  readonly label: string;
  readonly pattern: RegExp;
  /** The end of the sentence "It has to be …". */
  readonly expects: string;
};

/** A secret. It is stored sealed, and no API returns it. */
export type CredentialField = Field & {
  /**
   * `always`: every account has it. `notifications`: the PSP gives it to the merchant once the notification address is
   * registered, so an account is created without it and can't be enabled before it is there. `never`: optional.
   */
  readonly needed: "always" | "notifications" | "never";
  /** How the field's values begin in each mode. Undefined if they look alike. */
  readonly prefixes?: Readonly<Record<Mode, readonly string[]>>;
};

/** A value that isn't secret. It can't be changed: with another one it would be another account at the PSP. */
export type SettingField = Field & {
  /** The modes in which an account has the setting. It is required in these, unless it is optional, and refused in the others. */
  readonly modes: readonly Mode[];
  readonly isOptional?: true;
};

export type Values = Readonly<Record<string, string>>;

export type AccountInput = {
  readonly mode: Mode;
  readonly credentials: Values;
  readonly settings: Values;
};

export type CheckOutcome =
  | {
      readonly kind: "valid";
      /** The PSP's id of the merchant's account, to notice credentials of another one. Null if the PSP doesn't say. */
      readonly pspAccount: string | null;
    }
  /** `field` is the credential or setting to change. The sentence never quotes a credential. */
  | { readonly kind: "refused"; readonly field: string; readonly detail: string }
  /** The PSP couldn't be asked, so nothing is known. */
  | { readonly kind: "unknown"; readonly detail: string };

export type RegisterRequest = AccountInput & {
  readonly url: string;
  /** The same for each repeat, so that the PSP registers the address once. */
  readonly idempotencyKey: string;
};

export type RegisterOutcome =
  /** `credentials` are those that the PSP made for the notifications. */
  | { readonly kind: "registered"; readonly credentials: Values }
  | { readonly kind: "refused"; readonly detail: string }
  | { readonly kind: "unknown"; readonly detail: string };
