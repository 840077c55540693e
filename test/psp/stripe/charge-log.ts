import type { Movement } from "../common/moved-amounts.ts";

/** A movement of money at the fake of Stripe; its reference is the session's `client_reference_id`. */
export type LogEntry = Movement & { readonly session: string; readonly intent: string };
