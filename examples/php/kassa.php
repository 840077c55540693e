<?php

declare(strict_types=1);

/** Calls Kassa and verifies its webhooks, without extensions. */

const ATTEMPTS = 4;
const TIMEOUT_SECONDS = 10;
const LONGEST_WAIT_SECONDS = 10;
/** Webhooks older or newer than this are refused, so that nobody can send a recorded one again. */
const TOLERANCE_SECONDS = 300;

/** Kassa refused a request or did not answer. `problem` has a stable code and says what to change. */
final class KassaError extends Exception
{
    public function __construct(public readonly int $status, public readonly array $problem)
    {
        parent::__construct("$status " . ($problem['code'] ?? '') . ': ' . ($problem['detail'] ?? ''));
    }
}

/**
 * Creates a checkout session. With the same idempotency key Kassa returns the same session, so repeating the call is
 * safe.
 */
function createSession(string $url, string $key, array $session, string $idempotencyKey): array
{
    for ($attempt = 1; ; $attempt++) {
        [$status, $retryAfter, $body] = post("$url/api/checkout/sessions", $key, $session, $idempotencyKey);
        if ($status === 200) {
            return $body;
        }
        if ($attempt === ATTEMPTS || !mayRetry($status, $body)) {
            throw new KassaError($status, $body);
        }
        usleep((int) (1_000_000 * waitSeconds($retryAfter, $attempt)));
    }
}

/** Returns status, Retry-After and the parsed body. The status is 0 if no response came in time. */
function post(string $url, string $key, array $body, string $idempotencyKey): array
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => [
            "Authorization: Bearer $key",
            'Content-Type: application/json',
            "Idempotency-Key: $idempotencyKey",
        ],
        'content' => json_encode($body, JSON_THROW_ON_ERROR),
        'timeout' => TIMEOUT_SECONDS,
        // Also read the bodies of 4xx and 5xx: they say what is wrong.
        'ignore_errors' => true,
        'follow_location' => 0,
    ]]);
    $text = @file_get_contents($url, false, $context);
    if ($text === false || !preg_match('{^HTTP/\S+ (\d+)}', $http_response_header[0] ?? '', $found)) {
        $detail = error_get_last()['message'] ?? 'The connection broke.';
        error_log("No response from Kassa: $detail");
        return [0, null, ['code' => 'no_response', 'detail' => $detail]];
    }
    $retryAfter = preg_filter('/^Retry-After:\s*(\d+)$/i', '$1', $http_response_header);
    // A proxy in front of Kassa may answer with HTML.
    $parsed = json_decode($text, true) ?? ['code' => 'not_json', 'detail' => substr($text, 0, 200)];
    return [(int) $found[1], $retryAfter === [] ? null : (int) reset($retryAfter), $parsed];
}

function mayRetry(int $status, array $body): bool
{
    return $status === 0 || $status === 429 || $status >= 500
        || ($body['code'] ?? '') === 'idempotency_key_in_flight';
}

function waitSeconds(?int $retryAfter, int $attempt): float
{
    return min($retryAfter ?? 0.5 * 2 ** ($attempt - 1), LONGEST_WAIT_SECONDS);
}

/**
 * Returns the event of a genuine webhook, and null for any other request. Standard Webhooks signs
 * "<id>.<timestamp>.<body>" with HMAC-SHA256.
 */
function verifyWebhook(string $id, string $timestamp, string $signatures, string $body, string $secret): ?array
{
    if ($id === '' || !preg_match('/^\d{1,12}$/D', $timestamp)) {
        return null;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return null;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // While a secret is rotated there are two signatures, separated by a space.
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals($expected, $signature)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    return null;
}
