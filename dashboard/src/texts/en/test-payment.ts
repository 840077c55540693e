export const testPayment = {
  "test-payment.title": "Test payment",
  "test-payment.help-sandbox":
    "Pay once at this account, as your customers will, and see whether it works. No money moves.",
  "test-payment.help-live":
    "Pay a small amount at this account with your own card, before your customers pay there. Real money moves. You can refund it here afterwards.",
  "test-payment.incomplete": "First add what is missing above.",
  "test-payment.disabled": "The account is disabled: it gets your test payment, and nothing from customers.",
  "test-payment.enable": "Enable the account above, and your customers can pay there, too.",
  "test-payment.countries":
    "The account is for customers in {countries}. You can pay there only from one of these countries.",
  "test-payment.make": "Make a test payment",
  "test-payment.again": "Make another test payment",
  "test-payment.effect-live":
    "You will pay {amount} at {label}, on the payment page in another tab. The provider may keep its fee when you refund it.",
  "test-payment.go-on": "Go on to pay {amount}",
  "test-payment.waiting": "Waiting until you have paid {amount}",
  "test-payment.waiting-help":
    "The payment page is open in another tab. If it isn’t, open it here. This card shows what comes of it.",
  "test-payment.processing": "{amount} is being paid",
  "test-payment.declined": "{amount} wasn’t paid",
  "test-payment.paid": "{amount} was paid, so the account works",
  "test-payment.refunded": "{amount} was paid and refunded, so the account works",
  "test-payment.expired": "The last test payment of {amount} was ended without being paid",
  "test-payment.check-provider":
    "Check the credentials here, and at the provider whether your account is activated and takes this currency and amount.",
  "test-payment.check-card":
    "The provider has answered, so the connection works. Pay again, with another card if you can.",
  "test-payment.open": "Open the payment page",
  "test-payment.end": "End it",
  "test-payment.show": "Show the payment",
  "test-payment.refund": "Refund the test payment",
  "test-payment.refunding": "{amount} is being refunded. The provider hasn’t confirmed it yet.",
} as const;
