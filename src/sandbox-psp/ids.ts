import { randomBytes } from "node:crypto";

/** The PSP's own ids: 144 random bits, for the address of a challenge is all that protects it. */
const makeId = (prefix: string) => `${prefix}_${randomBytes(18).toString("base64url")}`;

export const makeChargeId = () => makeId("spc");
export const makeMovementId = () => makeId("spm");
export const makeChallengeId = () => makeId("sph");
export const makeNotificationId = () => makeId("spn");
