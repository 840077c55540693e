"""Calls Kassa and verifies its webhooks, with the standard library only."""

import base64
import hashlib
import hmac
import json
import re
import sys
import time
import urllib.error
import urllib.request

ATTEMPTS = 4
TIMEOUT_SECONDS = 10
LONGEST_WAIT_SECONDS = 10
# Webhooks older or newer than this are refused, so that nobody can send a recorded one again.
TOLERANCE_SECONDS = 300


class KassaError(Exception):
    """Kassa refused a request or did not answer. `problem` has a stable code and says what to change."""

    def __init__(self, status, problem):
        super().__init__(f"{status} {problem.get('code')}: {problem.get('detail')}")
        self.status = status
        self.problem = problem


def create_session(url, key, session, idempotency_key):
    """Creates a checkout session. With the same idempotency key Kassa returns the same session, so repeating the
    call is safe."""
    for attempt in range(1, ATTEMPTS + 1):
        status, retry_after, body = _post(f"{url}/api/checkout/sessions", key, session, idempotency_key)
        if status == 200:
            return body
        if attempt == ATTEMPTS or not _may_retry(status, body):
            raise KassaError(status, body)
        time.sleep(_wait_seconds(retry_after, attempt))


def _post(url, key, body, idempotency_key):
    """Returns status, Retry-After and the parsed body. The status is 0 if no response came in time."""
    request = urllib.request.Request(
        url,
        data=json.dumps(body).encode(),
        headers={
            "Authorization": f"Bearer {key}",
            "Content-Type": "application/json",
            "Idempotency-Key": idempotency_key,
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
            return response.status, None, _read_json(response.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers.get("Retry-After"), _read_json(error.read())
    except OSError as error:
        print(f"No response from Kassa: {error}", file=sys.stderr)
        return 0, None, {"code": "no_response", "detail": str(error)}


def _read_json(text):
    """A proxy in front of Kassa may answer with HTML."""
    try:
        return json.loads(text)
    except ValueError:
        return {"code": "not_json", "detail": text[:200].decode(errors="replace")}


def _may_retry(status, body):
    return status == 0 or status == 429 or status >= 500 or body.get("code") == "idempotency_key_in_flight"


def _wait_seconds(retry_after, attempt):
    wanted = int(retry_after) if retry_after and retry_after.isdigit() else 0.5 * 2 ** (attempt - 1)
    return min(wanted, LONGEST_WAIT_SECONDS)


def verify_webhook(headers, body, secret):
    """Returns the event of a genuine webhook, and None for any other request. Standard Webhooks signs
    "<id>.<timestamp>.<body>" with HMAC-SHA256."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    signatures = headers.get("webhook-signature", "")
    if not message_id or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return None
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return None
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # While a secret is rotated there are two signatures, separated by a space.
    genuine = any(hmac.compare_digest(each.encode(), expected.encode()) for each in signatures.split(" "))
    return json.loads(body) if genuine else None
