import type { CardError } from "./card-error.ts";
import type { Charge, Intent, LineItemParams, Session } from "./state.ts";
import type { TestCard } from "./test-cards.ts";
import { intentOf, sessionOf, type World } from "./world.ts";

/** The session as the API shows it, without `line_items`, which only an expansion includes. */
export function renderSession(world: World, session: Session): Record<string, unknown> {
  const { params } = session;
  const intent = session.intent === null ? undefined : world.state.intents.get(session.intent);
  return {
    id: session.id,
    object: "checkout.session",
    ...unusedSessionFields,
    amount_subtotal: session.amount,
    amount_total: session.amount,
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: session.created,
    currency: session.currency,
    customer_details: session.customerEmail === null ? null : customerDetails(session.customerEmail),
    customer_email: params.customer_email ?? null,
    expires_at: session.expiresAt,
    livemode: session.livemode,
    locale: params.locale ?? null,
    metadata: session.metadata,
    mode: "payment",
    payment_intent: session.intent,
    payment_method_options: paymentMethodOptions(params),
    payment_method_types: params.payment_method_types ?? ["card"],
    payment_status: intent?.status === "succeeded" ? "paid" : "unpaid",
    status: session.status,
    submit_type: params.submit_type ?? null,
    success_url: params.success_url ?? null,
    ui_mode: "hosted_page",
    // Stripe drops the address of sessions that nobody can pay any more.
    url: session.status === "open" ? `${world.pageUrl()}/c/pay/${session.id}` : null,
  };
}

const unusedSessionFields = {
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: null,
  customer_account: null,
  customer_creation: "if_required",
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  managed_payments: null,
  origin_context: null,
  payment_link: null,
  payment_method_collection: "if_required",
  payment_method_configuration_details: null,
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  wallet_options: null,
};

function customerDetails(email: string): object {
  return { address: null, email, name: null, phone: null, tax_exempt: "none", tax_ids: null };
}

function paymentMethodOptions(params: Session["params"]): object {
  const multicapture = params.payment_method_options?.card?.request_multicapture;
  const card = { request_three_d_secure: "automatic" };
  return { card: multicapture ? { ...card, request_multicapture: multicapture } : card };
}

export function renderLineItem(session: Session, item: LineItemParams, index: number): object {
  const quantity = item.quantity ?? 1;
  const unit = item.price_data?.unit_amount ?? 0;
  const amount = unit * quantity;
  return {
    id: `li_${session.id.slice(-20)}${index}`,
    object: "item",
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: session.currency,
    description: item.price_data?.product_data?.name ?? null,
    metadata: {},
    price: renderPrice(session, unit, index),
    quantity,
  };
}

function renderPrice(session: Session, unit: number, index: number): object {
  return {
    id: `price_${session.id.slice(-20)}${index}`,
    object: "price",
    active: false,
    billing_scheme: "per_unit",
    created: session.created,
    currency: session.currency,
    custom_unit_amount: null,
    livemode: session.livemode,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: `prod_${session.id.slice(-12)}${index}`,
    recurring: null,
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "one_time",
    unit_amount: unit,
    unit_amount_decimal: String(unit),
  };
}

export function renderIntent(world: World, intent: Intent): Record<string, unknown> {
  const data = sessionOf(world, intent).params.payment_intent_data ?? {};
  return {
    id: intent.id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: intent.amount,
    amount_capturable: intent.amountCapturable,
    amount_details: { tip: {} },
    amount_received: intent.amountReceived,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.cancellationReason,
    capture_method: intent.captureMethod,
    client_secret: `${intent.id}_secret_fake`,
    confirmation_method: "automatic",
    created: intent.created,
    currency: intent.currency,
    customer: null,
    customer_account: null,
    description: data.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: intent.lastError && renderLastError(intent.lastError, intent),
    latest_charge: intent.latestCharge,
    livemode: intent.livemode,
    managed_payments: null,
    metadata: intent.metadata,
    next_action: intent.challengeUrl && {
      type: "redirect_to_url",
      redirect_to_url: { return_url: null, url: intent.challengeUrl },
    },
    on_behalf_of: null,
    payment_method:
      intent.card && intent.status !== "requires_payment_method" ? paymentMethodId(intent) : null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    processing: null,
    receipt_email: data.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: data.shipping ?? null,
    statement_descriptor: null,
    statement_descriptor_suffix: data.statement_descriptor_suffix ?? null,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  };
}

