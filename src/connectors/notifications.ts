import type { Mode } from "../kernel/mode.ts";
import type { ConnectorAccount } from "./connector-account.ts";
import type { PspFact } from "./facts.ts";

export type NotificationRequest = {
  readonly account: ConnectorAccount;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawBody: Buffer;
  /** Milliseconds since 1970, to check the signature's age. */
  readonly nowMs: number;
};

export type NotificationOutcome =
  | { readonly kind: "refused"; readonly detail: string }
  | {
      readonly kind: "accepted";
      /** The PSP's id of the notification. A repeated notification with the same id changes nothing. */
      readonly eventId: string;
      readonly mode: Mode;
      /** Empty if it is about nothing that Kassa keeps. */
      readonly about: readonly NotificationSubject[];
      /** The numbers of the settlement reports that the PSP has made. */
      readonly reports?: readonly number[];
    }
  /**
   * The PSP signs nothing and gives no id, so anybody may have sent it. It isn't stored; Kassa asks the PSP about the subjects that
   * it knows, but not more often than once a second about each.
   */
  | { readonly kind: "unsigned"; readonly about: readonly NotificationSubject[] };

/** The object that a notification is about. Kassa then reads its state from the PSP, or from the facts of its charge. */
export type NotificationSubject = (
  | {
      readonly kind: "charge";
      readonly charge: ChargeName;
      /** Whether the notification says that money which the charge had taken has failed. An approved charge is asked about only then. */
      readonly mayHaveFailed?: true;
    }
  | { readonly kind: "movement"; readonly idempotencyKey: string; readonly charge: ChargeName }
  | { readonly kind: "dispute"; readonly pspReference: string; readonly charge: ChargeName }
) & {
  /** What the notification says, if `proof` is "notifications". Kassa stores it with the charge before it answers the PSP. */
  readonly fact?: PspFact;
};

/** A charge by Kassa's key, by the PSP's reference of it, or by that of its hosted page. */
export type ChargeName =
  | { readonly idempotencyKey: string }
  | { readonly pspReference: string }
  | { readonly hostedReference: string };
