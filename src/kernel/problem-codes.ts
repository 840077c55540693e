/**
 * Every error code of Kassa's API. docs/reference/errors.md is generated from this table, and a test compares the two; `type` and
 * `docUrl` of a problem point there.
 */
export type ProblemDefinition = {
  /** HTTP status. */
  readonly status: number;
  /** The same for every occurrence; `detail` describes the particular one. */
  readonly title: string;
  /** For the docs: when it happens and what to do. */
  readonly help: string;
};

const define = (status: number, title: string, help: string): ProblemDefinition => ({ status, title, help });

export const problemCodes = {
  // The request itself
  json_invalid: define(
    400,
    "The body is not valid JSON",
    "Send one JSON object, encoded in UTF-8 without a byte order mark. The detail names the line and column of the first fault.",
  ),
  json_not_object: define(
    400,
    "The body is not a JSON object",
    "The body is missing, or it is an array, a text, a number, true, false or null. Send one JSON object. Where an operation needs no body, leave it out or send {}.",
  ),
  json_duplicate_key: define(
    400,
    "The body names a field twice",
    "Parsers disagree on which of the two values counts, so Kassa refuses the body. Send each field once.",
  ),
  json_too_deep: define(
    400,
    "The body is nested too deeply",
    "A body can have at most 8 levels. No request of this API needs more.",
  ),
  encoding_invalid: define(400, "The body is not valid UTF-8", "Encode the body in UTF-8."),
  request_malformed: define(
    400,
    "The request is not valid HTTP",
    "One of these is wrong: the request line or a header can't be read; the message has both Content-Length and Transfer-Encoding; it has no Host header or two of them; its absolute URL names another host. The detail says which.",
  ),
  unknown_field: define(
    400,
    "A field or query parameter doesn't exist",
    "Kassa refuses unknown fields and query parameters, so that you notice a misspelt name. Remove or rename the one that `param` points to.",
  ),
  parameter_missing: define(400, "A required field is missing", "Add the field that `param` points to."),
  parameter_invalid: define(
    400,
    "A field has a value that can't be used",
    "The detail says which values the field accepts.",
  ),
  body_too_large: define(413, "The body is too large", "A request body can have at most 64 KiB."),
  media_type_unsupported: define(
    415,
    "The body's media type is not supported",
    "Send `Content-Type: application/json` in UTF-8 and no Content-Encoding.",
  ),
  request_timeout: define(
    408,
    "The request took too long to arrive",
    "Headers and body must arrive within 10 seconds. Send the request again.",
  ),
  expectation_failed: define(
    417,
    "The Expect header is not supported",
    "Leave the header `Expect` out, or send `Expect: 100-continue`.",
  ),
  method_not_allowed: define(
    405,
    "The URL doesn't support this method",
    "The `Allow` header lists the methods that it supports.",
  ),
  host_unknown: define(
    421,
    "This server doesn't answer for that host",
    "Use the host of KASSA_PUBLIC_URL. Operators: set KASSA_PUBLIC_URL to the address at which clients reach Kassa.",
  ),
  not_found: define(
    404,
    "Not found",
    "You have no object with this id in this mode, or the URL doesn't exist. A sandbox key doesn't find live objects, and a live key doesn't find sandbox objects: check which key you use.",
  ),
  version_unknown: define(
    400,
    "The API version doesn't exist",
    "Send a `Kassa-Version` from the changelog, or omit the header to use the version of your key.",
  ),

  // Authentication and rate limits
  authentication_failed: define(
    401,
    "The API key is not valid",
    "Send `Authorization: Bearer <API key>` with a key that is neither revoked nor expired. The response doesn't say why a key was refused, so that nobody can probe for keys.",
  ),
  key_in_url: define(
    400,
    "The URL contains an API key",
    "URLs are written to logs. Send the key in the Authorization header, and roll this key, because it may have been logged.",
  ),
  scope_missing: define(
    403,
    "The API key lacks a scope",
    "Use a key with the scope that the detail names, or create one with `kassa keys create --scope`.",
  ),
  sign_in_required: define(
    401,
    "Nobody is signed in",
    "A sign-in ends after an hour without a request, and after twelve hours at the latest. Sign in to the dashboard again.",
  ),
  second_factor_required: define(
    403,
    "A second factor is required",
    "Live data and the team require a sign-in with a passkey, or with a password and a code. Set up one of these in the dashboard under Account and security, and sign in with it.",
  ),
  origin_refused: define(
    403,
    "The request comes from another site",
    "Kassa accepts requests with a sign-in cookie only from its own dashboard, at the address in KASSA_PUBLIC_URL.",
  ),
  role_forbids: define(
    403,
    "Your role doesn't allow this",
    "Ask an owner of the business to do it, or to change your role. The detail says what your role lacks.",
  ),
  invitation_invalid: define(
    409,
    "The invitation can't be accepted",
    "An invitation link works once, until it expires, and only for the address that it was sent to. The detail says which condition isn't met.",
  ),
  reset_invalid: define(
    409,
    "The link for a new password can't be used",
    "The link works once, until it expires. Request a new one.",
  ),
  reset_refused: define(
    409,
    "An owner can't reset this person's sign-in",
    "The person also works for another business, or operates this installation. They can request a link by mail, or somebody with access to the server can create one with `kassa people reset-link`.",
  ),
  account_exists: define(
    409,
    "An account with this address exists already",
    "Sign in to that account, and open the invitation link again.",
  ),
  already_member: define(409, "The person already works for the business", "Change their role instead."),
  owner_exists: define(
    409,
    "The business already has an owner",
    "Owners invite other owners under Team. If no owner can sign in any more, somebody with access to the server can run `kassa people owner-link`.",
  ),
  last_owner: define(
    409,
    "A business needs an owner",
    "Make another person an owner first. Then change or remove this one.",
  ),
  address_not_allowed: define(
    403,
    "The API key can't be used from this address",
    "The key is restricted to a list of networks. Call from one of them, or create a key with another list.",
  ),
  rate_limited: define(
    429,
    "Too many requests",
    "Wait for the number of seconds in `Retry-After`. The `RateLimit` header of every response says how many requests are left.",
  ),

  // Values
  amount_invalid: define(
    400,
    "The amount can't be used",
    "Send a whole number of minor units (cents for EUR, yen for JPY), as a JSON number without a fraction or an exponent, within the currency's limits.",
  ),
  currency_invalid: define(
    400,
    "The currency isn't an active ISO 4217 code",
    "Send the three letters of the code, for example EUR.",
  ),
  url_invalid: define(
    400,
    "The URL can't be used",
    "Send an absolute https URL of at most 2048 characters, without a user name or password. In sandbox mode, http is allowed too.",
  ),
  url_not_allowed: define(
    400,
    "The URL's host is not on the tenant's list",
    "Use a host from the tenant's list, or ask the operator to add this one.",
  ),
  url_forbidden: define(
    400,
    "Webhooks can't be sent to that address",
    "Webhook addresses must be public. Private, loopback, link-local and metadata addresses are refused. For sandbox mode, an operator can allow loopback addresses with KASSA_ALLOW_LOOPBACK_WEBHOOKS=on.",
  ),
  text_invalid: define(
    400,
    "A text contains characters that are not allowed",
    "Remove control characters, unpaired surrogates, bidirectional overrides and zero-width characters.",
  ),
  pan_in_field: define(
    400,
    "A field seems to contain a card number",
    "Never send card numbers to this API, in any field or query parameter and in any notation. Remove the number; Kassa has neither stored nor logged it. If it is an international phone number, write it with its plus sign.",
  ),
  line_items_mismatch: define(
    400,
    "The line items and adjustments don't add up to the amount",
    "The sum of quantity × unitAmount over all line items, plus the amounts of all adjustments, must equal `amount`.",
  ),
  expires_at_invalid: define(
    400,
    "The expiry time can't be used",
    "Send an RFC 3339 time between 30 minutes and 30 days from now.",
  ),
  payment_methods_unsuitable: define(
    400,
    "None of the payment methods can pay this purchase",
    "Some methods support only some currencies, and some can't be captured later. Name a method that can pay this purchase, or omit `paymentMethods`.",
  ),
  locale_invalid: define(
    400,
    "The locale isn't a language tag",
    "Send a BCP 47 tag such as `de` or `pt-BR`, or `auto`.",
  ),
  metadata_invalid: define(
    400,
    "The metadata can't be used",
    "Send an object with at most 50 keys. A key can have 40 characters, and each value is a text of at most 500 characters.",
  ),
  clock_not_found: define(
    400,
    "There is no such clock",
    "Name a clock of your sandbox, or omit `clock` to use real time.",
  ),
  clock_not_allowed: define(
    400,
    "Clocks exist in sandbox mode only",
    "Omit `clock` in live mode. Call the operations for clocks with a sandbox key.",
  ),
  clock_time_invalid: define(
    400,
    "The clock can't be set to that time",
    "A new clock starts between one day ago and two years ahead. One call advances it by at most two years, and it never goes back. Send RFC 3339 times, or as `by` an ISO 8601 duration such as `P30D`.",
  ),
  cursor_invalid: define(
    400,
    "The cursor can't be used",
    "Send an id from an earlier page of the same list, either as `startingAfter` or as `endingBefore`, not both.",
  ),

  // Repeats and conflicts
  idempotency_key_invalid: define(
    400,
    "The Idempotency-Key can't be used",
    "Send 1 to 255 visible ASCII characters.",
  ),
  idempotency_key_reused: define(
    422,
    "The Idempotency-Key was used for another request",
    "A key identifies one request. Use a new key for a new request, and send the same body with a retry.",
  ),
  idempotency_key_in_flight: define(
    409,
    "A request with this Idempotency-Key is still running",
    "Wait a moment and send the same request again. It then gets the response of the first one.",
  ),
  session_not_open: define(
    409,
    "The session is no longer open",
    "A complete or expired session can't be changed. Create a new session.",
  ),
  session_not_paid: define(
    409,
    "The session isn't paid",
    "A session has a receipt once its money is captured and nothing is left to capture. Wait until the session's `paymentStatus` is `paid`.",
  ),
  payment_in_progress: define(
    409,
    "A payment of this session is in progress",
    "The outcome of the payment isn't known yet, so the session can't be expired now. Try again shortly.",
  ),
  payment_not_capturable: define(
    409,
    "The payment can't be captured",
    "Only an authorized payment can be captured. Its session has the `captureMethod` `manual`, and the payment is approved, not voided and not fully captured.",
  ),
  payment_not_voidable: define(
    409,
    "The payment can't be voided",
    "A void releases an authorized amount that isn't captured yet. If the money was captured, refund it instead.",
  ),
  payment_not_reviewable: define(
    409,
    "The payment needs no review",
    "Only a payment with the status `needs_review` can be accepted or returned. Get the payment to see its status.",
  ),
  review_not_possible: define(
    409,
    "The decision can't be carried out",
    "The detail says why. If the PSP captured instead of authorizing, or the other way round, the payment can only be returned. A charge in another currency must be voided or fully refunded in the PSP's dashboard. The review then ends by itself, and the customer can pay again.",
  ),
  payment_not_refundable: define(
    409,
    "The payment can't be refunded",
    "Only captured money can be refunded. Void an authorization instead.",
  ),
  payment_disputed: define(
    409,
    "The payment is disputed",
    "The customer's bank takes the disputed amount back, so a refund of it would pay the customer twice. The rest can be refunded.",
  ),
  movement_in_progress: define(
    409,
    "A capture or void of this payment is in progress",
    "The outcome isn't known yet. Get the payment in a moment, and try again if it is still necessary.",
  ),
  capture_exceeds_authorized: define(
    422,
    "The amount is more than can be captured",
    "Capture at most the payment's `amountCapturable`.",
  ),
  capture_must_be_final: define(
    422,
    "The PSP captures this payment only once",
    "A partial capture releases the rest. Send `final: true` with the amount, or capture the whole amount.",
  ),
  refund_too_late: define(
    422,
    "The PSP no longer refunds this payment",
    "PSPs refund a payment for a limited time. Send the money back in another way, for example by bank transfer.",
  ),
  refund_exceeds_captured: define(
    422,
    "The amount is more than can be refunded",
    "The sum of completed and pending refunds can't exceed the captured amount.",
  ),
  movement_refused: define(
    422,
    "The payment service provider refused",
    "No money moved. The detail has the reason. Get the payment to see what can still be captured, voided or refunded.",
  ),
  clock_advancing: define(
    409,
    "The clock is advancing",
    "Get the clock repeatedly until its status is `ready`.",
  ),
  clock_in_use: define(
    409,
    "The clock has open sessions",
    "Advance the clock beyond their expiry, or expire the sessions. Then delete the clock.",
  ),
  clock_limit_reached: define(
    409,
    "There are too many clocks",
    "A tenant can have 100 clocks. Delete clocks that you no longer use.",
  ),
  endpoint_limit_reached: define(
    409,
    "There are too many webhook endpoints",
    "A tenant can have 20 endpoints in each mode. Delete one that you no longer use.",
  ),
  endpoint_not_enabled: define(
    409,
    "The webhook endpoint is not enabled",
    "Set its status to `enabled` first.",
  ),
  dispute_closed: define(409, "The dispute is over", "A won, lost or closed dispute can't be changed."),
  dispute_not_respondable: define(
    409,
    "The dispute accepts no response now",
    "The bank is reviewing the evidence, a response is being sent, or you tried to accept an inquiry, which isn't possible. The dispute's `status` and `pendingAction` say which.",
  ),
  file_limit_reached: define(
    409,
    "The dispute has too many files",
    "A dispute can have 10 files of 20 MB in total. Combine several pages into one PDF.",
  ),
  evidence_missing: define(
    422,
    "There is no evidence to send",
    "Send `texts`, or upload files first. A bank accepts evidence only once, so an empty response isn't sent.",
  ),
  dispute_action_refused: define(
    422,
    "The payment service provider refused the response to the dispute",
    "The PSP refused the evidence or the acceptance. The detail says why. The dispute is unchanged.",
  ),
  file_invalid: define(
    400,
    "The file can't be used",
    "Send the file's bytes as the body, with the file's Content-Type. Evidence can be PDF, PNG or JPEG. A logo can be PNG, JPEG, WebP, or SVG without scripts. The detail says what is wrong with the file.",
  ),
  file_too_large: define(
    413,
    "The file is too large",
    "The limits are 5 MB (5,242,880 bytes) for an evidence file, 128 KiB (131,072 bytes) for a logo, 100 MB (104,857,600 bytes) for a bank statement, and 32 MB (33,554,432 bytes) for a settlement report.",
  ),
  file_type_unsupported: define(
    415,
    "Files of this type are not supported",
    "Send a file as the body, with a Content-Type that the detail names and without a Content-Encoding.",
  ),

  // Bank transfers
  bank_account_exists: define(
    409,
    "The bank account already exists",
    "You can create an account once for each currency, and two accounts can't have the same name in statements. The detail names the existing account. Change that one.",
  ),
  bank_account_limit_reached: define(
    409,
    "There are too many bank accounts",
    "A tenant can have 100 bank accounts in each mode.",
  ),
  bank_account_unknown: define(
    422,
    "The bank statement is for an account that Kassa doesn't know",
    "Nothing of the file was stored. Create the account with `POST /api/bank-accounts`, or add the statement's name for it to the `statementAccounts` of an existing account. Then send the file again.",
  ),
  statement_invalid: define(
    422,
    "The bank statement can't be imported",
    "Nothing of the file was stored. `errors` lists up to 20 faults with their positions. `kassa statements check` shows what Kassa reads in the file.",
  ),
  settlement_report_invalid: define(
    422,
    "The settlement report can't be imported",
    "Nothing of the file was stored. The detail says which line can't be read, or that Kassa imports no reports of this PSP because it calls the PSP's API instead.",
  ),
  bank_entry_not_open: define(
    409,
    "The bank entry isn't open for a decision",
    "You can match or ignore only a booked, unmatched entry. Undo an earlier decision first with `POST /api/bank-entries/{id}/unmatch`. The detail says what the entry's state is.",
  ),
  bank_refunds_none: define(
    409,
    "There are no bank refunds to send",
    "A file contains the refunds with the status `waiting` whose payee has a known IBAN. `GET /api/bank-refunds?status=waiting` lists the waiting refunds. Set `payeeIban` where the statement has no IBAN.",
  ),
  bank_refunds_unsure: define(
    409,
    "Some of the refunds may already be sent",
    "After a restore, Kassa doesn't know the refund files that were made after the backup. Import your bank's statements up to today: they confirm the refunds that were sent. Check in your online banking that the bank isn't executing the remaining ones. Then send `unsentConfirmed`: true.",
  ),
  ledger_period_not_closable: define(
    409,
    "The month can't be closed or reopened",
    "A month can be closed once it is over (in UTC) and all earlier months are closed. Only the last closed month can be reopened. The detail names the month that you can close or reopen.",
  ),
  ledger_imports_incomplete: define(
    409,
    "The month's imports are incomplete",
    "Some bookings of PSPs or banks up to the end of the month aren't imported, so the month may have undetected differences. The detail says for each account what to run or import. If you can't get the data, close the month with `despiteDifferences`, which stores the list with the month.",
  ),
  ledger_differences: define(
    409,
    "The month has differences",
    "The month has unexplained settlement lines, or payments, refunds or disputes that aren't settled. List them with `GET /api/ledger/differences`. Resolve them, or close the month with `despiteDifferences`, which stores the list with the month.",
  ),
  report_too_large: define(
    422,
    "The report has too many lines for this format",
    "A sheet of an XLSX file has at most 1,048,576 rows. Send `format=csv`, which has no limit, or request a shorter period.",
  ),
  export_not_ready: define(
    409,
    "The export isn't completed",
    "`GET /api/exports/{id}` shows the progress, or why the export failed. You can download the content once `status` is `completed`.",
  ),
  export_limit_reached: define(
    409,
    "Too many exports are in progress",
    "A tenant can have 5 `pending` or `running` exports in each mode. Wait until one is completed, or delete one.",
  ),
  bank_refund_not_open: define(
    409,
    "The bank refund can't be changed any more",
    "You can change the payee while the refund is `waiting`. If the refund is in a file, change the file's status instead. A refund that a statement confirmed, or that came back, can't be changed.",
  ),
  bank_refund_file_not_open: define(
    409,
    "The file of bank refunds is already sent or cancelled",
    "You can change the status of a file only while it is neither sent nor cancelled.",
  ),
  transfer_currency_differs: define(
    409,
    "The entry and the expected transfer have different currencies",
    "Amounts in different currencies can't be added up. Return the money to its payer, or ignore the entry.",
  ),
  nothing_to_reverse: define(
    409,
    "The expected transfer has no such payment",
    "A reversal can only be matched to a transfer that received a payment of the same amount, if that payment isn't reversed already.",
  ),
  match_final: define(
    409,
    "The match can't be undone",
    "Once a transfer has paid its payment, the match is final. Refund the payment instead. A match is also final once the money was sent back.",
  ),

  // PSPs and the payment page
  signature_invalid: define(
    400,
    "The notification's signature is not valid",
    "Only the payment service provider may call this address. Check the connector account's notification secret.",
  ),

  // Connector accounts
  credentials_invalid: define(
    400,
    "A credential can't be used",
    "The detail has the PSP's name for the credential, where to find it and how it begins. Credentials of the PSP's test environment are for sandbox accounts, and those of its live environment for live accounts. Send them with a Kassa key of the same mode.",
  ),
  credentials_refused: define(
    422,
    "The PSP refuses the credentials",
    "Kassa tried the credentials at the PSP and stored nothing. The detail says what is wrong: an unknown credential, a missing permission, or credentials of a different account than the one that made the charges.",
  ),
  psp_unavailable: define(
    503,
    "The PSP couldn't be reached",
    "Kassa stores credentials only after the PSP has accepted them. Send the same request again after the number of seconds in `Retry-After`. If the error persists, ask the operator to check that the server can reach the PSP.",
  ),
  connector_account_not_found: define(
    400,
    "There is no such connector account",
    "Name an account of the same mode as your key; `GET /api/connector-accounts` lists them. For a session, you can omit `connectorAccount`, so that your routing selects the account.",
  ),
  connector_account_unsuitable: define(
    400,
    "The connector account can't take the payment",
    "Change the amount, the currency, `captureMethod` or `paymentMethods` of the session, or the restrictions of the account.",
  ),
  connector_account_incomplete: define(
    409,
    "The connector account lacks a credential",
    "Without the credential, Kassa can't verify the PSP's notifications. Register the account's `notificationUrl` at the PSP, send the credential that the PSP then shows to `POST /api/connector-accounts/{id}/credentials`, and enable the account.",
  ),
  connector_account_in_use: define(
    409,
    "The connector account can't be deleted",
    "The account was enabled, or a session has named it, so it may have charges. Their captures, refunds and disputes need its credentials. Disable the account instead: it then gets no new charges.",
  ),
  connector_account_limit_reached: define(
    409,
    "There are too many connector accounts",
    "A tenant can have 50 connector accounts in each mode. Delete accounts that were never enabled and never named by a session.",
  ),
  registration_not_possible: define(
    409,
    "Kassa can't register the notification address",
    "Some PSPs allow this only in their own dashboard. If the account already has the credential for notifications, its address is already registered.",
  ),

  // Kassa itself
  service_unavailable: define(
    503,
    "Kassa can't serve the request right now",
    "Send the same request again after the number of seconds in `Retry-After`, with the same Idempotency-Key. Usually nothing was done. If the first request was begun, the retry continues it, and nothing is done twice.",
  ),
  movements_on_hold: define(
    503,
    "Captures, voids, refunds and expiring sessions are on hold after a restore",
    "Nothing was done. Send the same request again after the number of seconds in `Retry-After`. Kassa first compares the restored database with the payment service provider's records, so that no money moves twice and no paid session expires.",
  ),
  internal_error: define(
    500,
    "Internal error",
    "This is a bug in Kassa. It was logged. Send the request again with the same Idempotency-Key. If the error persists, give the operator the `requestId`.",
  ),
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problemCodes;
