/** What the rest of Kassa knows of sign-ins, apart from the library, which is loaded when somebody opens the dashboard. */

/** The path below which people sign in, out, and change how they do so. */
export const signInPath = "/dashboard/auth";

/** A person's sign-in ends after this time without a request, and in any case after `absoluteSeconds`. */
export const idleSeconds = 60 * 60;
export const absoluteSeconds = 12 * 60 * 60;
/** Browsers bind a cookie with `__Host-` to this very host and to https. Over http, on a laptop, Safari refuses it. */
export const cookiePrefix = ({ protocol }: URL): string => (protocol === "https:" ? "__Host-kassa" : "kassa");

/** The cookie of a sign-in. */
export const cookieName = (publicUrl: URL): string => `${cookiePrefix(publicUrl)}.session_token`;

/** Carries the address of the person's browser, as Kassa's server has determined it. What a browser sends by that name is dropped. */
export const addressHeader = "x-kassa-address";
