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
    "Parsers disagree on which of the two counts, so Kassa takes neither. Send each field once.",
  ),
  json_too_deep: define(
    400,
    "The body is nested too deeply",
    "No request of this API needs more than 8 levels.",
  ),
  encoding_invalid: define(400, "The body is not valid UTF-8", "Encode the body in UTF-8."),
  request_malformed: define(
    400,
    "The request is not valid HTTP",
    "The request line or a header can't be read, the message has both Content-Length and Transfer-Encoding, or it has no Host header, two of them, or an absolute address for another host. The detail says which.",
  ),
  unknown_field: define(
    400,
    "A field or query parameter doesn't exist",
    "Unknown fields and query parameters are refused rather than ignored, so that a misspelt one is noticed. Remove or rename the one that `param` points to.",
  ),
  parameter_missing: define(400, "A required field is missing", "Add the field that `param` points to."),
  parameter_invalid: define(
    400,
    "A field has a value that can't be used",
    "The detail says what the field takes.",
  ),
  body_too_large: define(413, "The body is too large", "A request body may have 64 KiB."),
  media_type_unsupported: define(
    415,
    "The body's media type is not supported",
    "Send `Content-Type: application/json` in UTF-8 and no Content-Encoding.",
  ),
  request_timeout: define(
    408,
    "The request took too long to arrive",
    "Headers and body have to arrive within 10 seconds. Send it again.",
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
    "Use the host of KASSA_PUBLIC_URL. Operators: set KASSA_PUBLIC_URL to the address under which Kassa is reached.",
  ),
  not_found: define(
    404,
    "There is nothing here",
    "No object of yours has this id in this mode. An id of the other mode is not found either: check which key you use.",
  ),
  version_unknown: define(
    400,
    "The API version doesn't exist",
    "Send a `Kassa-Version` that the changelog names, or leave the header out to use the version of your key.",
  ),

  // Authentication and rate limits
  authentication_failed: define(
    401,
    "The API key is not valid",
    "Send `Authorization: Bearer <API key>` with a key that has not been revoked and has not expired. The answer doesn't say why a key was refused, so that nobody can probe for keys.",
  ),
  key_in_url: define(
    400,
    "The URL contains an API key",
    "URLs end up in logs. Send the key in the Authorization header, and roll the key that was sent here.",
  ),
  scope_missing: define(
    403,
    "The API key lacks a scope",
    "Use a key with the scope that the detail names, or make one with `kassa keys create --scope`.",
  ),
  sign_in_required: define(
    401,
    "Nobody is signed in",
    "The sign-in has ended, after an hour without a request or after twelve hours. Sign in to the dashboard again.",
  ),
  second_factor_required: define(
    403,
    "A second factor is required",
    "Live money and the team are for people who have signed in with a passkey, or with a code besides their password. Set one up in the dashboard under Account and security, or sign in with it.",
  ),
  origin_refused: define(
    403,
    "The request comes from another site",
    "Requests with a person's cookie come from Kassa's own dashboard, at the address in KASSA_PUBLIC_URL.",
  ),
  role_forbids: define(
    403,
    "Your role doesn't allow this",
    "Ask an owner of the business to do it, or for another role. The detail names what is missing.",
  ),
  invitation_invalid: define(
    409,
    "The invitation can't be accepted",
    "A link works once, for a time, and for the address that it was sent to. The detail says which of these fails.",
  ),
  reset_invalid: define(
    409,
    "The link for a new password can't be used",
    "It works once and for a time. Ask for a new one.",
  ),
  reset_refused: define(
    409,
    "A business's owner can't reset how this person signs in",
    "The person works for another business, too, or runs this installation. They ask for a link by mail, or somebody with access to the server makes one: `kassa people reset-link`.",
  ),
  account_exists: define(
    409,
    "There is an account with this address",
    "Sign in with it, and open the invitation's link again.",
  ),
  already_member: define(409, "The person works for the business already", "Change their role instead."),
  owner_exists: define(
    409,
    "The business has an owner already",
    "An owner invites other owners, under Team. If no owner can sign in any more, somebody with access to the server runs `kassa people owner-link`.",
  ),
  last_owner: define(
    409,
    "A business needs an owner",
    "Make somebody else an owner, and then change or remove this one.",
  ),
  address_not_allowed: define(
    403,
    "The API key may not be used from this address",
    "The key has a list of networks that may use it. Call from one of them, or make a key with another list.",
  ),
  rate_limited: define(
    429,
    "Too many requests",
    "Wait for the seconds that `Retry-After` says. The `RateLimit` header of every answer says how many requests are left.",
  ),

  // Values
  amount_invalid: define(
    400,
    "The amount can't be used",
    "Send a whole number of minor units (cents for EUR, yen for JPY) as a JSON number without fraction or exponent, within the currency's limits.",
  ),
  currency_invalid: define(
    400,
    "The currency isn't an active ISO 4217 code",
    "Send three letters, for example EUR.",
  ),
  url_invalid: define(
    400,
    "The address can't be used",
    "Send an absolute https address (http too in sandbox mode) without user name and password, with at most 2048 characters.",
  ),
  url_not_allowed: define(
    400,
    "The address is not on the tenant's list of hosts",
    "Use a host of the tenant's list, or have the operator add this one.",
  ),
  url_forbidden: define(
    400,
    "Webhooks can't be sent to that address",
    "Webhook addresses must be public: not private, loopback, link-local or metadata addresses. In sandbox mode an operator can allow loopback with KASSA_ALLOW_LOOPBACK_WEBHOOKS=on.",
  ),
  text_invalid: define(
    400,
    "A text contains characters that are not allowed",
    "Remove control characters, unpaired surrogates, bidirectional overrides and zero-width characters.",
  ),
  pan_in_field: define(
    400,
    "A field seems to contain a card number",
    "Never send card numbers to this API, in any field or query parameter, in any spelling. Remove it; it has not been stored or logged. An international phone number needs its plus sign.",
  ),
  line_items_mismatch: define(
    400,
    "The line items and adjustments don't add up to the amount",
    "The sum of quantity × unitAmount over all line items, plus the amounts of all adjustments, has to equal `amount`.",
  ),
  expires_at_invalid: define(
    400,
    "The expiry time can't be used",
    "Send an RFC 3339 time between 30 minutes and 30 days from now.",
  ),
  payment_methods_unsuitable: define(
    400,
    "None of the payment methods suits the purchase",
    "Some methods exist in some currencies only, and some can't be captured later. Name one that can pay this purchase, or leave `paymentMethods` out.",
  ),
  locale_invalid: define(
    400,
    "The locale isn't a language tag",
    "Send a BCP 47 tag such as `de` or `pt-BR`, or `auto`.",
  ),
  metadata_invalid: define(
    400,
    "The metadata can't be used",
    "Metadata is an object of at most 50 keys of at most 40 characters; each value is a text of at most 500 characters.",
  ),
  clock_not_found: define(
    400,
    "There is no such clock",
    "Name a clock of your sandbox, or leave `clock` out to use real time.",
  ),
  clock_not_allowed: define(
    400,
    "Clocks exist in sandbox mode only",
    "Leave `clock` out in live mode, and call the clocks' operations with a sandbox key.",
  ),
  clock_time_invalid: define(
    400,
    "The clock can't be set to that time",
    "A clock begins between a day ago and two years ahead, and advances by two years at most at once. It never goes back. Send RFC 3339 times, or as `by` an ISO 8601 duration such as `P30D`.",
  ),
  cursor_invalid: define(
    400,
    "The cursor can't be used",
    "`startingAfter` and `endingBefore` take an id from an earlier page of the same list, and only one of them.",
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
    "A key stands for one request. Use a new key for a new request, and the same body for a retry.",
  ),
  idempotency_key_in_flight: define(
    409,
    "A request with this Idempotency-Key is still running",
    "Wait a moment and send the same request again; it will get the first one's answer.",
  ),
  session_not_open: define(
    409,
    "The session is no longer open",
    "A complete or expired session can't be changed. Create a new session.",
  ),
  session_not_paid: define(
    409,
    "The session isn't paid",
    "The receipt is available once money was captured and nothing is left to capture. Wait until the session's `paymentStatus` is `paid`.",
  ),
  payment_in_progress: define(
    409,
    "A payment of this session is in progress",
    "Its outcome isn't known yet, so the session can't be expired now. Try again shortly.",
  ),
  payment_not_capturable: define(
    409,
    "The payment can't be captured",
    "Only an authorized payment can be captured: one of a session with `captureMethod` `manual` that was approved and neither captured wholly nor voided.",
  ),
  payment_not_voidable: define(
    409,
    "The payment can't be voided",
    "Only an authorized amount that isn't captured yet can be voided. Refund captured money.",
  ),
  payment_not_reviewable: define(
    409,
    "The payment needs no review",
    "Only a payment with the status `needs_review` can be accepted or returned. Get the payment to see what it is.",
  ),
  review_not_possible: define(
    409,
    "The decision can't be carried out",
    "The detail says why. If the PSP captured something else than you asked for, the payment can only be returned. A charge of another currency has to be voided or fully refunded in the PSP's dashboard; the review then ends by itself and the customer can pay again.",
  ),
  payment_not_refundable: define(
    409,
    "The payment can't be refunded",
    "Only captured money can be refunded. Void an authorization instead.",
  ),
  payment_disputed: define(
    409,
    "The payment is disputed",
    "The customer's bank takes the disputed amount back itself, so a refund would pay it twice. The rest can be refunded.",
  ),
  movement_in_progress: define(
    409,
    "A capture or void of this payment is in progress",
    "Its outcome isn't known yet. Get the payment in a moment, and try again if it is still necessary.",
  ),
  capture_exceeds_authorized: define(
    422,
    "The amount is more than can be captured",
    "Capture at most the payment's `amountCapturable`.",
  ),
  capture_must_be_final: define(
    422,
    "The provider captures this payment once",
    "A capture of a part releases the rest. Send `final: true` with the amount, or capture the whole amount.",
  ),
  refund_too_late: define(
    422,
    "The provider no longer takes refunds of this payment",
    "Providers refund for a limited time. Send the money back in another way, for example by bank transfer.",
  ),
  refund_exceeds_captured: define(
    422,
    "The amount is more than can be refunded",
    "Completed and pending refunds count together; their sum can't exceed the captured amount.",
  ),
  movement_refused: define(
    422,
    "The payment service provider refused",
    "No money was moved. The detail has the reason; the payment shows what is still possible.",
  ),
  clock_advancing: define(409, "The clock is advancing", "Get the clock until its status is `ready`."),
  clock_in_use: define(
    409,
    "The clock has open sessions",
    "Advance it beyond their expiry, or expire them. Then delete it.",
  ),
  clock_limit_reached: define(
    409,
    "There are too many clocks",
    "A tenant can have 100 clocks. Delete those that are no longer used.",
  ),
  endpoint_limit_reached: define(
    409,
    "There are too many webhook endpoints",
    "A tenant can have 20 endpoints in each mode. Delete one that is no longer used.",
  ),
  endpoint_not_enabled: define(
    409,
    "The webhook endpoint is not enabled",
    "Set its status to `enabled` first.",
  ),
  dispute_closed: define(409, "The dispute is over", "A won, lost or closed dispute can't be changed."),
  dispute_not_respondable: define(
    409,
    "The dispute can't be responded to now",
    "The bank is reviewing the evidence, or a response is being sent, or the dispute is an inquiry, which can't be accepted. Look at the dispute's `status` and `pendingAction`.",
  ),
  file_limit_reached: define(
    409,
    "The dispute has too many files",
    "A dispute can have 10 files, 20 MB in total. Combine pages into one PDF.",
  ),
  evidence_missing: define(
    422,
    "There is no evidence to send",
    "Send `texts`, or upload files first. A bank accepts evidence only once, so an empty response isn't sent.",
  ),
  dispute_action_refused: define(
    422,
    "The payment service provider refused the answer to the dispute",
    "The evidence or the acceptance was refused; the detail says why. The dispute is unchanged.",
  ),
  file_invalid: define(
    400,
    "The file can't be used",
    "Send the file's bytes as the body, with its own Content-Type: PDF, PNG or JPEG as evidence; PNG, JPEG, WebP or SVG without scripts as a logo. The detail says what is wrong with it.",
  ),
  file_too_large: define(
    413,
    "The file is too large",
    "An evidence file may have 5 MB (5,242,880 bytes), a logo 128 KiB (131,072 bytes), a bank statement 100 MB (104,857,600 bytes), a settlement report 32 MB (33,554,432 bytes).",
  ),
  file_type_unsupported: define(
    415,
    "Files of this type are not supported",
    "Send a file as the body, with a Content-Type that the detail names and no Content-Encoding.",
  ),

  // Bank transfers
  bank_account_exists: define(
    409,
    "The bank account exists already",
    "An account can be created once in each currency, and statements can name only one of your accounts in the same way. The detail says which account it is. Change that one.",
  ),
  bank_account_limit_reached: define(
    409,
    "There are too many bank accounts",
    "A tenant can have 100 bank accounts in each mode.",
  ),
  bank_account_unknown: define(
    422,
    "The bank statement is of an account that isn't yours",
    "Nothing of the file was stored. Create the account with `POST /api/bank-accounts`, or add the way in which the statement names it to the `statementAccounts` of an account. Then send the file again.",
  ),
  statement_invalid: define(
    422,
    "The bank statement can't be imported",
    "Nothing of the file was stored. `errors` lists up to 20 faults with their places. `kassa statements check` shows what Kassa understands in the file.",
  ),
  settlement_report_invalid: define(
    422,
    "The settlement report can't be imported",
    "Nothing of the file was stored. The detail says which line can't be read, or that Kassa reads no reports of this PSP because it asks the PSP itself.",
  ),
  bank_entry_not_open: define(
    409,
    "The bank entry doesn't wait for a decision",
    "Only booked money of which it isn't known what it is for can be matched or ignored. What was matched or ignored already has to be undone first, with `POST /api/bank-entries/{id}/unmatch`. The detail says which it is.",
  ),
  bank_refunds_none: define(
    409,
    "No bank refund waits",
    "A file is made of refunds with the status `waiting` whose payee's IBAN is known. `GET /api/bank-refunds?status=waiting` lists them; set `payeeIban` where the statement didn't say it.",
  ),
  bank_refunds_unsure: define(
    409,
    "Refunds may have been sent already",
    "After a restore from a backup, Kassa doesn't know the files that were made since. Import your bank's statements up to today: they confirm the refunds that were sent. See in your online banking that the remaining ones aren't on their way either, then send `unsentConfirmed`: true.",
  ),
  ledger_period_not_closable: define(
    409,
    "The month can't be closed or reopened",
    "Months are closed one after the other once they are over, in UTC, and only the last closed one can be reopened. The detail names the month that can.",
  ),
  ledger_imports_incomplete: define(
    409,
    "The month's imports are incomplete",
    "What PSPs or banks booked until the month's end isn't imported, so the month may have differences that nobody sees. The detail says for each account what to run or to hand over. If it can't be had, close the month with `despiteDifferences`, which keeps the list with the month.",
  ),
  ledger_differences: define(
    409,
    "The month has differences",
    "Settlement lines aren't explained, or payments, refunds or disputes of the month aren't settled. List them with `GET /api/ledger/differences`. Resolve them, or close the month with `despiteDifferences`, which keeps the list with the month.",
  ),
  report_too_large: define(
    422,
    "The report has too many lines for this format",
    "A sheet of an XLSX file has 1,048,576 rows. Send `format=csv`, which has no limit, or ask for a shorter time.",
  ),
  export_not_ready: define(
    409,
    "The export isn't completed",
    "`GET /api/exports/{id}` says how far it is, or why it failed. Its content can be downloaded once its `status` is `completed`.",
  ),
  export_limit_reached: define(
    409,
    "Too many exports are being made",
    "A tenant can have 5 exports at once in each mode that are `pending` or `running`. Wait until one is completed, or delete one.",
  ),
  bank_refund_not_open: define(
    409,
    "The bank refund can't be changed any more",
    "The payee can be changed while a refund waits. One that a file has is changed with that file; one that a statement confirmed, or that came back, stays as it is.",
  ),
  bank_refund_file_not_open: define(
    409,
    "The file of bank refunds is sent or cancelled",
    "Only a file that was made and neither sent nor cancelled can change its status.",
  ),
  transfer_currency_differs: define(
    409,
    "The money has another currency than the expected transfer",
    "Amounts of different currencies can't be added up. Return the money to its payer, or ignore the entry.",
  ),
  nothing_to_reverse: define(
    409,
    "The expected transfer has no such payment",
    "A reversal can only be matched to a transfer that received a payment of the same amount, which wasn't reversed before.",
  ),
  match_final: define(
    409,
    "The match can't be undone",
    "Once a transfer is paid, its payment counts on the money. Refund the payment instead. The same holds for money that was sent back already.",
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
    "The detail says what the PSP calls the credential, where to find it and how it begins. Credentials of the PSP's test environment belong to sandbox accounts, those of its live environment to live accounts: send them with a Kassa key of the same mode.",
  ),
  credentials_refused: define(
    422,
    "The PSP refuses the credentials",
    "Kassa asked the PSP, and nothing was stored. The detail says what the PSP refused: a credential that it doesn't know, a missing permission, or another account than the one that the charges were made with.",
  ),
  psp_unavailable: define(
    503,
    "The PSP couldn't be asked",
    "Credentials are stored only once the PSP has accepted them. Send the same request again after the seconds that `Retry-After` says. If it stays like this, the operator checks whether this machine can reach the PSP.",
  ),
  connector_account_not_found: define(
    400,
    "There is no such connector account",
    "Name an account of the mode of your key: `GET /api/connector-accounts` lists them. For a session you can leave `connectorAccount` out, and your routing chooses.",
  ),
  connector_account_unsuitable: define(
    400,
    "The connector account can't take the payment",
    "Change the amount, the currency, `captureMethod` or `paymentMethods`, or what the account is used for.",
  ),
  connector_account_incomplete: define(
    409,
    "The connector account lacks a credential",
    "Without it Kassa couldn't verify the PSP's notifications. Register the account's `notificationUrl` at the PSP, send the credential that the PSP shows then to `POST /api/connector-accounts/{id}/credentials`, and enable the account after that.",
  ),
  connector_account_in_use: define(
    409,
    "The connector account can't be deleted",
    "It has been enabled, or a session has named it, so charges may have been made with it; their captures, refunds and disputes need its credentials. Disable it instead: then it gets no new charges.",
  ),
  connector_account_limit_reached: define(
    409,
    "There are too many connector accounts",
    "A tenant can have 50 connector accounts in each mode. Delete those that were never enabled nor named by a session.",
  ),
  registration_not_possible: define(
    409,
    "Kassa can't register the notification address",
    "At some PSPs only the merchant can register it, in the PSP's dashboard. An account that has the credential for notifications is registered already.",
  ),

  // Kassa itself
  service_unavailable: define(
    503,
    "Kassa can't serve the request right now",
    "Send the same request again after the seconds that `Retry-After` says, with the same Idempotency-Key. Usually nothing was done. If something was begun, the repeat finds it, and nothing is done twice.",
  ),
  movements_on_hold: define(
    503,
    "Captures, voids, refunds and expiring sessions are on hold after a restore",
    "Send the same request again after the seconds that `Retry-After` says. Nothing was done. Kassa first asks the payment service provider what a restored database lacks, so that no money moves twice and no paid session expires.",
  ),
  internal_error: define(
    500,
    "Something went wrong inside Kassa",
    "This is a bug in Kassa, and it has been logged. Repeat with the same Idempotency-Key; if it happens again, tell the operator the `requestId`.",
  ),
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problemCodes;
