export type FormValues = { readonly expiry?: string; readonly holder?: string; readonly iban?: string };

/** The fields that can have a fault, in their order on the page. All but `method` are names and ids of inputs. */
export const formFields = ["method", "number", "expiry", "cvc", "holder", "iban"] as const;
export type FormField = (typeof formFields)[number];
export type InputField = Exclude<FormField, "method">;

/** At most one fault per field. Each code has a text: `fault.number_missing` and so on. */
export type FieldErrors = {
  readonly method?: "method_missing";
  readonly number?: NumberFault;
  readonly expiry?: ExpiryFault;
  readonly cvc?: CvcFault;
  readonly holder?: HolderFault;
  readonly iban?: IbanFault;
};

/** All codes. `number_not_test` and `iban_not_test`: it could be real. The page says why it is refused. */
export const faultCodes = [
  "method_missing",
  "number_missing",
  "number_invalid",
  "number_not_test",
  "expiry_missing",
  "expiry_invalid",
  "expiry_past",
  "cvc_missing",
  "cvc_not_3_digits",
  "cvc_not_4_digits",
  "holder_missing",
  "iban_missing",
  "iban_invalid",
  "iban_not_test",
] as const;
export type FaultCode = (typeof faultCodes)[number];
type FaultOf<Field extends InputField> = Extract<FaultCode, `${Field}_${string}`>;
export type NumberFault = FaultOf<"number">;
export type ExpiryFault = FaultOf<"expiry">;
export type CvcFault = FaultOf<"cvc">;
export type HolderFault = FaultOf<"holder">;
export type IbanFault = FaultOf<"iban">;
