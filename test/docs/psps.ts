import { startFakeAdyen } from "../psp/adyen/fake-adyen.ts";
import { startFakeMollie } from "../psp/mollie/fake-mollie.ts";
import { defaultApp, startFakePayPal } from "../psp/paypal/fake-paypal.ts";
import { startFakeStripe } from "../psp/stripe/fake-stripe.ts";

/** The fakes of the PSPs, at which a reader of the guides has accounts. */
export type Psps = {
  /** Settings with which Kassa calls the fakes. */
  readonly env: Readonly<Record<string, string>>;
  /** What the reader types when `connectors add` asks for the credentials of a PSP's live account. */
  credentialsOf(psp: string): string;
  close(): Promise<void>;
};

const adyenApiKey = `AQE${"fakeKassa".repeat(6)}`;

export async function startPsps(): Promise<Psps> {
  const [stripe, mollie, paypal, adyen] = await Promise.all([
    startFakeStripe(),
    startFakeMollie(),
    startFakePayPal(),
    startFakeAdyen({ apiKey: adyenApiKey, merchantAccounts: ["ShopECOM"] }),
  ]);
  const credentials: Readonly<Record<string, string>> = {
    stripe: `apiKey=${stripe.keys.live}\n`,
    mollie: `apiKey=${mollie.keys.live}\n`,
    paypal: `clientId=${defaultApp.clientId}\nclientSecret=${defaultApp.clientSecret}\n`,
    adyen: `apiKey=${adyenApiKey}\n`,
  };
  return {
    env: {
      KASSA_STRIPE_URL: stripe.url,
      KASSA_MOLLIE_URL: mollie.url,
      KASSA_PAYPAL_URL: paypal.url,
      KASSA_ADYEN_URL: adyen.url,
    },
    credentialsOf: (psp) => {
      const typed = credentials[psp];
      if (typed === undefined) throw new Error(`There is no fake of ${psp}.`);
      return typed;
    },
    close: async () => {
      await Promise.all([stripe, mollie, paypal, adyen].map((fake) => fake.close()));
    },
  };
}
