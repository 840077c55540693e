import { randomBytes } from "node:crypto";

/** The PSP's own ids have 144 random bits: a page is protected only by its unguessable URL. */
const makeId = (prefix: string) => `${prefix}_${randomBytes(18).toString("base64url")}`;

export const makeChargeId = () => makeId("spc");
export const makeMovementId = () => makeId("spm");
export const makePageId = () => makeId("sph");
export const makeDisputeId = () => makeId("spd");
export const makeNotificationId = () => makeId("spn");
