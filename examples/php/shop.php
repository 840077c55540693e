<?php

declare(strict_types=1);

/** A shop that sells a mug through Kassa. Needs PHP 8.1 or later: php -S localhost:3000 shop.php */

require __DIR__ . '/kassa.php';
require __DIR__ . '/orders.php';

const ORDER_ID = '/^[0-9a-f-]{36}$/D';

$port = $_SERVER['SERVER_PORT'];
$shop = "http://localhost:$port";
$orders = new Orders(getenv('ORDERS_FILE') ?: 'orders.json');
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$order = preg_filter('{^/orders/}', '', $path) ?? '';

try {
    match ("{$_SERVER['REQUEST_METHOD']} $path") {
        'GET /' => page(200, buyForm(newOrderId(), 'Buy for €25.99')),
        'POST /checkout' => checkOut($orders, $shop, $_POST['order'] ?? ''),
        'POST /webhooks/kassa' => receive($orders),
        default => showOrder($orders, $order),
    };
} catch (Throwable $error) {
    // After a 500 Kassa sends the webhook again.
    error_log((string) $error);
    http_response_code(500);
}

/** Sends the customer to the payment page. The order's id is the idempotency key: an order has one session. */
function checkOut(Orders $orders, string $shop, mixed $order): void
{
    if (!is_string($order) || !preg_match(ORDER_ID, $order)) {
        page(400, 'This order is incomplete.');
        return;
    }
    $orders->place($order);
    $session = [
        'amount' => 2599, // cents; prices never come from the browser
        'currency' => 'EUR',
        'lineItems' => [['name' => 'Enamel mug', 'quantity' => 1, 'unitAmount' => 2599]],
        'successUrl' => "$shop/orders/$order?returned",
        'cancelUrl' => "$shop/orders/$order",
        'clientReferenceId' => $order,
    ];
    try {
        $created = createSession(setting('KASSA_URL'), setting('KASSA_KEY'), $session, $order);
        // A session that is complete or expired has no payment page any more.
        header('Location: ' . ($created['url'] ?? "$shop/orders/$order"), true, 303);
    } catch (KassaError $error) {
        error_log("$error->status " . json_encode($error->problem));
        page(502, '<p>The payment can’t be started just now.</p>' . buyForm($order, 'Try again'));
    }
}

function receive(Orders $orders): void
{
    $event = verifyWebhook(
        $_SERVER['HTTP_WEBHOOK_ID'] ?? '',
        $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '',
        $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '',
        file_get_contents('php://input'),
        setting('KASSA_WEBHOOK_SECRET'),
    );
    if ($event === null) {
        http_response_code(400);
        return;
    }
    $state = stateAfter($event);
    $order = $event['data']['object']['clientReferenceId'] ?? null;
    if ($state !== null && $order !== null && $orders->apply($event, $order, $state)) {
        error_log("Fulfilled $order");
    }
    http_response_code(204);
}

/** What an event makes of its order. The money decides, not the customer's return. */
function stateAfter(array $event): ?string
{
    return match ($event['type']) {
        'checkout.session.completed' => $event['data']['object']['paymentStatus'] === 'paid' ? 'paid' : 'processing',
        'checkout.session.async_payment_succeeded' => 'paid',
        'checkout.session.async_payment_failed' => 'failed',
        'checkout.session.expired' => 'expired',
        default => null,
    };
}

function showOrder(Orders $orders, string $order): void
{
    $found = $orders->find($order);
    if ($found === null) {
        page(404, 'Not found.');
        return;
    }
    ['state' => $state, 'parcels' => $parcels] = $found;
    $waits = $state === 'unpaid' && isset($_GET['returned']);
    $refresh = $waits ? '<meta http-equiv="refresh" content="1">' : '';
    $again = $state === 'unpaid' && !$waits ? buyForm($order, 'Continue to payment') : '';
    page(200, "$refresh<p>Order $order: $state</p><p>Parcels: $parcels</p>$again");
}

/** A random id with the shape of a UUID. */
function newOrderId(): string
{
    return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex(random_bytes(16)), 4));
}

function setting(string $name): string
{
    return getenv($name) ?: throw new RuntimeException("Set $name. The README says where it comes from.");
}

function buyForm(string $order, string $label): string
{
    return "<form method=\"post\" action=\"/checkout\"><input type=\"hidden\" name=\"order\" value=\"$order\">"
        . "<button>$label</button></form>";
}

function page(int $status, string $content): void
{
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    header('Cache-Control: no-store');
    echo "<!doctype html><html lang=\"en\"><title>Mug shop</title><h1>Mug shop</h1>$content</html>";
}
