/** The tags, by the prefix of their paths. */
export const tags = [
  {
    name: "Checkout sessions",
    description: "One call creates a session; its `url` is the payment page.",
    prefix: "/api/checkout/",
  },
  {
    name: "Payment links",
    description: "Reusable links with which many customers can pay.",
    prefix: "/api/payment-links",
  },
  {
    name: "Payments",
    description: "A session's payment: the amounts authorized, captured and refunded.",
    prefix: "/api/payments",
  },
  {
    name: "Exports",
    description: "All payments that match filters, as a file that is created in the background.",
    prefix: "/api/exports",
  },
  {
    name: "Refunds",
    description: "Captured money that is returned to the customer.",
    prefix: "/api/refunds",
  },
  {
    name: "Disputes",
    description: "Payments that customers dispute at their banks, your evidence, and the outcome.",
    prefix: "/api/disputes",
  },
  {
    name: "Balance",
    description: "Where the merchant's money is, and the balance of every ledger account.",
    prefix: "/api/balance",
  },
  {
    name: "Ledger",
    description: "The double-entry ledger: the entries of each movement of money.",
    prefix: "/api/ledger/",
  },
  {
    name: "Settlements",
    description: "The payouts of your PSPs, and everything that the PSPs have booked.",
    prefix: "/api/settlement",
  },
  {
    name: "Reports",
    description: "Payments, refunds, disputes, fees and payouts of a month, for your accountants.",
    prefix: "/api/reports",
  },
  { name: "Events", description: "Records of changes, kept for 90 days.", prefix: "/api/events" },
  {
    name: "Webhook endpoints",
    description: "The URLs that events are sent to, and the deliveries to them.",
    prefix: "/api/webhook-endpoints",
  },
  {
    name: "Connector accounts",
    description: "Your accounts at PSPs: credentials, rotation and checks.",
    prefix: "/api/connector-accounts",
  },
  {
    name: "Routing",
    description: "Which connector account a payment would use, and why.",
    prefix: "/api/routing",
  },
  {
    name: "Settings",
    description: "How the payment page looks: name, contact, language, colour, logo.",
    prefix: "/api/settings",
  },
  {
    name: "Bank accounts",
    description: "The accounts on which you take bank transfers.",
    prefix: "/api/bank-accounts",
  },
  {
    name: "Bank statements",
    description: "Files of bank statements that you import.",
    prefix: "/api/bank-statements",
  },
  {
    name: "Bank entries",
    description: "The movements on your bank accounts, as imported statements report them.",
    prefix: "/api/bank-entries",
  },
  {
    name: "Expected transfers",
    description:
      "Bank transfers that customers were asked to make, and the amount that has arrived for each.",
    prefix: "/api/expected-transfers",
  },
  {
    name: "Bank refunds",
    description: "Money that you send back to payers of bank transfers, and files of it for your bank.",
    prefix: "/api/bank-refund",
  },
  {
    name: "Sandbox clocks",
    description: "Clocks that you advance, to test in seconds what takes days.",
    prefix: "/api/sandbox/clocks",
  },
] as const;