function paymentMethodId(intent: { readonly id: string }): string {
  return intent.id.replace("pi_", "pm_");
}

function renderLastError(error: CardError, intent: Intent): object {
  const isAuthentication = error.code === "payment_intent_authentication_failure";
  return {
    ...(intent.latestCharge === null || isAuthentication ? {} : { charge: intent.latestCharge }),
    code: error.code,
    ...(error.declineCode === null ? {} : { decline_code: error.declineCode }),
    doc_url: `https://docs.stripe.com/error-codes/${error.code.replaceAll("_", "-")}`,
    message: error.message,
    type: isAuthentication ? "invalid_request_error" : "card_error",
  };
}

/** The charge as the API shows it, without `refunds`, which only an expansion includes. */
export function renderCharge(world: World, charge: Charge): Record<string, unknown> {
  const intent = intentOf(world, charge);
  const data = sessionOf(world, intent).params.payment_intent_data ?? {};
  const email = sessionOf(world, intent).customerEmail;
  return {
    id: charge.id,
    object: "charge",
    amount: charge.amount,
    amount_captured: charge.amountCaptured,
    amount_refunded: charge.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: charge.balanceTransaction,
    billing_details: { address: null, email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: ["FAKE", data.statement_descriptor_suffix].filter(Boolean).join("* "),
    captured: charge.captured,
    created: charge.created,
    currency: charge.currency,
    customer: null,
    description: data.description ?? null,
    disputed: charge.disputed,
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: charge.livemode,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: renderOutcome(charge.failure),
    paid: charge.failure === null,
    payment_intent: charge.intent,
    payment_method: paymentMethodId(intent),
    payment_method_details: { card: renderCard(charge, intent), type: "card" },
    receipt_email: data.receipt_email ?? null,
    receipt_number: null,
    receipt_url: charge.failure ? null : `${world.pageUrl()}/receipts/${charge.id}`,
    refunded: charge.amountRefunded === charge.amount,
    review: null,
    shipping: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: data.statement_descriptor_suffix ?? null,
    status: charge.failure ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

function renderOutcome(failure: CardError | null): object {
  const reason = failure && (failure.declineCode ?? failure.code);
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: failure ? "05" : null,
    network_status: failure ? "declined_by_network" : "approved_by_network",
    reason,
    risk_level: "normal",
    risk_score: 12,
    seller_message: failure
      ? "The bank did not return any further details with this decline."
      : "Payment complete.",
    type: failure ? "issuer_declined" : "authorized",
  };
}

function renderCard(charge: Charge, intent: Intent): object {
  const { card, captureBefore } = charge;
  return {
    amount_authorized: charge.failure ? null : charge.amount,
    authorization_code: charge.failure ? null : "123456",
    brand: card.brand,
    ...(captureBefore === null ? {} : { capture_before: captureBefore }),
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: card.decline?.code === "incorrect_cvc" ? "fail" : "pass",
    },
    country: "US",
    exp_month: 12,
    exp_year: 2034,
    extended_authorization: { status: "disabled" },
    fingerprint: `fp${card.number.slice(-14)}`,
    funding: "credit",
    incremental_authorization: { status: "unavailable" },
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    multicapture: { status: intent.multicapture ? "available" : "unavailable" },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: "104102978678771",
    overcapture: { maximum_amount_capturable: charge.amount, status: "unavailable" },
    regulated_status: "unregulated",
    three_d_secure: charge.authenticated ? renderThreeDSecure(card) : null,
    wallet: null,
  };
}

function renderThreeDSecure(card: TestCard): object {
  return {
    authentication_flow: "challenge",
    electronic_commerce_indicator: card.brand === "mastercard" ? "02" : "05",
    exemption_indicator: null,
    result: "authenticated",
    result_reason: null,
    transaction_id: "6c6cf2f4-7d4b-4f5a-9a9e-6f3f2b8d1c11",
    version: "2.2.0",
  };
}
