import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { request } from "../api/request.ts";
import { t } from "../texts/texts.ts";

const at = "/dashboard/auth/passkey";

/**
 * Signs in with a passkey of this device, phone or key, which counts as two factors.
 *
 * @throws RequestProblem if Kassa doesn't accept it, and an Error in plain words if the browser has none or the person turns it down
 */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await request<PublicKeyCredentialRequestOptionsJSON>(
    `${at}/generate-authenticate-options`,
  );
  const response = await inWords(() => startAuthentication({ optionsJSON }));
  await request(`${at}/verify-authentication`, { method: "POST", body: { response } });
}

/** Makes a passkey for the person who is signed in. Throws as `signInWithPasskey` does. */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await request<PublicKeyCredentialCreationOptionsJSON>(
    `${at}/generate-register-options`,
  );
  const response = await inWords(() => startRegistration({ optionsJSON }));
  await request(`${at}/verify-registration`, { method: "POST", body: { response, name } });
}

/** The browser's own errors are for developers. */
async function inWords<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const isKnown =
      error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
    throw new Error(t(isKnown ? "passkey.exists" : "passkey.not-used"), { cause: error });
  }
}
