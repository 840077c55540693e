"""What schemathesis needs to know of Kassa: how files are sent, and which refusals no schema can foresee."""

import schemathesis

# An image of one pixel: a valid file, but too small for a logo.
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000a49444154789c6300010000050001"
    "0d0a2db40000000049454e44ae426082"
)

for media_type in (
    "application/octet-stream",
    "application/pdf",
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/svg+xml",
):

    @schemathesis.serializer(media_type)
    def send_a_file(ctx, value):
        return value if isinstance(value, bytes) else PNG


@schemathesis.hook
def map_body(context, body):
    """JSON Schema takes 8678.0 for an integer; Kassa takes whole numbers that are written as such (decision 0009)."""
    if isinstance(body, dict):
        return {name: map_body(context, value) for name, value in body.items()}
    if isinstance(body, list):
        return [map_body(context, value) for value in body]
    return int(body) if isinstance(body, float) and body.is_integer() else body


# Rules that JSON Schema can't express: sums, times relative to now, fields that exclude each other, characters that no text
# may contain, and rules that depend on stored data.
BEYOND_SCHEMAS = {
    "amount_invalid",
    "clock_not_allowed",
    "clock_not_found",
    "clock_time_invalid",
    "connector_account_not_found",
    "connector_account_unsuitable",
    "currency_invalid",
    "credentials_invalid",
    "credentials_refused",
    "cursor_invalid",
    "expires_at_invalid",
    "file_invalid",
    "idempotency_key_reused",
    "json_too_deep",
    "line_items_mismatch",
    "locale_invalid",
    "metadata_invalid",
    "pan_in_field",
    "payment_methods_unsuitable",
    "settlement_report_invalid",
    "statement_invalid",
    "text_invalid",
    "url_forbidden",
    "url_invalid",
    "url_not_allowed",
}


# Fields whose allowed values depend on something else: a comma-separated list of event types, and the status "paused", which is
# accepted only for an endpoint that is paused already.
NAMES = {
    ("/api/events", "type"),
    ("/api/webhook-endpoints/{id}", "/status"),
    # JSON in a query, and the id of an account that has to exist.
    ("/api/bank-statements", "csvMapping"),
    ("/api/bank-statements", "account"),
    ("/api/bank-refund-files", "/account"),
    ("/api/settlements", "account"),
}

# Reports, of a month or of two days in order.
REPORTS = "/api/reports/"

# Resources whose type decides which of the other fields they have, and what these may hold.
TYPED = ("/api/bank-accounts", "/api/connector-accounts")

# What customers may change of the amount: bounds lie around each other, codes differ, a discount leaves something, and tips have one kind.
AMOUNTS = ("/promotionCodes", "/tips", "/lineItems", "/adjustments")

# What the payment page asks for: the type of a custom field decides which others it has, fields exclude each other, and countries exist.
COLLECT = "/collect/"


@schemathesis.check
def refused_only_for_what_a_schema_cannot_say(ctx, response, case):
    """A request that fits the document may be refused with 400 or 422 only by a code in BEYOND_SCHEMAS."""
    if case.meta is None or case.meta.generation.mode.is_negative:
        return
    if response.status_code not in (400, 422):
        return
    problem = response.json()
    for fault in problem.get("errors", [problem]):
        is_known = fault["code"] in BEYOND_SCHEMAS or (case.path, fault.get("param")) in NAMES
        is_known = is_known or case.path.startswith(TYPED)
        is_known = is_known or (fault.get("param") or "").startswith(COLLECT)
        is_known = is_known or (fault.get("param") or "").startswith(AMOUNTS)
        is_known = is_known or (case.path.startswith(REPORTS) and fault["code"] == "parameter_invalid")
        assert is_known, f"a request that fits its schema was refused: {problem}"
