export const customers = {
  "customers.title": "Customers",
  "customers.help": "By e-mail address: what they paid, and their data to hand over or to erase.",
  "customers.search-hint": "The beginning of an e-mail address, of a last name in it, or of its domain",
  "customers.none": "No customers yet",
  "customers.none-help": "Whoever pays with an e-mail address appears here.",
  "customers.none-found": "No customer matches",
  "customers.latest": "Latest payment",
  "customers.back": "All customers",
  "customers.export": "Export data",
  "customers.erase": "Erase",
  "customers.no-payments": "No payments",
  "customers.no-payments-help": "Nothing was paid with this address in this mode, or it was erased.",
  "customers.sums": "In all",
  "customers.sums-listed": "The payments listed below",
  "customers.erase-title": "Erase {email}?",
  "customers.erase-help":
    "Names, addresses and texts of this customer are removed from sandbox and live data, for good. Amounts, ids and times stay, for your books.",
  "customers.erase-type": "Type {email} to confirm",
  "customers.close": "Close",
  "customers.erased":
    "Erased: {sessions, plural, one {# session} other {# sessions}}, {payments, plural, one {# payment} other {# payments}}.",
  "customers.kept-receipts":
    "{count, plural, one {# receipt is kept, because the law asks for it.} other {# receipts are kept, because the law asks for them.}}",
  "customers.kept-files":
    "{count, plural, one {# file of a dispute may name the customer. Look at it.} other {# files of disputes may name the customer. Look at them.}}",
  "customers.kept-refunds":
    "{count, plural, one {# refund still has to be sent, and loses the payee then.} other {# refunds still have to be sent, and lose the payee then.}}",
} as const;
