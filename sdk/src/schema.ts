/** Generated from openapi.json by `npm run generate`. */

export interface paths {
    "/api/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the balance
         * @description Where your money is, in each currency and at each connector account: pending, available, in transit or paid out. And the balance of every account of the ledger.
         */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bank-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bank accounts, newest first
         * @description The accounts of the key's mode, disabled ones included.
         */
        get: operations["listBankAccounts"];
        put?: never;
        /**
         * Create a bank account
         * @description An account of yours on which you take bank transfers. Send the fields that identify it, by its type.
         */
        post: operations["createBankAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bank-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a bank account
         * @description One account of the key's mode.
         */
        get: operations["getBankAccount"];
        put?: never;
        /**
         * Change, enable or disable a bank account
         * @description Fields that you don't send stay unchanged. The identifying fields can't be changed: create another account for another IBAN.
         */
        post: operations["updateBankAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bank-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List movements on bank accounts
         * @description The entries of imported bank statements. Those that were stored last come first.
         */
        get: operations["listBankEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bank-entries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a bank entry
         * @description The entry with its purpose. An entry that is open for your decision has suggestions.
         */
        get: operations["getBankEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bank-entries/{id}/ignore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ignore a bank entry
         * @description Says that the money is for no expected transfer, such as a deposit of your own.
         */
        post: operations["ignoreBankEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bank-entries/{id}/match": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Match a bank entry to an expected transfer
         * @description Says what money is for that Kassa couldn't assign. Your rules for amounts apply; late money is accepted.
         */
        post: operations["matchBankEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bank-entries/{id}/unmatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the match of a bank entry
         * @description Undoes a match, or the decision to ignore the entry. The entry is then open for a decision again. A match that has paid a transfer can't be undone.
         */
        post: operations["unmatchBankEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bank-refund-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List files of bank refunds, newest first
         * @description The files of bank refunds for your bank.
         */
        get: operations["listBankRefundFiles"];
        put?: never;
        /**
         * Create a file of the waiting bank refunds
         * @description A pain.001.001.09 with up to 1,000 refunds of the account, oldest first. If the database may have been restored since they were requested, confirm with `unsentConfirmed` that your bank has none of them. Download the file at `/content`, send it to your bank, and set its status to `sent`.
         */
        post: operations["createBankRefundFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bank-refund-files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file of bank refunds
         * @description What is in the file, and whether you sent it. Its XML is at `/content`.
         */
        get: operations["getBankRefundFile"];
        put?: never;
        /**
         * Mark a file of bank refunds as sent, or cancel it
         * @description After it is sent, a statement confirms each refund by its EndToEndId.
         */
        post: operations["updateBankRefundFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bank-refund-files/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file of bank refunds
         * @description The XML to hand to your bank.
         */
        get: operations["getBankRefundFileContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bank-refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bank refunds, newest first
         * @description Money that you have to send back to payers of bank transfers.
         */
        get: operations["listBankRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bank-refunds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a bank refund
         * @description Money that you have to send back to a payer, with its status.
         */
        get: operations["getBankRefund"];
        put?: never;
        /**
         * Set a bank refund's payee, or its status if you sent it yourself
         * @description You send and confirm refunds yourself if the account has no IBAN, or if your statements don't contain the EndToEndId.
         */
        post: operations["updateBankRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bank-statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports of bank statements, newest first
         * @description The imported files, with the number of new entries.
         */
        get: operations["listStatementImports"];
        put?: never;
        /**
         * Import a bank statement
         * @description The body is the file itself: camt.052, camt.053, camt.054, MT940, MT942 or CSV, at most 100 MB. All its accounts have to be bank accounts of yours. One fault refuses the whole file. Send a file as often as you like, and files that overlap: known entries aren't stored twice, so an `Idempotency-Key` adds nothing. If storing a large file takes longer than 45 seconds, the response has the status `storing`: get the import until it is `completed`.
         */
        post: operations["importBankStatement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bank-statements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an import of a bank statement
         * @description The import with the balances of its statements and the warnings about its file.
         */
        get: operations["getStatementImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List checkout sessions, newest first
         * @description The sessions of the key's mode, a page at a time. Filters narrow the list.
         */
        get: operations["listCheckoutSessions"];
        put?: never;
        /**
         * Create a checkout session
         * @description Creates a session and returns the URL of its payment page. Send an Idempotency-Key, so that you can repeat the call safely.
         */
        post: operations["createCheckoutSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a checkout session
         * @description The current session. With `expand=payment` it includes its payment.
         */
        get: operations["getCheckoutSession"];
        put?: never;
        /**
         * Change the metadata of a checkout session
         * @description Merges metadata by key. Nothing else in a session can be changed.
         */
        post: operations["updateCheckoutSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/sessions/{id}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Expire an open checkout session
         * @description After this call the session can't be paid. While a payment is in progress, the call fails with 409.
         */
        post: operations["expireCheckoutSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/sessions/{id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed receipt of a paid checkout session
         * @description Always returns the same bytes, even after refunds. The receipt is available once the session's `paymentStatus` is `paid`: money was captured, and nothing is left to capture.
         */
        get: operations["getReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connector-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connector accounts, newest first
         * @description The accounts of the key's mode, a page at a time. Credentials are not shown.
         */
        get: operations["listConnectorAccounts"];
        put?: never;
        /**
         * Create a connector account
         * @description Stores your credentials at a PSP, in the mode of the API key, after the PSP has accepted them. If a credential for notifications is missing, the account is disabled until it is there and you enable it. With the status `disabled`, you can make a test payment before customers get it.
         */
        post: operations["createConnectorAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connector-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a connector account
         * @description The account without its credentials, which are never shown.
         */
        get: operations["getConnectorAccount"];
        put?: never;
        /**
         * Change, enable or disable a connector account
         * @description Fields that you don't send stay unchanged. Settings can't be changed.
         */
        post: operations["updateConnectorAccount"];
        /**
         * Delete a connector account
         * @description Only an account that was never enabled can be deleted. Disable any other.
         */
        delete: operations["deleteConnectorAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connector-accounts/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a connector account's credentials
         * @description Asks the PSP whether the stored credentials still work.
         */
        post: operations["checkConnectorAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connector-accounts/{id}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add or rotate a connector account's credentials
         * @description Kassa first tries the new credentials at the PSP. It accepts notifications signed with the previous ones for 7 more days, or as long as `overlapHours` says.
         */
        post: operations["rotateConnectorCredentials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connector-accounts/{id}/register-notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register the notification address at the PSP
         * @description Makes a webhook endpoint at Stripe and stores its signing secret. At other PSPs you enter `notificationUrl` in the dashboard.
         */
        post: operations["registerConnectorNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List disputes, newest first
         * @description The disputes of the key's mode, a page at a time. Filters narrow the list.
         */
        get: operations["listDisputes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/disputes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a dispute
         * @description The current dispute, with its saved evidence.
         */
        get: operations["getDispute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/disputes/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a chargeback
         * @description The customer keeps the money. This can't be undone.
         */
        post: operations["acceptDispute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/disputes/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save evidence, and send it to the bank
         * @description You can save evidence as often as you like while the dispute needs a response. With `submit` it is sent to the bank, once. If the PSP doesn't respond, `pendingAction` is set, and Kassa sends the evidence again until it has arrived or is refused.
         */
        post: operations["provideDisputeEvidence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/disputes/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file for a dispute's evidence
         * @description The body is the file itself: PDF, PNG or JPEG, at most 5 MB. With `application/octet-stream` the type is determined from its bytes. The file becomes part of the evidence and is sent to the bank with it.
         */
        post: operations["uploadDisputeFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/disputes/{id}/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file of a dispute
         * @description The content of the file. Its media type is in the dispute's `files`.
         */
        get: operations["getDisputeFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events, newest first
         * @description The events of the last 90 days.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description The event, with its object as it was at the time of the event. Events are kept for 90 days.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event to webhook endpoints again
         * @description Resends any event, even if its earlier delivery succeeded or was canceled. The webhook-id stays the same. Returns the new deliveries.
         */
        post: operations["resendEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/expected-transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List expected transfers, newest first
         * @description The bank transfers that customers were asked to make, with the amount that has arrived for each.
         */
        get: operations["listExpectedTransfers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/expected-transfers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an expected transfer
         * @description The transfer with the instructions that its customer was given.
         */
        get: operations["getExpectedTransfer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports, newest first
         * @description The exports of the last 7 days; older ones are deleted.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Export payments
         * @description Creates a file of all payments that match the filters, newest first, in the background. Get the export until its `status` is `completed`, then download its content.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export
         * @description The export with the number of rows so far and the day that it has reached.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        /**
         * Delete an export
         * @description Deletes the export with its content. An export in progress is cancelled.
         */
        delete: operations["deleteExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exports/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an export
         * @description The file, which is written while it is sent. Amounts are in major units, times in UTC. In CSV, a text that a spreadsheet would run as a formula begins with an apostrophe.
         */
        get: operations["downloadExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/differences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what keeps a month from being closed
         * @description The current differences from the PSPs, in this month and since the last closed month before it. Also the accounts whose imports haven't reached the month's end: until they have, there may be more differences.
         */
        get: operations["listLedgerDifferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ledger's entries, newest first
         * @description The entries of all movements of money. They are never changed or deleted.
         */
        get: operations["listLedgerEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/entries.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the ledger's entries as CSV
         * @description All entries in posting order, without paging: a header and one line per entry (RFC 4180). The columns are the
         *     fields of a LedgerEntry and amountDecimal, the amount in major units.
         */
        get: operations["exportLedgerEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/periods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the closed months, the last one first
         * @description All months that were ever closed. Months before the first one are closed with it.
         */
        get: operations["listLedgerPeriods"];
        put?: never;
        /**
         * Close a month of the ledger
         * @description Nothing is posted with a time in it any more: what is learned later is posted in the open month. Months are closed one after the other, once they are over.
         */
        post: operations["closeLedgerPeriod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/periods/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reopen the last closed month
         * @description For a month that was closed by mistake. The audit log records it with the reason. Reports of the month can change afterwards.
         */
        post: operations["reopenLedgerPeriod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links, newest first
         * @description The payment links of the key's mode, a page at a time.
         */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description A page at which any number of customers can pay, or as many as you allow. Each customer gets a separate checkout session when they start to pay.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment link
         * @description The current link, with the number of its completed sessions.
         */
        get: operations["getPaymentLink"];
        put?: never;
        /**
         * Change, activate or deactivate a payment link
         * @description Fields that you don't send stay unchanged. You can't change what is sold: create another link. Sessions that customers have started stay unchanged.
         */
        post: operations["updatePaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or search payments, newest first
         * @description A payment is created when the customer first tries to pay.
         */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment
         * @description The payment with its attempts, its newest refunds and its disputes.
         */
        get: operations["getPayment"];
        put?: never;
        /**
         * Change the metadata of a payment
         * @description Merges metadata by key. A payment begins with its session's metadata.
         */
        post: operations["updatePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture an authorized payment, all or a part
         * @description Returns the payment once the PSP has captured the amount. If the PSP doesn't respond in time, the amount is in `amountCapturePending`, and the event `payment.captured` or `payment.capture_failed` reports the outcome.
         */
        post: operations["capturePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notes of a payment, newest first
         * @description What your staff and programs have written about the payment. Customers never see it.
         */
        get: operations["listPaymentNotes"];
        put?: never;
        /**
         * Write a note about a payment
         * @description The note has the name of its author: the person in the dashboard, or the API key. It can't be changed, only deleted.
         */
        post: operations["createPaymentNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a note
         * @description Deletes the note permanently. The audit log records who deleted it, but not the text.
         */
        delete: operations["deletePaymentNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept or return a charge that differs from the request
         * @description Only for a payment with the status `needs_review`; `amountReceived` is the amount that the PSP approved. Returned money is refunded: the refund may still be pending when this call returns, and the event `refund.succeeded` reports its success. A mere authorization is released instead, without an event.
         */
        post: operations["reviewPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put tags on a payment, or take them off
         * @description Upper and lower case are different. `GET /api/payments?tag=…` lists the payments with a tag.
         */
        post: operations["tagPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release the rest of an authorization
         * @description Returns the payment once the PSP has released the authorization. If the PSP doesn't respond in time, the payment still shows the amount as capturable, and the event `payment.voided` or `payment.void_failed` reports the outcome.
         */
        post: operations["voidPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds, newest first
         * @description The refunds of the key's mode, a page at a time. Filters narrow the list.
         */
        get: operations["listRefunds"];
        put?: never;
        /**
         * Refund a payment, all or a part
         * @description Returns the refund, which may still be pending: a PSP can take days to decide, and an event reports its decision. Send an Idempotency-Key, so that you can retry after a lost response without refunding twice.
         */
        post: operations["createRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/refunds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a refund
         * @description The current refund. If it failed, `failureReason` says why.
         */
        get: operations["getRefund"];
        put?: never;
        /**
         * Change the metadata of a refund
         * @description Merges metadata by key. Nothing else in a refund can be changed.
         */
        post: operations["updateRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the report of disputes
         * @description What banks withdrew in disputes and gave back, the fees, and what was lost. By the date of the ledger's transactions, for a month or for days, in UTC, as JSON, CSV or XLSX.
         *     A report over closed months never changes.
         */
        get: operations["getDisputesReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the report of fees
         * @description What PSPs charged: fees of payments, refunds and disputes, and fees apart from them. Positive amounts are costs. By the date of the ledger's transactions, for a month or for days, in UTC, as JSON, CSV or XLSX.
         *     A report over closed months never changes.
         */
        get: operations["getFeesReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the report of payments
         * @description What payments have brought: captured amounts, and late funds. Negative amounts are captures that failed later. By the date of the ledger's transactions, for a month or for days, in UTC, as JSON, CSV or XLSX.
         *     A report over closed months never changes.
         */
        get: operations["getPaymentsReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the report of payouts
         * @description What PSPs paid out, and what of it arrived at the bank. By the date of the ledger's transactions, for a month or for days, in UTC, as JSON, CSV or XLSX.
         *     A report over closed months never changes.
         */
        get: operations["getPayoutsReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the report of refunds
         * @description What was refunded: negative amounts, and positive ones where a refund was sent back. By the date of the ledger's transactions, for a month or for days, in UTC, as JSON, CSV or XLSX.
         *     A report over closed months never changes.
         */
        get: operations["getRefundsReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/routing/simulation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Simulate which connector account a payment would use
         * @description Returns the accounts at which Kassa would try a payment, in order, and why it would pass over the others. It uses the current rules, stores nothing and calls no PSP.
         */
        get: operations["simulateRouting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sandbox/clocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List clocks, newest first
         * @description Returns the sandbox clocks, one page at a time.
         */
        get: operations["listSandboxClocks"];
        put?: never;
        /**
         * Create a sandbox clock
         * @description Sessions that are created with the clock use its time. The clock's time changes only when you advance it.
         */
        post: operations["createSandboxClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sandbox/clocks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a clock
         * @description Returns the clock and the time that it shows. `status` says whether it is being advanced.
         */
        get: operations["getSandboxClock"];
        put?: never;
        post?: never;
        /**
         * Delete a clock
         * @description The clock's sessions don't change. A clock with an open session can't be deleted.
         */
        delete: operations["deleteSandboxClock"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sandbox/clocks/{id}/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a clock's latest advance
         * @description Returns the steps that ran while the clock was advanced, in order.
         */
        get: operations["getSandboxClockAdvance"];
        put?: never;
        /**
         * Advance a clock
         * @description Runs everything that becomes due on the way, in order, and returns the steps that ran. The call returns after 20 seconds at the latest. A clock whose status is then `advancing` continues in the background.
         */
        post: operations["advanceSandboxClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings of the payment page
         * @description Each mode has separate settings: try them in the sandbox, then set them with a live key.
         */
        get: operations["getSettings"];
        put?: never;
        /**
         * Change the settings of the payment page
         * @description Settings that you don't send stay unchanged. `lateFunds` and `transferRules` also require the scope `refunds:write`. If the contrast of a brand colour is too low, buttons get a border and links the nearest shade with enough contrast; `colors` in the response says which and why.
         */
        post: operations["updateSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload the logo
         * @description The body is the picture itself: PNG, JPEG, WebP or SVG, at most 128 KiB. With `application/octet-stream` the type is detected from its bytes. It replaces the current logo.
         */
        post: operations["uploadLogo"];
        /**
         * Remove the logo
         * @description The payment page then shows only the name.
         */
        delete: operations["deleteLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settlement-lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List settlement lines, newest first
         * @description What your PSPs have booked, each matched to its payment. `status=exception` lists what Kassa can't explain. `createdAfter` and `createdBefore` are about `bookedAt`.
         */
        get: operations["listSettlementLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List settlements, newest first
         * @description The payouts of your PSPs with their lines. `createdAfter` and `createdBefore` filter by `paidOutAt`.
         */
        get: operations["listSettlements"];
        put?: never;
        /**
         * Import a PSP's settlement report
         * @description The body is the file itself, at most 32 MB: Adyen's settlement details report. Other PSPs tell Kassa by their APIs what they booked and paid out. One line that can't be read refuses the whole file. Send a file as often as you like: nothing is stored twice, so an `Idempotency-Key` adds nothing. A file with many thousands of lines takes a minute or more; if the answer is lost, the import goes on.
         */
        post: operations["importSettlementReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints, newest first
         * @description The endpoints of the key's mode, a page at a time. Secrets are not shown.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description The response contains the secret that signs webhooks. It is shown only once.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description The endpoint without its secret, which is shown only when it is created or rotated.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        /**
         * Change, enable or disable a webhook endpoint
         * @description Fields that you don't send stay unchanged.
         */
        post: operations["updateWebhookEndpoint"];
        /**
         * Delete a webhook endpoint
         * @description Its deliveries are deleted too; events are kept.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a webhook endpoint's deliveries, newest first
         * @description Each with its last request and response, and the time of the next attempt.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook endpoint's secret
         * @description For 7 days webhooks are also signed with the old secret.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook endpoint a test event
         * @description The type of the event is webhook_endpoint.test. The list of deliveries shows the result.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "checkout.session.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * checkout.session.completed
         * @description The customer has finished paying. If `paymentStatus` is `processing`, the money hasn't arrived yet.
         */
        post: operations["onCheckoutSessionCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "checkout.session.extended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * checkout.session.extended
         * @description The customer asked for more time: the open session ends 30 minutes later. `expiresAt` is the new end.
         */
        post: operations["onCheckoutSessionExtended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "checkout.session.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * checkout.session.expired
         * @description The session ended without a payment.
         */
        post: operations["onCheckoutSessionExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "checkout.session.async_payment_succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * checkout.session.async_payment_succeeded
         * @description The money of a delayed payment method arrived.
         */
        post: operations["onCheckoutSessionAsyncPaymentSucceeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "checkout.session.async_payment_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * checkout.session.async_payment_failed
         * @description A delayed payment method failed after the session was completed.
         */
        post: operations["onCheckoutSessionAsyncPaymentFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.attempt_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.attempt_failed
         * @description An attempt was declined. The session is still open: the customer can try again.
         */
        post: operations["onPaymentAttemptFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.failed
         * @description The payment failed and took no money: its last attempt was declined, and the session accepts no further attempt.
         */
        post: operations["onPaymentFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.authorized": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.authorized
         * @description The amount is authorized and can be captured.
         */
        post: operations["onPaymentAuthorized"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.captured": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.captured
         * @description The money was captured.
         */
        post: operations["onPaymentCaptured"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.capture_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.capture_failed
         * @description A capture failed: at once, or days after `payment.captured` reported it. `captures` has the reason, or the `failed` one in `attempts` if the money was captured with its approval; `amountCaptured` is what you still have, `amountCapturable` what can still be captured.
         */
        post: operations["onPaymentCaptureFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.needs_review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.needs_review
         * @description The PSP approved a different amount, currency or capture method than requested. It doesn't count as paid until you accept it; you can also return it. `amountReceived` is the approved amount.
         */
        post: operations["onPaymentNeedsReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.voided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.voided
         * @description The rest of an authorization was released: by a void, or because the authorization expired. `status` is `captured` if a part was captured before.
         */
        post: operations["onPaymentVoided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.void_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.void_failed
         * @description A void that you requested failed. The newest `failed` one in `voids` has the reason.
         */
        post: operations["onPaymentVoidFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.late_funds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.late_funds
         * @description Money arrived or was approved after Kassa had declined the attempt or expired the session. It is refunded or kept, as the setting `lateFunds` says.
         */
        post: operations["onPaymentLateFunds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.partially_funded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.partially_funded
         * @description A part of a bank transfer arrived: `amountReceived` of `amount`. The payment waits for the rest.
         */
        post: operations["onPaymentPartiallyFunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.overfunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.overfunded
         * @description A bank transfer exceeded the requested amount. The payment is captured. The surplus, counted in `amountLate`, is refunded or kept, as the setting `lateFunds` says.
         */
        post: operations["onPaymentOverfunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * refund.created
         * @description A refund was requested: by the API, by Kassa itself, or in the PSP's dashboard (`origin`). `status` says whether it has succeeded already.
         */
        post: operations["onRefundCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * refund.succeeded
         * @description The refund is on its way to the customer.
         */
        post: operations["onRefundSucceeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * refund.failed
         * @description The refund failed, or the customer's bank sent it back. The money is yours again.
         */
        post: operations["onRefundFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * dispute.opened
         * @description The customer's bank requests information about a payment, or takes the money back.
         */
        post: operations["onDisputeOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * dispute.updated
         * @description A dispute changed: evidence was sent, or an inquiry became a chargeback.
         */
        post: operations["onDisputeUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * dispute.closed
         * @description A dispute ended: won, lost, or closed without a chargeback. Sent again if it is decided otherwise later.
         */
        post: operations["onDisputeClosed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.reopened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * dispute.reopened
         * @description A dispute that had ended is open again: the customer's bank has taken the money once more, or examines it again.
         */
        post: operations["onDisputeReopened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook_endpoint.test
         * @description A test that you requested. `session` and `sequence` are null, `data.object` is the endpoint.
         */
        post: operations["onWebhookEndpointTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AccountAddress: {
            /** @description The street; empty if there is none. */
            street: string;
            /** @description The building number; empty if there is none. */
            buildingNumber: string;
            /** @description The postal code. */
            postalCode: string;
            /** @description The town. */
            town: string;
            /** @description The country's ISO 3166-1 code, such as CH. */
            country: string;
        };
        Address: {
            /** @description ISO 3166-1 alpha-2, such as DE. */
            country: string;
            /** @description Street and number, or whatever the country has in its place. */
            line1: string;
            /** @description Apartment, floor or building. */
            line2: string | null;
            /** @description The part of the city, where addresses of the country name it. */
            district: string | null;
            /** @description The city or town; null where addresses have none, as in Japan and Singapore. */
            city: string | null;
            /** @description The state, province, prefecture or the like, where addresses name it. Where the page has a list of them, the ISO 3166-2 code without the country's part, such as CA for US-CA; otherwise as it was typed. */
            region: string | null;
            /** @description The name of a region from a list, as the country writes it, such as California or 東京都. */
            regionName: string | null;
            /** @description The postcode, where there are any. */
            postalCode: string | null;
        };
        /** @description Lets the customer change the quantity on the payment page, within these bounds. */
        AdjustableQuantity: {
            /** @description The fewest; with 0 the customer can leave the item out. */
            minimum: number;
            /** @description The most. */
            maximum: number;
        };
        /** @description Lets the customer change the quantity on the payment page, within these bounds. */
        AdjustableQuantityInput: {
            /** @description The fewest; with 0 the customer can leave the item out. */
            minimum: number;
            /** @description The most. */
            maximum: number;
        };
        Adjustment: {
            /** @description The type of adjustment. */
            type: "discount" | "shipping" | "tax" | "tip" | "surcharge" | (string & {});
            /** @description The name that customers read, such as `Standard shipping` or `VAT 19%`. */
            name: string;
            /**
             * Format: int64
             * @description In minor units: 0 or less for a discount, 0 or more for all others.
             */
            amount: number;
        };
        AdjustmentInput: {
            /**
             * @description The type of adjustment.
             * @enum {string}
             */
            type: "discount" | "shipping" | "tax" | "tip" | "surcharge";
            /** @description The name that customers read, such as `Standard shipping` or `VAT 19%`. */
            name: string;
            /**
             * Format: int64
             * @description In minor units: 0 or less for a discount, 0 or more for all others.
             */
            amount: number;
        };
        AdvanceSandboxClockRequest: {
            /**
             * Format: date-time
             * @description The time to advance to: later than the clock's time, by at most two years.
             */
            to?: string;
            /** @description The duration to advance by, instead of `to`: ISO 8601, such as P30D, PT1H30M or P2W. */
            by?: string;
        };
        /**
         * Format: int64
         * @description Money in minor units of its currency: 2599 is €25.99 or ¥2,599.
         */
        Amount: number;
        AmountDetails: {
            /** @description Items and adjustments, in minor units. */
            subtotal: components["schemas"]["Amount"];
            /** @description The discount of the promotion code, in minor units. */
            discount: components["schemas"]["Amount"];
            /** @description The promotion code that the customer has entered, as you wrote it. */
            promotionCode: string | null;
            /** @description The tip, in minor units. */
            tip: components["schemas"]["Amount"];
        };
        /**
         * Format: int64
         * @description Money in minor units of its currency: 2599 is €25.99 or ¥2,599.
         */
        AmountInput: number;
        AmountLimit: {
            /** @description The smallest amount; null for the default, 1. */
            minimum: components["schemas"]["Amount"] | null;
            /** @description The largest amount; null for the default, 999999999999. */
            maximum: components["schemas"]["Amount"] | null;
        };
        AmountLimitInput: {
            /**
             * Format: int64
             * @description Default: 1.
             */
            minimum?: number | null;
            /**
             * Format: int64
             * @description Default: 999999999999.
             */
            maximum?: number | null;
        };
        AmountRange: {
            /**
             * Format: int64
             * @description null: any.
             */
            minimum?: number | null;
            /**
             * Format: int64
             * @description null: any.
             */
            maximum?: number | null;
        };
        Attempt: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "attempt";
            /** @description Begins with att_live_ or att_sandbox_; the PSP's idempotency key. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description `unknown`: the PSP hasn't reported an outcome yet. `late`: approved after Kassa had declined the attempt or the session was over; its money is late funds. `failed`: it was approved and captured, and its money failed later. */
            status: "started" | "unknown" | "action_required" | "pending" | "needs_review" | "approved" | "declined" | "late" | "failed" | (string & {});
            /** @description The PSP's connector, such as `stripe`; `sandbox` is the simulated PSP. */
            connector: string;
            /** @description The account at the PSP that holds the charge. */
            connectorAccount: string;
            /** @description The accounts that come before this one by your routing and weren't used. */
            passedOver: components["schemas"]["PassedOverAccount"][];
            /** @description How the customer tried to pay. */
            method: components["schemas"]["PaymentMethod"];
            /** @description For cards only. */
            card: components["schemas"]["Card"] | null;
            /** @description For direct debits only: the debited account. */
            bankAccount: components["schemas"]["BankAccount"] | null;
            /** @description Where the customer sends a bank transfer. */
            transferInstructions: components["schemas"]["TransferInstructions"] | null;
            /** @description The amount of a bank transfer that has arrived; it can be less or more than was requested. For a payment that needs or needed a review, the approved amount. Null before anything has arrived. */
            amountReceived: components["schemas"]["Amount"] | null;
            /** @description Why it was declined, or failed later. */
            declineReason: "generic_decline" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "incorrect_postal_code" | "incorrect_number" | "lost_card" | "stolen_card" | "fraudulent" | "card_velocity_exceeded" | "do_not_honor" | "card_not_supported" | "currency_not_supported" | "withdrawal_limit_exceeded" | "debit_not_authorized" | "account_closed" | "processing_error" | "authentication_failed" | "authentication_required" | "abandoned" | (string & {}) | null;
            /** @description The PSP's reference of the charge. */
            pspReference: string | null;
            /**
             * Format: date-time
             * @description When the customer submitted it.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was approved or declined, or last decided otherwise.
             */
            decidedAt: string | null;
        };
        Balance: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "balance";
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description One balance per currency that has entries, sorted by currency code. All amounts are in minor units. */
            currencies: components["schemas"]["CurrencyBalance"][];
        };
        BankAccount: {
            /** @description The last four characters of the IBAN. Kassa stores no more of it. */
            last4: string;
        };
        /** @description What identifies the account. */
        BankAccountType: "iban" | "qr_iban" | "uk_account" | "pix_key" | "upi_id" | (string & {});
        /**
         * @description What identifies the account.
         * @enum {string}
         */
        BankAccountTypeInput: "iban" | "qr_iban" | "uk_account" | "pix_key" | "upi_id";
        BankBatch: {
            /** @description The id of the message. */
            messageId: string | null;
            /** @description The id of the batch. */
            paymentInformationId: string | null;
            /** @description The number of transactions according to the bank. */
            transactions: number | null;
        };
        BankEntry: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "bank_entry";
            /** @description Begins with ben_live_ or ben_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The bank account's id. */
            account: string;
            /** @description The import that stored it. */
            import: string;
            /** @description Only `booked` is money on the account. */
            status: "booked" | "pending" | "information" | (string & {});
            /** @description Whether the purpose of the money is known. `unmatched`: it is open for your decision. `not_applicable`: it isn't booked, or you paid it. */
            matchStatus: "unmatched" | "matched" | "ignored" | "not_applicable" | (string & {});
            creditDebit: components["schemas"]["CreditDebit"];
            /** @description Whether it reverses an earlier entry. */
            reversal: boolean;
            /** @description In minor units. */
            amount: components["schemas"]["Amount"];
            /** @description The amount's currency. */
            currency: string;
            /** @description The day on which it was booked. */
            bookingDate: string | null;
            /** @description The day from which it counts for interest. */
            valueDate: string | null;
            /** @description The bank's reference. */
            bankReference: string | null;
            /** @description Another reference of the entry; its use differs between countries. */
            entryReference: string | null;
            /** @description The bank's id of the statement. */
            statementId: string | null;
            /** @description The kind of transaction, according to ISO 20022 and to the bank. */
            bankTransactionCode: components["schemas"]["BankTransactionCode"] | null;
            /** @description Set if the entry is one booking of several transactions. */
            batch: components["schemas"]["BankBatch"] | null;
            /** @description Additional information of the bank about the entry. */
            additionalInformation: string | null;
            /** @description The number of transactions that the bank lists for it. */
            transactions: number;
            /** @description The first 10 of these transactions. */
            details: components["schemas"]["BankTransaction"][];
            /**
             * Format: date-time
             * @description When it was stored.
             */
            createdAt: string;
        };
        BankEntryList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["BankEntry"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        BankParty: {
            /** @description The name, as the bank knows it. */
            name: string | null;
            /** @description The IBAN, or another identification of the account. */
            account: string | null;
        };
        BankRefund: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "bank_refund";
            /** @description Begins with brf_live_ or brf_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The bank account that pays it. */
            account: string;
            /** @description The transfer whose money is returned. */
            expectedTransfer: string;
            /** @description The entry whose money is returned, if it belongs to no payment; null for a refund of a payment. */
            bankEntry: string | null;
            /** @description `waiting`: in no file yet. `in_file`: it is in a file. `sent`: you sent it to the bank. `confirmed`: a statement contains it. `returned`: the money came back. */
            status: "waiting" | "in_file" | "sent" | "confirmed" | "returned" | (string & {});
            /** @description The amount in minor units. */
            amount: components["schemas"]["Amount"];
            /** @description The amount's currency. */
            currency: string;
            /** @description The payer, as the statement names them. */
            payeeName: string | null;
            /** @description The payer's IBAN; null if the statement has none. Set it before you create a file. */
            payeeIban: string | null;
            /** @description The identifications by which statements name it. */
            endToEndId: string;
            /** @description The file that has it. */
            file: string | null;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            createdAt: string;
        };
        BankRefundFile: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "bank_refund_file";
            /** @description Begins with brx_live_ or brx_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The bank account that pays. */
            account: string;
            /** @description `made`, then `sent` or `cancelled` by you. */
            status: "made" | "sent" | "cancelled" | (string & {});
            /** @description The day on which the bank should carry it out. */
            executionDate: string;
            /** @description The number of refunds in it. */
            refunds: number;
            /** @description Their sum in minor units. */
            amount: components["schemas"]["Amount"];
            /** @description The amounts' currency. */
            currency: string;
            /**
             * Format: date-time
             * @description The time at which it was created.
             */
            createdAt: string;
        };
        BankRefundFileList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["BankRefundFile"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        BankRefundList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["BankRefund"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        BankTransaction: {
            /** @description The transaction's amount in minor units; null if the bank gives none. */
            amount: components["schemas"]["Amount"] | null;
            /** @description The amount's currency. */
            currency: string | null;
            /** @description The payer's end-to-end id. */
            endToEndId: string | null;
            /** @description The bank's transaction id or UETR. */
            transactionId: string | null;
            /** @description Structured references, such as an RF or QR reference. */
            creditorReferences: components["schemas"]["CreditorReference"][];
            /** @description The payer's text. */
            remittance: string | null;
            /** @description The payer. In a reversal, the original payer. */
            debtor: components["schemas"]["BankParty"] | null;
            /** @description The payee. In a reversal, the original payee. */
            creditor: components["schemas"]["BankParty"] | null;
            /** @description Why the payment was returned. */
            returnReason: components["schemas"]["ReturnReason"] | null;
        };
        BankTransactionCode: {
            /** @description The domain, such as PMNT. */
            domain: string | null;
            /** @description The family, such as RCDT. */
            family: string | null;
            /** @description The sub-family, such as ESCT. */
            subFamily: string | null;
            /** @description The bank's own code. */
            proprietary: string | null;
            /** @description The issuer of the bank's own code. */
            issuer: string | null;
        };
        Capture: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "capture";
            /** @description Begins with cap_live_ or cap_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description In minor units of the payment's currency. */
            amount: components["schemas"]["Amount"];
            status: components["schemas"]["MovementStatus"];
            /** @description Whether it is the last capture; the rest of the authorization is released. */
            final: boolean;
            origin: components["schemas"]["MovementOrigin"];
            /** @description Why it failed. The codes are the same for all PSPs. */
            failureReason: "amount_too_large" | "authorization_lapsed" | "already_captured" | "already_voided" | "charge_disputed" | "insufficient_balance" | "account_closed" | "expired_card" | "lost_or_stolen_card" | "refused_by_psp" | "idempotency_key_reused" | (string & {}) | null;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it succeeded or failed.
             */
            decidedAt: string | null;
        };
        /** @description When money is captured. `at_once`: always with the payment. `once`: later, too, but the first capture releases the rest. `in_parts`: later, in several parts. */
        CaptureCapability: "at_once" | "once" | "in_parts" | (string & {});
        /** @description Whether money is captured at once, or by a later call. */
        CaptureMethod: "automatic" | "manual" | (string & {});
        /**
         * @description Whether money is captured at once, or by a later call.
         * @enum {string}
         */
        CaptureMethodInput: "automatic" | "manual";
        CapturePaymentRequest: {
            /**
             * Format: int64
             * @description The amount to capture, in minor units. Default: all that can be captured.
             */
            amount?: number;
            /** @description Whether this is the last capture; the rest of the authorization is then released. Default: false, unless nothing is left. */
            final?: boolean;
        };
        Card: {
            /** @description The brand, such as `visa`. */
            brand: string;
            /** @description The last four digits. */
            last4: string;
            /** @description The issuer's checks of the card's details; null before it has responded. */
            checks: components["schemas"]["CardChecks"] | null;
        };
        CardChecks: {
            /** @description Whether the security code was correct. */
            cvc: "pass" | "fail" | "unchecked" | (string & {});
            /** @description Whether the postcode was correct. */
            postcode: "pass" | "fail" | "unchecked" | (string & {});
            threeDSecure: components["schemas"]["ThreeDSecure"];
        };
        ChangePageText: {
            /** @description Your own sentence above the button that pays. Plain text. */
            submitNote?: string | null;
            /** @description Your own sentence on the page once it is paid. Plain text. */
            paidNote?: string | null;
        };
        ChangeTransferRules: {
            /** @description The number of days that a customer has for a transfer. A change applies to new transfers. Default: 14. */
            waitDays?: number;
            /** @description A difference up to this many minor units, either way, counts as the expected amount. Default: 0. */
            tolerance?: components["schemas"]["Amount"];
            /**
             * @description A part of the amount. `wait` for the rest (default), `accept` it as the whole payment, or `refund` it.
             * @enum {string}
             */
            tooLittle?: "wait" | "accept" | "refund";
            /**
             * @description More than the amount. `keep_as_liability` (default): it is booked as a surplus, and `lateFunds` says what happens to it. `refund`: it is returned to the payer and not booked.
             * @enum {string}
             */
            tooMuch?: "keep_as_liability" | "refund";
            /**
             * @description Money for a transfer that is over. `flag` it for your decision (default), `accept` it, or `refund` it.
             * @enum {string}
             */
            late?: "flag" | "accept" | "refund";
            /**
             * @description Money in another currency. `flag` it for your decision (default), or `refund` it.
             * @enum {string}
             */
            wrongCurrency?: "flag" | "refund";
        };
        CheckoutSession: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "checkout.session";
            /** @description Begins with cs_live_ or cs_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description `open` until it is paid or expires. `complete` and `expired` are final. */
            status: "open" | "complete" | "expired" | (string & {});
            /** @description `processing` while the outcome isn't known yet; `authorized` while the money is only reserved. Deliver the goods once it is `paid`. */
            paymentStatus: "unpaid" | "processing" | "authorized" | "paid" | (string & {});
            /** @description The payment page; null once the session is no longer open. */
            url: string | null;
            /** @description Amount in minor units of the currency (for example cents): what the customer is to pay or has paid, changed quantities, discount and tip included. */
            amount: components["schemas"]["Amount"];
            /** @description The parts of `amount`, which is `subtotal` - `discount` + `tip`; null if the customer can't change it. */
            amountDetails: components["schemas"]["AmountDetails"] | null;
            /** @description Three-letter ISO 4217 code, in upper case. */
            currency: string;
            /** @description Where the customer goes when the payment completes, as you sent it. */
            successUrl: string;
            /** @description Where the customer goes after cancelling, as you sent it. */
            cancelUrl: string | null;
            /** @description The purchased items. Together with `adjustments` they add up to `amount`, without the discount of a promotion code and the tip. */
            lineItems: components["schemas"]["SessionLineItem"][] | null;
            /** @description Discounts, shipping, tax and the like. */
            adjustments: components["schemas"]["Adjustment"][] | null;
            /** @description One sentence about the purchase, shown on the payment page. */
            description: string | null;
            /** @description The text for this purchase on the customer's card or bank statement. */
            statementDescriptor: string | null;
            /** @description Language of the payment page as a BCP 47 tag, or `auto` for the browser's. */
            locale: string;
            /** @description The customer's e-mail address: as you sent it, or as the customer entered it if you let the page ask for it. */
            customerEmail: string | null;
            /** @description Your own id for the purchase. */
            clientReferenceId: string | null;
            /** @description Your own notes. */
            metadata: components["schemas"]["Metadata"] | null;
            /** @description Whether the money is captured at once or by a later call. */
            captureMethod: components["schemas"]["CaptureMethod"];
            /** @description The payment methods to offer; null for all methods. */
            paymentMethods: components["schemas"]["PaymentMethod"][] | null;
            /** @description The only connector account at which it can be paid; null if your routing chooses. */
            connectorAccount: string | null;
            /** @description What the payment page asks the customer for; null for nothing. */
            collect: components["schemas"]["Collect"] | null;
            /** @description What the customer entered for `collect` at the last attempt to pay; null before the first attempt and if nothing is asked for. */
            collected: components["schemas"]["Collected"] | null;
            /** @description The codes that the customer can enter; null for none. */
            promotionCodes: components["schemas"]["PromotionCode"][] | null;
            /** @description The tips that the payment page offers; null for none. */
            tips: components["schemas"]["Tips"] | null;
            /** @description Id of the payment; null before the first attempt. */
            payment: string | null;
            /** @description Sandbox only: the clock that sets the session's time; null for real time. */
            clock: string | null;
            /** @description The payment link with which the customer started it; null without one. */
            paymentLink: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires or expired, unless it was completed before.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was completed; null if it isn't complete.
             */
            completedAt: string | null;
            /** @description What needs your attention before the session can be paid; empty if nothing does. */
            warnings: components["schemas"]["Warning"][];
        };
        CheckoutSessionAsyncPaymentFailedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "checkout.session.async_payment_failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["CheckoutSession"];
            };
        };
        CheckoutSessionAsyncPaymentSucceededEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "checkout.session.async_payment_succeeded";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["CheckoutSession"];
            };
        };
        CheckoutSessionCompletedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "checkout.session.completed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["CheckoutSession"];
            };
        };
        CheckoutSessionExpiredEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "checkout.session.expired";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["CheckoutSession"];
            };
        };
        CheckoutSessionExtendedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "checkout.session.extended";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["CheckoutSession"];
            };
        };
        CheckoutSessionList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["CheckoutSession"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        CloseLedgerPeriodRequest: {
            /** @description A calendar month in UTC, as 2026-11. */
            month: string;
            /** @description Closes it although there are differences or imports are incomplete, and keeps their list with it. */
            despiteDifferences?: boolean;
        };
        Collect: {
            /** @description The e-mail address, to which the receipt is sent. Not asked for if you send `customerEmail`. */
            email?: components["schemas"]["CollectDemand"];
            /** @description The customer's full name. */
            name?: components["schemas"]["CollectDemand"];
            /** @description The customer's phone number. */
            phone?: components["schemas"]["CollectDemand"];
            /**
             * @description The customer's address on invoices and at the card's issuer, in the form of its country.
             * @enum {string}
             */
            billingAddress?: "required";
            shippingAddress?: components["schemas"]["CollectShippingAddress"];
            /** @description Only the postcode of the billing address, for the card issuer's address verification (AVS). Not together with `billingAddress`, which includes it. */
            postalCode?: components["schemas"]["CollectDemand"];
            /**
             * @description A checkbox by which the customer accepts your terms before paying. It links to the terms of the page settings.
             * @enum {string}
             */
            terms?: "required";
            /** @description Questions of your own, in this order. */
            customFields?: components["schemas"]["CustomField"][];
        };
        /** @description Whether the customer may leave the field empty. */
        CollectDemand: "required" | "optional" | (string & {});
        /**
         * @description Whether the customer may leave the field empty.
         * @enum {string}
         */
        CollectDemandInput: "required" | "optional";
        CollectInput: {
            /** @description The e-mail address, to which the receipt is sent. Not asked for if you send `customerEmail`. */
            email?: components["schemas"]["CollectDemandInput"];
            /** @description The customer's full name. */
            name?: components["schemas"]["CollectDemandInput"];
            /** @description The customer's phone number. */
            phone?: components["schemas"]["CollectDemandInput"];
            /**
             * @description The customer's address on invoices and at the card's issuer, in the form of its country.
             * @enum {string}
             */
            billingAddress?: "required";
            shippingAddress?: components["schemas"]["CollectShippingAddressInput"];
            /** @description Only the postcode of the billing address, for the card issuer's address verification (AVS). Not together with `billingAddress`, which includes it. */
            postalCode?: components["schemas"]["CollectDemandInput"];
            /**
             * @description A checkbox by which the customer accepts your terms before paying. It links to the terms of the page settings.
             * @enum {string}
             */
            terms?: "required";
            /** @description Questions of your own, in this order. */
            customFields?: components["schemas"]["CustomFieldInput"][];
        };
        /** @description Where the goods go, with the recipient's name, in the form of the country. */
        CollectShippingAddress: {
            /** @description The countries that you ship to. Default: all. */
            countries?: string[];
        };
        /** @description Where the goods go, with the recipient's name, in the form of the country. */
        CollectShippingAddressInput: {
            /** @description The countries that you ship to. Default: all. */
            countries?: string[];
        };
        Collected: {
            /** @description The e-mail address that the customer entered. */
            email: string | null;
            /** @description The customer's name. */
            name: string | null;
            /** @description The customer's phone number, as it was typed. */
            phone: string | null;
            /** @description The billing address. */
            billingAddress: components["schemas"]["Address"] | null;
            /** @description The shipping address. */
            shippingAddress: components["schemas"]["ShippingAddress"] | null;
            /** @description The postcode of the billing address, if only that was asked for. */
            postalCode: string | null;
            /**
             * Format: date-time
             * @description When the customer accepted your terms.
             */
            termsAcceptedAt: string | null;
            /** @description The answers to your custom fields. Those left empty are missing. */
            customFields: components["schemas"]["CollectedField"][];
        };
        CollectedField: {
            /** @description The field's key. */
            key: string;
            /** @description What the customer read. */
            label: string;
            /** @description The text, the number in decimal digits, or the chosen option's value. */
            value: string;
        };
        ConnectorAccount: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "connector_account";
            /** @description Begins with ca_live_ or ca_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The PSP. */
            connector: string;
            /** @description A name for your own use. */
            label: string;
            /** @description A disabled account gets no new charges. Captures, refunds and disputes of its charges go on. */
            status: "enabled" | "disabled" | (string & {});
            /** @description The order in which accounts are used for new charges. */
            position: number;
            /** @description The account's share of new charges among those with its position. */
            weight: number;
            /** @description The payment methods that the account is used for. null: all that the PSP offers. */
            methods: components["schemas"]["PaymentMethod"][] | null;
            /** @description The currencies that the account is used for. null: all that the PSP offers. */
            currencies: string[] | null;
            /** @description The customers' countries that the account is used for, as ISO 3166 codes. null: all. */
            countries: string[] | null;
            /** @description The smallest and largest amount that the account is used for, by currency, in minor units. null: any amount. */
            amountLimits: {
                [key: string]: components["schemas"]["StoredAmountRange"];
            } | null;
            /** @description What the PSP supports, for each of its payment methods. */
            capabilities: {
                card?: components["schemas"]["MethodCapabilities"];
                wallet?: components["schemas"]["MethodCapabilities"];
                bank_debit?: components["schemas"]["MethodCapabilities"];
                bank_transfer?: components["schemas"]["MethodCapabilities"];
            };
            /** @description Further settings that the PSP needs. */
            settings: {
                [key: string]: string;
            };
            /** @description The PSP's id of your account; null if the PSP doesn't say. */
            pspAccount: string | null;
            /** @description The address to enter at the PSP for its notifications. */
            notificationUrl: string;
            /** @description The names of the stored credentials. */
            credentials: string[];
            /** @description The names of the credentials without which the account can't be enabled. */
            missingCredentials: string[];
            /** @description Increases by 1 with each rotation. */
            credentialsVersion: number;
            /**
             * Format: date-time
             * @description The time until which notifications signed with the previous credentials are also accepted.
             */
            previousCredentialsRetireAt: string | null;
            /**
             * Format: date-time
             * @description When the PSP accepted the credentials last.
             */
            checkedAt: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updatedAt: string;
        };
        ConnectorAccountBalance: {
            /** @description The account at the PSP. */
            connectorAccount: string;
            /** @description Whether Kassa knows where the account's money is. `imported`: Kassa imports the PSP's settlements. `not_imported_yet`: the first import isn't finished. `not_importable`: the connector can't import them, so only the PSP knows. `own_bank_account`: customers pay into your own bank account. */
            settlements: "imported" | "not_imported_yet" | "not_importable" | "own_bank_account" | (string & {});
            /**
             * Format: date-time
             * @description When the PSP booked the newest imported line; null unless settlements are imported.
             */
            importedUntil: string | null;
            /**
             * Format: date-time
             * @description The time up to which all bookings of the PSP are imported, even if there were none; null unless settlements are imported.
             */
            completeUntil: string | null;
            /** @description The number of report files that the PSP has announced and that aren't imported yet. 0 for PSPs without report files. */
            reportsWaiting: number;
            /** @description Moved by payments, refunds and disputes and not settled by the PSP yet, or settled and not available yet. Null if the account's settlements aren't imported. */
            pending: number | null;
            /** @description At the PSP and available for payouts; negative if you owe the PSP. Null if the account's settlements aren't imported. */
            available: number | null;
            /** @description Withheld by the PSP for a time. Null if the account's settlements aren't imported. */
            reserved: number | null;
            /** @description Paid out by the PSP, and not found on a bank statement yet. Null if the account's settlements aren't imported. */
            inTransit: number | null;
            /** @description Arrived at the bank, as its statements show. Null if the account's settlements aren't imported. */
            paidOut: number | null;
            /** @description Moved at accounts whose settlements aren't imported: Kassa can't know whether it is pending, available or paid out. 0 for other accounts. */
            notTracked: number;
        };
        ConnectorAccountCheck: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "connector_account.check";
            /** @description The id of the account. */
            account: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description `valid`: the PSP accepted the credentials. `refused`: it didn't. `unknown`: it couldn't be asked. */
            result: "valid" | "refused" | "unknown" | (string & {});
            /** @description What is wrong, as a sentence; null if the credentials are valid. */
            detail: string | null;
            /**
             * Format: date-time
             * @description When the PSP accepted the credentials last.
             */
            checkedAt: string;
        };
        ConnectorAccountList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["ConnectorAccount"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        /**
         * @description The PSP: Stripe, Mollie, PayPal, Adyen, Bank transfer.
         * @enum {string}
         */
        ConnectorName: "stripe" | "mollie" | "paypal" | "adyen" | "bank_transfer";
        CreateBankAccountRequest: {
            type: components["schemas"]["BankAccountTypeInput"];
            /** @description The account's holder, as banks know it. */
            holder: string;
            /** @description The account's currency: CHF or EUR for `qr_iban`, GBP for `uk_account`, BRL for `pix_key`, INR for `upi_id`. */
            currency: string;
            /** @description The IBAN, for the type `iban`. */
            iban?: string;
            /** @description The QR-IBAN, for the type `qr_iban`. */
            qrIban?: string;
            /** @description The bank's BIC. Only for accounts with an IBAN or QR-IBAN. */
            bic?: string | null;
            /** @description The holder's address. Swiss and Pix payments have a QR code only with it. */
            address?: {
                /** @description The street. */
                street?: string;
                /** @description The building number. */
                buildingNumber?: string;
                /** @description The postal code. */
                postalCode: string;
                /** @description The town. */
                town: string;
                /** @description The country's ISO 3166-1 code, such as CH. */
                country: string;
            } | null;
            /** @description The sort code: 6 digits, for the type `uk_account`. */
            sortCode?: string;
            /** @description The account number: 8 digits, for the type `uk_account`. */
            accountNumber?: string;
            /** @description The Pix key, for the type `pix_key`: CPF, CNPJ, phone number, e-mail address or random key. */
            pixKey?: string;
            /** @description The UPI id, for the type `upi_id`, such as name@bank. */
            upiId?: string;
            /** @description A name for your own use. */
            label?: string | null;
            /** @description Other identifications by which bank statements name the account, such as a bank code with an account number. Required for a Pix key or UPI id, and for a QR-IBAN unless the account's IBAN is a separate bank account. */
            statementAccounts?: string[];
        };
        CreateBankRefundFileRequest: {
            /** @description The bank account, with an IBAN, that pays. */
            account: string;
            /** @description The day on which the bank should carry it out. Today, in UTC, if you don't send it. */
            executionDate?: string;
            /** @description true: you have checked that your bank has none of the waiting refunds. Only needed if the response is `bank_refunds_unsure`. */
            unsentConfirmed?: boolean;
        };
        CreateCheckoutSessionRequest: {
            /**
             * Format: int64
             * @description Amount in minor units of the currency (for example cents).
             */
            amount: number;
            /** @description Three-letter ISO 4217 code, in any case. */
            currency: string;
            /** @description Where the customer goes when the payment completes. {CHECKOUT_SESSION_ID} in it is replaced by the session's id. */
            successUrl: string;
            /** @description Where the customer goes after cancelling. {CHECKOUT_SESSION_ID} in it is replaced by the session's id. */
            cancelUrl?: string | null;
            /** @description The purchased items. Together with `adjustments` they add up to `amount`. */
            lineItems?: components["schemas"]["LineItem"][] | null;
            /** @description Discounts, shipping, tax and the like, in the order in which the payment page and the receipt show them. Requires `lineItems`. */
            adjustments?: components["schemas"]["AdjustmentInput"][] | null;
            /** @description One sentence about the purchase, shown on the payment page. */
            description?: string | null;
            /** @description The text for this purchase on the customer's card or bank statement, if the PSP allows it. Default: the text that is set at the PSP. */
            statementDescriptor?: string | null;
            /** @description Language of the payment page as a BCP 47 tag, or `auto` (the default) for the browser's. */
            locale?: string;
            /** @description The customer's e-mail address. */
            customerEmail?: string | null;
            /** @description Your own id for the purchase; lists can be filtered by it. */
            clientReferenceId?: string | null;
            /** @description Your own notes. */
            metadata?: components["schemas"]["MetadataInput"] | null;
            /** @description Whether the money is captured at once (the default) or by a later call. */
            captureMethod?: components["schemas"]["CaptureMethodInput"];
            /** @description The payment methods to offer, in this order. Methods that don't support the currency or the capture method are left out. Default: all methods. */
            paymentMethods?: components["schemas"]["PaymentMethodInput"][] | null;
            /** @description Id of a connector account of this mode. The session can be paid at this account only, even if it is disabled, so that you can try it. Default: the accounts are chosen by your routing. */
            connectorAccount?: string | null;
            /** @description What the payment page asks the customer for, beside the details of the payment method. Default: nothing. */
            collect?: components["schemas"]["CollectInput"] | null;
            /** @description The codes with which the customer gets a discount on this purchase. Codes that the customer hasn't entered aren't shown to anybody. Default: none. */
            promotionCodes?: components["schemas"]["PromotionCodeInput"][] | null;
            /** @description Lets the customer add a tip on the payment page. Default: no tips. */
            tips?: components["schemas"]["TipsInput"] | null;
            /** @description When the session expires, as an RFC 3339 time between 30 minutes and 30 days ahead. Default: 24 hours ahead. */
            expiresAt?: string;
            /** @description Sandbox only: id of the clock that sets the session's time. */
            clock?: string | null;
        };
        CreateConnectorAccountRequest: {
            connector: components["schemas"]["ConnectorName"];
            /** @description A name for your own use. */
            label: string;
            /** @description The credentials that the PSP gives you. Kassa stores them encrypted and never shows them. Stripe: `apiKey`, `webhookSecret`. Mollie: `apiKey`, `organizationToken`, `webhookSecret`. PayPal: `clientId`, `clientSecret`, `webhookId`. Adyen: `apiKey`, `hmacKey`, `reportApiKey`. */
            credentials: {
                [key: string]: string;
            };
            /** @description Further settings that the PSP needs. Adyen: `merchantAccount`, `liveUrlPrefix`, `multiplePartialCaptures`. */
            settings?: {
                [key: string]: string;
            };
            /** @description New charges go to the account with the lowest position that can take the payment. */
            position?: number;
            /** @description Accounts with the same position get new charges in proportion to their weights. 1 if you don't send it. */
            weight?: number;
            /**
             * @description `disabled`: you enable it later, such as after a test payment. By default an account that lacks nothing is enabled at once. A disabled account gets no new charges. Captures, refunds and disputes of its charges go on.
             * @enum {string}
             */
            status?: "enabled" | "disabled";
            /** @description The payment methods that the account is used for. null: all that the PSP offers. */
            methods?: components["schemas"]["PaymentMethodInput"][] | null;
            /** @description The currencies that the account is used for. null: all that the PSP offers. */
            currencies?: string[] | null;
            /** @description The customers' countries that the account is used for, as ISO 3166 codes. null: all. */
            countries?: string[] | null;
            /** @description The smallest and largest amount that the account is used for, by currency, in minor units. null: any amount. */
            amountLimits?: {
                [key: string]: components["schemas"]["AmountRange"];
            } | null;
        };
        CreateExportRequest: {
            /**
             * @description What is exported.
             * @enum {string}
             */
            resource: "payments";
            /**
             * @description The format of the file. After 1,048,575 payments, `xlsx` continues in another sheet.
             * @enum {string}
             */
            format: "csv" | "xlsx";
            filters?: components["schemas"]["PaymentFiltersInput"];
            /** @description The columns, in order: id, createdAt, status, currency, amount, amountCaptured, amountRefunded, amountDisputed, method, connector, declineReason, pspReference, customerEmail, clientReferenceId, tags, metadata, collected.email, collected.name, collected.phone, collected.postalCode, collected.billingAddress.country, collected.billingAddress.line1, collected.billingAddress.line2, collected.billingAddress.district, collected.billingAddress.city, collected.billingAddress.region, collected.billingAddress.regionName, collected.billingAddress.postalCode, collected.shippingAddress.recipient, collected.shippingAddress.country, collected.shippingAddress.line1, collected.shippingAddress.line2, collected.shippingAddress.district, collected.shippingAddress.city, collected.shippingAddress.region, collected.shippingAddress.regionName, collected.shippingAddress.postalCode, collected.termsAcceptedAt, collected.customFields, or `metadata.` and a key of your metadata, or `collected.customFields.` and the key of a custom field. Those of `collected` also need the scope `checkout_sessions:read`. Default: id, createdAt, status, currency, amount, amountCaptured, amountRefunded, amountDisputed, method, connector, declineReason, pspReference, customerEmail, clientReferenceId, tags, metadata. */
            columns?: string[];
        };
        CreatePaymentLinkRequest: {
            /** @description What you call the link. Customers don't see it. */
            name: string;
            /**
             * Format: int64
             * @description Amount in minor units of the currency (for example cents).
             */
            amount: number;
            /** @description Three-letter ISO 4217 code, in any case. */
            currency: string;
            /** @description The purchased items. Together with `adjustments` they add up to `amount`. */
            lineItems?: components["schemas"]["LineItem"][] | null;
            /** @description Discounts, shipping, tax and the like, in the order in which the payment page and the receipt show them. Requires `lineItems`. */
            adjustments?: components["schemas"]["AdjustmentInput"][] | null;
            /** @description One sentence about the purchase, shown on the payment page. */
            description?: string | null;
            /** @description The text for this purchase on the customer's card or bank statement, if the PSP allows it. Default: the text that is set at the PSP. */
            statementDescriptor?: string | null;
            /** @description Language of the payment page as a BCP 47 tag, or `auto` (the default) for the browser's. */
            locale?: string;
            /** @description Your own id for the purchase; lists can be filtered by it. */
            clientReferenceId?: string | null;
            /** @description Your own notes. */
            metadata?: components["schemas"]["MetadataInput"] | null;
            /** @description Whether the money is captured at once (the default) or by a later call. */
            captureMethod?: components["schemas"]["CaptureMethodInput"];
            /** @description The payment methods to offer, in this order. Methods that don't support the currency or the capture method are left out. Default: all methods. */
            paymentMethods?: components["schemas"]["PaymentMethodInput"][] | null;
            /** @description What the payment page asks the customer for, beside the details of the payment method. Default: nothing. */
            collect?: components["schemas"]["CollectInput"] | null;
            /** @description The codes with which the customer gets a discount on this purchase. Codes that the customer hasn't entered aren't shown to anybody. Default: none. */
            promotionCodes?: components["schemas"]["PromotionCodeInput"][] | null;
            /** @description Lets the customer add a tip on the payment page. Default: no tips. */
            tips?: components["schemas"]["TipsInput"] | null;
            /** @description Where customers go when they have paid. {CHECKOUT_SESSION_ID} in it is replaced by the session's id. Without one, the payment page says that it is paid. */
            successUrl?: string | null;
            /** @description The number of customers who can pay; null, the default, for any number. Open sessions count, too, and last 30 minutes. */
            maxPayments?: number | null;
            /** @description The time until which customers can start to pay, as an RFC 3339 time in the future; null, the default, for no end. */
            expiresAt?: string | null;
        };
        CreatePaymentNoteRequest: {
            /** @description The text of the note. It can have several lines. */
            text: string;
        };
        CreateRefundRequest: {
            /** @description Id of the payment. */
            payment: string;
            /**
             * Format: int64
             * @description The amount to refund, in minor units of the payment's currency. Default: all that is left to refund.
             */
            amount?: number;
            /** @description Your reason. Default: null. */
            reason?: components["schemas"]["RefundReasonInput"] | null;
            /** @description Your own notes, merged by key with the payment's metadata. Null: the refund has no metadata. */
            metadata?: components["schemas"]["MetadataInput"] | null;
        };
        CreateSandboxClockRequest: {
            /** @description A name for your own use. */
            name?: string | null;
            /**
             * Format: date-time
             * @description The start time: from one day ago to two years ahead. Default: now.
             */
            now?: string;
        };
        CreateWebhookEndpointRequest: {
            /** @description The URL that webhooks are sent to: a public https address; in sandbox mode http too. */
            url: string;
            /** @description The event types to send. "payment.*" selects all types with this prefix; ["*"], the default, selects all types. Both include types that later versions add. */
            events?: components["schemas"]["EventFilter"][];
            /** @description A name for your own use. */
            description?: string | null;
        };
        /** @description What it does to the balance. A reversed credit is a debit. */
        CreditDebit: "credit" | "debit" | (string & {});
        CreditorReference: {
            /** @description RF, QRR, or the bank's code. */
            type: string | null;
            /** @description The reference. */
            reference: string;
        };
        CurrencyBalance: {
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Moved by payments, refunds and disputes and not settled by the PSP yet, or settled and not available yet. */
            pending: number;
            /** @description At the PSP and available for payouts; negative if you owe the PSP. */
            available: number;
            /** @description Withheld by the PSP for a time. */
            reserved: number;
            /** @description Paid out by the PSP, and not found on a bank statement yet. */
            inTransit: number;
            /** @description Arrived at the bank, as its statements show. */
            paidOut: number;
            /** @description Moved at accounts whose settlements aren't imported: Kassa can't know whether it is pending, available or paid out. */
            notTracked: number;
            /** @description What you have earned before processing fees, paid out or not: merchant_payable less disputes and fees. It can be negative. */
            earned: number;
            /** @description The authorized amount that can still be captured: the balance of authorized_funds. */
            capturable: number;
            /** @description Where the money of each connector account is. Their figures add up to those of the currency. */
            connectorAccounts: components["schemas"]["ConnectorAccountBalance"][];
            /** @description The balance of every account of the ledger, by account name. */
            accounts: {
                /** @description Authorized by customers' banks, but neither captured nor released yet. Positive when in debit, as it usually is. */
                customer_funds_receivable: number;
                /** @description The other side of these authorizations: what the merchant can still capture. Positive when in credit, as it usually is. */
                authorized_funds: number;
                /** @description Moved at the PSPs by payments, refunds and disputes, and not settled yet: without a settlement import, all of it. Positive when in debit, as it usually is. */
                psp_clearing: number;
                /** @description Booked by the PSPs for the merchant, and not paid out yet. Positive when in debit, as it usually is. */
                psp_receivable: number;
                /** @description Paid out by the PSPs, and not found on a bank statement yet. Positive when in debit, as it usually is. */
                in_transit: number;
                /** @description Payouts of the PSPs that were found on statements of the merchant's bank accounts. Positive when in debit, as it usually is. */
                bank: number;
                /** @description Owed to the merchant: captured, less requested refunds, less lost disputes. Positive when in credit, as it usually is. */
                merchant_payable: number;
                /** @description Requested refunds that the PSP hasn't confirmed yet. Positive when in credit, as it usually is. */
                refunds: number;
                /** @description Withdrawn by banks in disputes that aren't decided yet, and not returned during the review. Positive when in debit, as it usually is. */
                disputes: number;
                /** @description Charged by PSPs for disputes, regardless of the result. Positive when in debit, as it usually is. */
                fees: number;
                /** @description Deducted by the PSPs from payments and refunds, or charged separately. Positive when in debit, as it usually is. */
                processing_fees: number;
                /** @description Exchanged by the PSPs: the amounts that they took in this currency, less the amounts that they gave. Positive when in debit, as it usually is. */
                fx: number;
                /** @description Withheld by the PSPs for a time. Positive when in debit, as it usually is. */
                reserves: number;
                /** @description Booked by the PSPs, and not matched to anything that Kassa knows. Positive when in credit, as it usually is. */
                adjustments: number;
                /** @description Late funds, and the surplus of transfers, until they are returned, kept, or lost in a dispute. Positive when in credit, as it usually is. */
                surplus: number;
            };
        };
        CustomField: {
            /** @description Your name for the field, unique in the session. */
            key: string;
            /** @description What the customer reads above the field, in the language of your choice. */
            label: string;
            /** @description `number` takes whole numbers, `choice` one of `options`. */
            type: "text" | "number" | "choice" | (string & {});
            /** @description Whether the customer may leave it empty. Default: false. */
            optional?: boolean;
            /** @description Of a text: the fewest characters. */
            minLength?: number;
            /** @description Of a text: the most characters. Default: 255. */
            maxLength?: number;
            /** @description Of a number: the least. */
            minimum?: number;
            /** @description Of a number: the greatest. */
            maximum?: number;
            /** @description Of a choice: what the customer chooses from. */
            options?: components["schemas"]["CustomFieldOption"][];
        };
        CustomFieldInput: {
            /** @description Your name for the field, unique in the session. */
            key: string;
            /** @description What the customer reads above the field, in the language of your choice. */
            label: string;
            /**
             * @description `number` takes whole numbers, `choice` one of `options`.
             * @enum {string}
             */
            type: "text" | "number" | "choice";
            /** @description Whether the customer may leave it empty. Default: false. */
            optional?: boolean;
            /** @description Of a text: the fewest characters. */
            minLength?: number;
            /** @description Of a text: the most characters. Default: 255. */
            maxLength?: number;
            /** @description Of a number: the least. */
            minimum?: number;
            /** @description Of a number: the greatest. */
            maximum?: number;
            /** @description Of a choice: what the customer chooses from. */
            options?: components["schemas"]["CustomFieldOptionInput"][];
        };
        CustomFieldOption: {
            /** @description What you get if the customer chooses it; unique in the field. */
            value: string;
            /** @description What the customer reads. */
            label: string;
        };
        CustomFieldOptionInput: {
            /** @description What you get if the customer chooses it; unique in the field. */
            value: string;
            /** @description What the customer reads. */
            label: string;
        };
        CustomerTransferInstructions: {
            /** @description The holder of the account to pay to. */
            holder: string;
            /** @description The IBAN or QR-IBAN; null for accounts without one. */
            iban: string | null;
            /** @description The bank's BIC. */
            bic: string | null;
            /** @description The sort code of a British account. */
            sortCode: string | null;
            /** @description The number of a British account. */
            accountNumber: string | null;
            /** @description The Pix key. */
            pixKey: string | null;
            /** @description The UPI id. */
            upiId: string | null;
            /** @description The holder's address. */
            address: components["schemas"]["AccountAddress"] | null;
            /** @description The reference that the transfer has to carry. */
            reference: string;
            /** @description How it is sent: as a structured creditor reference (ISO 11649), as a Swiss QR reference, as Pix' txid, or as text. */
            referenceType: "rf" | "qrr" | "txid" | "plain" | (string & {});
            /** @description A QR code that fills the transfer into a banking app; null if no format fits the account. */
            qrCode: components["schemas"]["TransferQrCode"] | null;
        };
        DecidedBankEntry: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "bank_entry";
            /** @description Begins with ben_live_ or ben_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The bank account's id. */
            account: string;
            /** @description The import that stored it. */
            import: string;
            /** @description Only `booked` is money on the account. */
            status: "booked" | "pending" | "information" | (string & {});
            /** @description Whether the purpose of the money is known. `unmatched`: it is open for your decision. `not_applicable`: it isn't booked, or you paid it. */
            matchStatus: "unmatched" | "matched" | "ignored" | "not_applicable" | (string & {});
            creditDebit: components["schemas"]["CreditDebit"];
            /** @description Whether it reverses an earlier entry. */
            reversal: boolean;
            /** @description In minor units. */
            amount: components["schemas"]["Amount"];
            /** @description The amount's currency. */
            currency: string;
            /** @description The day on which it was booked. */
            bookingDate: string | null;
            /** @description The day from which it counts for interest. */
            valueDate: string | null;
            /** @description The bank's reference. */
            bankReference: string | null;
            /** @description Another reference of the entry; its use differs between countries. */
            entryReference: string | null;
            /** @description The bank's id of the statement. */
            statementId: string | null;
            /** @description The kind of transaction, according to ISO 20022 and to the bank. */
            bankTransactionCode: components["schemas"]["BankTransactionCode"] | null;
            /** @description Set if the entry is one booking of several transactions. */
            batch: components["schemas"]["BankBatch"] | null;
            /** @description Additional information of the bank about the entry. */
            additionalInformation: string | null;
            /** @description The number of transactions that the bank lists for it. */
            transactions: number;
            /** @description The first 10 of these transactions. */
            details: components["schemas"]["BankTransaction"][];
            /**
             * Format: date-time
             * @description When it was stored.
             */
            createdAt: string;
            /** @description What it is for. Of an entry that books several transactions, the first 100. */
            matches: components["schemas"]["EntryMatch"][];
            /** @description The transactions that are open for your decision. If the entry has several, the first 10. */
            exceptions: components["schemas"]["EntryException"][];
        };
        DeletedConnectorAccount: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "connector_account";
            /** @description The id of the deleted account. */
            id: string;
            /**
             * @description Always true. Its credentials are deleted, too.
             * @enum {boolean}
             */
            deleted: true;
        };
        DeletedExport: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "export";
            /** @description The id of the deleted export. */
            id: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            deleted: true;
        };
        DeletedPaymentNote: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "payment_note";
            /** @description The note's id. */
            id: string;
            /**
             * @description That it is deleted.
             * @enum {boolean}
             */
            deleted: true;
        };
        DeletedSandboxClock: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "sandbox.clock";
            /** @description The id of the deleted clock. */
            id: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            deleted: true;
        };
        DeletedWebhookEndpoint: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "webhook_endpoint";
            /** @description The id of the deleted endpoint. */
            id: string;
            /**
             * @description Always true. Its deliveries are deleted too.
             * @enum {boolean}
             */
            deleted: true;
        };
        Dispute: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "dispute";
            /** @description Begins with dp_live_ or dp_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description Id of the disputed payment. */
            payment: string;
            /** @description Id of the payment's checkout session. */
            session: string;
            /** @description The payment's `clientReferenceId`: your own id for the purchase. */
            clientReferenceId: string | null;
            /** @description The payment's metadata. */
            metadata: components["schemas"]["Metadata"] | null;
            /** @description In an inquiry the bank only asks for information and no money moves; in a chargeback it takes the money back. */
            stage: "inquiry" | "chargeback" | (string & {});
            /** @description `closed`: an inquiry that ended without a chargeback. `won` and `lost` can change when the bank decides again. */
            status: "needs_response" | "under_review" | "won" | "lost" | "closed" | (string & {});
            /** @description The customer's reason. */
            reason: "fraudulent" | "product_not_received" | "duplicate" | "general" | (string & {});
            /** @description The disputed amount, in minor units. */
            amount: components["schemas"]["Amount"];
            /** @description The amount that the customer keeps by the bank's decision, in minor units: 0 before the decision and for a dispute that was won in full, `amount` for one that was lost in full, and the lost part if the bank split the amount. */
            amountLost: components["schemas"]["Amount"];
            /** @description The amount that the PSP returned while the bank reviewed the evidence, in minor units; 0 if it returned nothing before the decision. The bank can take it again: `amountDisputed` of the payment doesn't decrease before the decision. */
            amountReturned: components["schemas"]["Amount"];
            /** @description The payment's currency. */
            currency: string;
            /** @description The PSP's fee for the chargeback, in minor units of the same currency. */
            fee: components["schemas"]["Amount"];
            /** @description Whether the disputed money is late funds. If so, it isn't counted in the payment's `amountDisputed`. */
            late: boolean;
            /** @description Whether you accepted the dispute. */
            accepted: boolean;
            /** @description The action that was sent to the PSP and isn't confirmed yet. No other action is possible before that. */
            pendingAction: "evidence" | "accept" | (string & {}) | null;
            evidence: components["schemas"]["DisputeEvidence"];
            /** @description Your evidence files. */
            files: components["schemas"]["DisputeFile"][];
            /**
             * Format: date-time
             * @description The deadline for evidence.
             */
            evidenceDueAt: string | null;
            /**
             * Format: date-time
             * @description When evidence was sent to the bank.
             */
            evidenceSubmittedAt: string | null;
            /**
             * Format: date-time
             * @description When the bank opened it.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description When it was won, lost or closed, the last time. Null while it is open.
             */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description The same as `openedAt`.
             */
            createdAt: string;
        };
        DisputeClosedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "dispute.closed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Dispute"];
            };
        };
        /** @description Your texts, by what they prove. */
        DisputeEvidence: {
            [key: string]: string;
        };
        /** @description Texts, by what they prove. Each text that you send replaces the saved one; null removes it. */
        DisputeEvidenceInput: {
            /** @description The customer's name. */
            customerName?: string | null;
            /** @description The customer's e-mail address. */
            customerEmailAddress?: string | null;
            /** @description The IP address that the purchase was made from. */
            customerPurchaseIp?: string | null;
            /** @description The customer's billing address. */
            billingAddress?: string | null;
            /** @description What was sold, as it was described to the customer. */
            productDescription?: string | null;
            /** @description Proof that the customer used the product, such as a log of sign-ins or downloads. */
            accessActivityLog?: string | null;
            /** @description When the service was provided. */
            serviceDate?: string | null;
            /** @description The address that the goods were sent to. */
            shippingAddress?: string | null;
            /** @description The carrier, such as DHL or UPS. */
            shippingCarrier?: string | null;
            /** @description When the goods were sent. */
            shippingDate?: string | null;
            /** @description The carrier's tracking number. */
            shippingTrackingNumber?: string | null;
            /** @description The refund policy that the customer saw. */
            refundPolicy?: string | null;
            /** @description Why the customer has no right to a refund. */
            refundRefusalExplanation?: string | null;
            /** @description The cancellation policy that the customer saw. */
            cancellationPolicy?: string | null;
            /** @description Why the purchase was not cancelled, or not in time. */
            cancellationRebuttal?: string | null;
            /** @description Id of the payment that the customer says this one duplicates. */
            duplicateChargeId?: string | null;
            /** @description Why the two payments are not for the same thing. */
            duplicateChargeExplanation?: string | null;
            /** @description Anything else that the bank should know. */
            uncategorizedText?: string | null;
        };
        DisputeFile: {
            /** @description Begins with file_live_ or file_sandbox_. */
            id: string;
            /** @description The name that it was uploaded with. */
            name: string;
            /** @description The media type, such as application/pdf. */
            mediaType: string;
            /** @description The size in bytes. */
            size: number;
        };
        DisputeList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["Dispute"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        DisputeOpenedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "dispute.opened";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Dispute"];
            };
        };
        DisputeReopenedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "dispute.reopened";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Dispute"];
            };
        };
        DisputeUpdatedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "dispute.updated";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Dispute"];
            };
        };
        DisputesReport: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "report";
            /** @description Which report it is. */
            report: "payments" | "refunds" | "disputes" | "fees" | "payouts" | (string & {});
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: date-time
             * @description Its first moment.
             */
            from: string;
            /**
             * Format: date-time
             * @description The first moment after it.
             */
            before: string;
            /** @description Whether all of it is in closed months, so that it doesn't change. */
            closed: boolean;
            /** @description A line for each transaction of the ledger, oldest first. */
            data: components["schemas"]["DisputesReportLine"][];
            /** @description The sums, by currency. */
            totals: components["schemas"]["DisputesReportTotal"][];
        };
        DisputesReportLine: {
            /**
             * Format: date-time
             * @description The date of the ledger's transaction.
             */
            date: string;
            /** @description What was posted. */
            kind: string;
            /** @description The ledger's transaction. */
            transaction: string;
            /** @description The attempt, capture, refund, dispute, settlement line or payout that posted it. */
            source: string;
            /** @description The payment. Null if it isn't known or there is none. */
            payment: string | null;
            /** @description `clientReferenceId` of the payment's checkout session. Null if it isn't known or there is none. */
            orderReference: string | null;
            /** @description The account at the PSP whose money it moved. */
            connectorAccount: string;
            /** @description The PSP's reference of the charge, refund, dispute or payout. Null if it isn't known or there is none. */
            pspReference: string | null;
            /** @description The PSP's reference of the settlement line. Null if it isn't known or there is none. */
            settlementLine: string | null;
            /** @description The PSP's reference of the payout that pays it. Null if it isn't known or there is none. */
            settlementBatch: string | null;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Minor units, without the fee; negative if the bank withdrew money. */
            amount: number;
            /** @description The dispute's fee, in minor units. */
            fee: number;
            /** @description What was lost by the decision, in minor units; negative if that was undone. */
            lost: number;
        };
        DisputesReportTotal: {
            /** @description ISO 4217 code. */
            currency: string;
            /** @description The number of lines in this currency. */
            lines: number;
            /** @description The sum of `amount`, in minor units. */
            amount: number;
            /** @description The sum of `fee`, in minor units. */
            fee: number;
            /** @description The sum of `lost`, in minor units. */
            lost: number;
        };
        EntryException: {
            /** @description The number of the transaction within the entry; null if the entry is one payment. */
            transaction: number | null;
            /** @description The reason why it is open for your decision. `no_match`: nothing certain was found, or you undid its match. `ambiguous`: several transfers fit. `late`: the transfer is over. `wrong_currency`: it has another currency. `nothing_to_reverse`: the transfer received no such payment. `unknown_refund`: a debit has the EndToEndId of a bank refund that Kassa doesn't know, because the database was restored. */
            reason: "no_match" | "ambiguous" | "late" | "wrong_currency" | "nothing_to_reverse" | "unknown_refund" | (string & {});
            /** @description Up to 5 transfers for which the money may be, the most likely first. */
            suggestions: components["schemas"]["MatchSuggestion"][];
        };
        EntryMatch: {
            /** @description The number of the transaction within the entry; null if the entry is one payment. */
            transaction: number | null;
            /** @description The transfer that the money is for; null if it is for none. */
            expectedTransfer: string | null;
            /** @description How it was found: by a structured reference, by one within a text, by amount and payer, or by a decision of yours. */
            rule: "reference" | "reference_in_text" | "amount_and_payer" | "manual" | (string & {});
            /** @description What was done with it. `pay`: the transfer is paid with it. `wait`: it isn't enough yet. `refund`: all of it is returned. `reverse`: the bank took money back. `ignore`: it is for no transfer. */
            action: "pay" | "wait" | "refund" | "reverse" | "ignore" | (string & {});
            /** @description The money in minor units. */
            amount: components["schemas"]["Amount"];
            /** @description The part that is returned to the payer, in minor units. */
            amountRefunded: components["schemas"]["Amount"];
            /** @description The part beyond the expected amount that stays, in minor units. */
            amountSurplus: components["schemas"]["Amount"];
            /** @description The API key that decided; null for Kassa. */
            decidedBy: string | null;
        };
        Event: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The type of the event. */
            type: "checkout.session.completed" | "checkout.session.extended" | "checkout.session.expired" | "checkout.session.async_payment_succeeded" | "checkout.session.async_payment_failed" | "payment.attempt_failed" | "payment.failed" | "payment.authorized" | "payment.captured" | "payment.capture_failed" | "payment.needs_review" | "payment.voided" | "payment.void_failed" | "payment.late_funds" | "payment.partially_funded" | "payment.overfunded" | "refund.created" | "refund.succeeded" | "refund.failed" | "dispute.opened" | "dispute.updated" | "dispute.closed" | "dispute.reopened" | "webhook_endpoint.test" | (string & {});
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: {
                    [key: string]: unknown;
                };
            };
        };
        /**
         * @description An event type, or `*` for all of them.
         * @enum {string}
         */
        EventFilter: "*" | "checkout.*" | "checkout.session.*" | "payment.*" | "refund.*" | "dispute.*" | "checkout.session.completed" | "checkout.session.extended" | "checkout.session.expired" | "checkout.session.async_payment_succeeded" | "checkout.session.async_payment_failed" | "payment.attempt_failed" | "payment.failed" | "payment.authorized" | "payment.captured" | "payment.capture_failed" | "payment.needs_review" | "payment.voided" | "payment.void_failed" | "payment.late_funds" | "payment.partially_funded" | "payment.overfunded" | "refund.created" | "refund.succeeded" | "refund.failed" | "dispute.opened" | "dispute.updated" | "dispute.closed" | "dispute.reopened";
        EventList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["Event"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        ExpandedCheckoutSession: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "checkout.session";
            /** @description Begins with cs_live_ or cs_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description `open` until it is paid or expires. `complete` and `expired` are final. */
            status: "open" | "complete" | "expired" | (string & {});
            /** @description `processing` while the outcome isn't known yet; `authorized` while the money is only reserved. Deliver the goods once it is `paid`. */
            paymentStatus: "unpaid" | "processing" | "authorized" | "paid" | (string & {});
            /** @description The payment page; null once the session is no longer open. */
            url: string | null;
            /** @description Amount in minor units of the currency (for example cents): what the customer is to pay or has paid, changed quantities, discount and tip included. */
            amount: components["schemas"]["Amount"];
            /** @description The parts of `amount`, which is `subtotal` - `discount` + `tip`; null if the customer can't change it. */
            amountDetails: components["schemas"]["AmountDetails"] | null;
            /** @description Three-letter ISO 4217 code, in upper case. */
            currency: string;
            /** @description Where the customer goes when the payment completes, as you sent it. */
            successUrl: string;
            /** @description Where the customer goes after cancelling, as you sent it. */
            cancelUrl: string | null;
            /** @description The purchased items. Together with `adjustments` they add up to `amount`, without the discount of a promotion code and the tip. */
            lineItems: components["schemas"]["SessionLineItem"][] | null;
            /** @description Discounts, shipping, tax and the like. */
            adjustments: components["schemas"]["Adjustment"][] | null;
            /** @description One sentence about the purchase, shown on the payment page. */
            description: string | null;
            /** @description The text for this purchase on the customer's card or bank statement. */
            statementDescriptor: string | null;
            /** @description Language of the payment page as a BCP 47 tag, or `auto` for the browser's. */
            locale: string;
            /** @description The customer's e-mail address: as you sent it, or as the customer entered it if you let the page ask for it. */
            customerEmail: string | null;
            /** @description Your own id for the purchase. */
            clientReferenceId: string | null;
            /** @description Your own notes. */
            metadata: components["schemas"]["Metadata"] | null;
            /** @description Whether the money is captured at once or by a later call. */
            captureMethod: components["schemas"]["CaptureMethod"];
            /** @description The payment methods to offer; null for all methods. */
            paymentMethods: components["schemas"]["PaymentMethod"][] | null;
            /** @description The only connector account at which it can be paid; null if your routing chooses. */
            connectorAccount: string | null;
            /** @description What the payment page asks the customer for; null for nothing. */
            collect: components["schemas"]["Collect"] | null;
            /** @description What the customer entered for `collect` at the last attempt to pay; null before the first attempt and if nothing is asked for. */
            collected: components["schemas"]["Collected"] | null;
            /** @description The codes that the customer can enter; null for none. */
            promotionCodes: components["schemas"]["PromotionCode"][] | null;
            /** @description The tips that the payment page offers; null for none. */
            tips: components["schemas"]["Tips"] | null;
            /** @description The payment's id, or with `expand=payment` the payment; null before the first attempt. */
            payment: string | components["schemas"]["Payment"] | null;
            /** @description Sandbox only: the clock that sets the session's time; null for real time. */
            clock: string | null;
            /** @description The payment link with which the customer started it; null without one. */
            paymentLink: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires or expired, unless it was completed before.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was completed; null if it isn't complete.
             */
            completedAt: string | null;
            /** @description What needs your attention before the session can be paid; empty if nothing does. */
            warnings: components["schemas"]["Warning"][];
        };
        ExpectedTransfer: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "expected_transfer";
            /** @description Begins with etr_live_ or etr_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The checkout session that it pays. */
            session: string;
            /** @description The bank account to which the customer was asked to pay. */
            account: string;
            /** @description `open` until enough arrives. `paid` is final. `ended`: given up; money that arrives now is late. */
            status: "open" | "paid" | "ended" | (string & {});
            /** @description The amount in minor units. */
            amount: components["schemas"]["Amount"];
            /** @description The amount's currency. */
            currency: string;
            /** @description What arrived and stays, in minor units: without what is returned to the payer, and less what banks took back. */
            amountReceived: components["schemas"]["Amount"];
            /** @description The reference that the customer was given. */
            reference: string;
            /**
             * Format: date-time
             * @description From when on money is late.
             */
            expiresAt: string;
            /** @description If more money arrived for a transfer that was over, the id of that transfer. This one is late funds and wasn't requested from the customer. */
            follows: string | null;
            /**
             * Format: date-time
             * @description The time at which Kassa requested it from the customer.
             */
            createdAt: string;
            instructions: components["schemas"]["CustomerTransferInstructions"];
        };
        ExpectedTransferList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["ListedExpectedTransfer"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        Export: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "export";
            /** @description Begins with exp_live_ or exp_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description What is exported.
             * @enum {string}
             */
            resource: "payments";
            /** @description The format of the file. */
            format: "csv" | "xlsx" | (string & {});
            filters: components["schemas"]["PaymentFilters"];
            /** @description The columns of the file, in order. */
            columns: string[];
            /** @description `completed`: the content can be downloaded. A `running` export continues automatically, even after a crash. */
            status: "pending" | "running" | "completed" | "failed" | (string & {});
            /** @description Why it failed. `too_large`: the sheets of an XLSX file would exceed 4 GB; as CSV there is no limit. */
            failureReason: "too_large" | "internal_error" | (string & {}) | null;
            /** @description The number of payments stored so far. */
            rows: number;
            /**
             * Format: date-time
             * @description The creation time of the last of these payments. Newer payments come first, so in a range of days it shows the progress of the export.
             */
            reachedAt: string | null;
            /**
             * Format: date-time
             * @description When the export was requested.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When all rows were stored.
             */
            completedAt: string | null;
            /**
             * Format: date-time
             * @description When the export is deleted.
             */
            expiresAt: string;
        };
        ExportList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["Export"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        FeesReport: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "report";
            /** @description Which report it is. */
            report: "payments" | "refunds" | "disputes" | "fees" | "payouts" | (string & {});
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: date-time
             * @description Its first moment.
             */
            from: string;
            /**
             * Format: date-time
             * @description The first moment after it.
             */
            before: string;
            /** @description Whether all of it is in closed months, so that it doesn't change. */
            closed: boolean;
            /** @description A line for each transaction of the ledger, oldest first. */
            data: components["schemas"]["FeesReportLine"][];
            /** @description The sums, by currency. */
            totals: components["schemas"]["FeesReportTotal"][];
        };
        FeesReportLine: {
            /**
             * Format: date-time
             * @description The date of the ledger's transaction.
             */
            date: string;
            /** @description What was posted. */
            kind: string;
            /** @description The ledger's transaction. */
            transaction: string;
            /** @description The attempt, capture, refund, dispute, settlement line or payout that posted it. */
            source: string;
            /** @description The payment. Null if it isn't known or there is none. */
            payment: string | null;
            /** @description `clientReferenceId` of the payment's checkout session. Null if it isn't known or there is none. */
            orderReference: string | null;
            /** @description The account at the PSP whose money it moved. */
            connectorAccount: string;
            /** @description The PSP's reference of the charge, refund, dispute or payout. Null if it isn't known or there is none. */
            pspReference: string | null;
            /** @description The PSP's reference of the settlement line. Null if it isn't known or there is none. */
            settlementLine: string | null;
            /** @description The PSP's reference of the payout that pays it. Null if it isn't known or there is none. */
            settlementBatch: string | null;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Minor units; negative if the PSP gave a fee back. */
            amount: number;
            /** @description The ledger's account of the fee: `processing_fees`, or `fees` of disputes. */
            account: string;
        };
        FeesReportTotal: {
            /** @description ISO 4217 code. */
            currency: string;
            /** @description The number of lines in this currency. */
            lines: number;
            /** @description The sum of `amount`, in minor units. */
            amount: number;
        };
        IgnoreBankEntryRequest: {
            /** @description The number of the transaction within the entry, if the entry books several. Leave it out for all other entries. */
            transaction?: number;
        };
        ImportedStatement: {
            /** @description The bank account's id. */
            account: string;
            /** @description The bank's id of the statement. */
            statementId: string | null;
            /** @description The bank's number of the statement. */
            sequence: string | null;
            /** @description The first day of the statement, as the bank wrote it. */
            from: string | null;
            /** @description The last day of the statement, as the bank wrote it. */
            to: string | null;
            /** @description The opening balance; null if the file has none. */
            opening: components["schemas"]["StatementBalance"] | null;
            /** @description The closing balance; null if the file has none. */
            closing: components["schemas"]["StatementBalance"] | null;
            /** @description Whether the opening balance plus the booked entries is the closing balance. If not, entries may be missing. Null if this can't be checked. */
            addsUp: boolean | null;
            /** @description The number of its entries. */
            entries: number;
        };
        /** @description What happens to late funds, and to the part of a transfer that exceeds the requested amount. */
        LateFunds: "refund" | "keep" | (string & {});
        /**
         * @description What happens to late funds, and to the part of a transfer that exceeds the requested amount.
         * @enum {string}
         */
        LateFundsInput: "refund" | "keep";
        LedgerDifference: {
            /** @description `exception`: settlement lines that Kassa can't explain. `not_settled`: payments, refunds and disputes that settlement lines haven't cleared. */
            kind: "exception" | "not_settled" | (string & {});
            /** @description The account at the PSP. */
            connectorAccount: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description How many there are. */
            count: number;
            /** @description Minor units: the lines' gross amounts, or what is left in psp_clearing. */
            amount: number;
            /** @description The ids of up to 20: settlement lines; attempts, captures, refunds and disputes. */
            examples: string[];
        };
        LedgerDifferenceList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description The differences. */
            data: components["schemas"]["LedgerDifference"][];
            /** @description The accounts whose imports haven't reached the month's end. The month can be closed if both lists are empty. */
            incompleteImports: components["schemas"]["LedgerIncompleteImport"][];
        };
        LedgerEntry: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "ledger.entry";
            /** @description Begins with lte_live_ or lte_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The entry's transaction. Its entries sum to zero and were posted together. */
            transaction: string;
            /** @description The kind of transaction; the guide to the ledger describes each. */
            kind: "authorized" | "captured" | "released" | "refund_created" | "refund_succeeded" | "dispute_opened" | "dispute_fee" | "dispute_returned" | "dispute_won" | "dispute_lost" | "dispute_loss_undone" | "late_received" | "late_returned" | "late_kept" | "capture_failed" | "refund_failed" | "refund_returned" | "dispute_retaken" | "late_refund_returned" | "settled" | "exchanged" | "settlement_fee" | "settlement_exchange" | "settlement_reserve" | "settlement_unmatched" | "settlement_matched" | "paid_out" | "payout_arrived" | (string & {});
            /** @description Id of the object that caused it: an attempt, a capture, a void, a call-off, a refund, a dispute or a settlement line. */
            source: string;
            /** @description The transaction that this one reverses; null if it isn't a reversal. */
            reverses: string | null;
            /** @description Id of the payment; null for what a PSP booked that belongs to no payment, such as a payout. */
            payment: string | null;
            /** @description The account at the PSP whose money it moves. In the sandbox, it may be your account at the simulated PSP. */
            connectorAccount: string;
            /** @description The account that the amount is posted to. */
            account: "customer_funds_receivable" | "authorized_funds" | "psp_clearing" | "psp_receivable" | "in_transit" | "bank" | "merchant_payable" | "refunds" | "disputes" | "fees" | "processing_fees" | "fx" | "reserves" | "adjustments" | "surplus" | (string & {});
            /** @description ISO 4217 code. */
            currency: string;
            /**
             * Format: int64
             * @description Minor units. A debit is positive, a credit negative; never 0.
             */
            amount: number;
            /**
             * Format: date-time
             * @description When it was posted, in the clock's time if the session has a clock.
             */
            createdAt: string;
        };
        LedgerEntryList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["LedgerEntry"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        LedgerIncompleteImport: {
            /** @description The connector account or bank account. */
            account: string;
            /** @description The time up to which all bookings are imported, or for a bank account the last day, such as 2026-10-31. Null if nothing is imported. */
            completeUntil: string | null;
            /** @description What to run or to hand over. */
            detail: string;
        };
        LedgerPeriod: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "ledger.period";
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description A calendar month in UTC, as 2026-11. */
            month: string;
            /** @description `reopened` months can be posted in, until they are closed again. */
            status: "closed" | "reopened" | (string & {});
            /**
             * Format: date-time
             * @description When it was last closed.
             */
            closedAt: string;
            /** @description Those despite which it was closed. */
            differences: components["schemas"]["LedgerDifference"][];
            /** @description The accounts whose imports hadn't reached the end of the month when it was closed. */
            incompleteImports: components["schemas"]["LedgerIncompleteImport"][];
            /** @description Why it was reopened; null if it is closed. */
            reason: string | null;
        };
        LedgerPeriodList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description The months. */
            data: components["schemas"]["LedgerPeriod"][];
        };
        LineItem: {
            /** @description The name of the item. */
            name: string;
            /** @description The quantity. */
            quantity: number;
            /** @description The price of one unit, in minor units of the currency; 0 for a free item. */
            unitAmount: components["schemas"]["AmountInput"];
            /** @description A picture of the item: PNG, JPEG or WebP of at most 1 MiB. Kassa fetches it, and customers' browsers load it from Kassa. */
            imageUrl?: string;
            adjustableQuantity?: components["schemas"]["AdjustableQuantityInput"];
        };
        ListedExpectedTransfer: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "expected_transfer";
            /** @description Begins with etr_live_ or etr_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The checkout session that it pays. */
            session: string;
            /** @description The bank account to which the customer was asked to pay. */
            account: string;
            /** @description `open` until enough arrives. `paid` is final. `ended`: given up; money that arrives now is late. */
            status: "open" | "paid" | "ended" | (string & {});
            /** @description The amount in minor units. */
            amount: components["schemas"]["Amount"];
            /** @description The amount's currency. */
            currency: string;
            /** @description What arrived and stays, in minor units: without what is returned to the payer, and less what banks took back. */
            amountReceived: components["schemas"]["Amount"];
            /** @description The reference that the customer was given. */
            reference: string;
            /**
             * Format: date-time
             * @description From when on money is late.
             */
            expiresAt: string;
            /** @description If more money arrived for a transfer that was over, the id of that transfer. This one is late funds and wasn't requested from the customer. */
            follows: string | null;
            /**
             * Format: date-time
             * @description The time at which Kassa requested it from the customer.
             */
            createdAt: string;
        };
        Logo: {
            /** @description The address from which the page loads it. Each upload gets a new address. */
            url: string;
            /** @description The media type of the picture. */
            mediaType: "image/png" | "image/jpeg" | "image/webp" | "image/svg+xml" | (string & {});
            /** @description The width of the picture in pixels. */
            width: number;
            /** @description The height of the picture in pixels. */
            height: number;
        };
        MatchBankEntryRequest: {
            /** @description The expected transfer that the money is for. Send this or `session`. */
            expectedTransfer?: string;
            /** @description The checkout session that the money is for: its newest expected transfer. */
            session?: string;
            /** @description The number of the transaction within the entry, if the entry books several. Leave it out for all other entries. */
            transaction?: number;
        };
        MatchSuggestion: {
            /** @description A transfer for which the money may be. */
            expectedTransfer: string;
            /** @description What speaks for it. */
            reasons: components["schemas"]["SuggestionReason"][];
        };
        MerchantBankAccount: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "bank_account";
            /** @description Begins with bac_live_ or bac_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            type: components["schemas"]["BankAccountType"];
            /** @description The account's holder, as banks know it. */
            holder: string;
            /** @description The account's currency. */
            currency: string;
            /** @description The IBAN without spaces; null for other types. */
            iban: string | null;
            /** @description The QR-IBAN without spaces; null for other types. */
            qrIban: string | null;
            /** @description The bank's BIC. */
            bic: string | null;
            /** @description The sort code: 6 digits; null for other types. */
            sortCode: string | null;
            /** @description The account number: 8 digits; null for other types. */
            accountNumber: string | null;
            /** @description The Pix key; null for other types. */
            pixKey: string | null;
            /** @description The UPI id; null for other types. */
            upiId: string | null;
            /** @description The holder's address. */
            address: components["schemas"]["AccountAddress"] | null;
            /** @description A name for your own use. */
            label: string | null;
            /** @description Other identifications by which bank statements name the account. */
            statementAccounts: string[];
            /** @description A disabled account takes no new payments. */
            status: "enabled" | "disabled" | (string & {});
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        MerchantBankAccountList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["MerchantBankAccount"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        /** @description Your own notes: at most 50 keys, each with a text of at most 500 characters. */
        Metadata: {
            [key: string]: string;
        };
        /** @description Metadata that is merged by key: null deletes a key, and keys that are not named stay. */
        MetadataChange: {
            [key: string]: string | null;
        };
        /** @description Your own notes: at most 50 keys, each with a text of at most 500 characters. */
        MetadataInput: {
            [key: string]: string;
        };
        MethodCapabilities: {
            capture: components["schemas"]["CaptureCapability"];
            /** @description The number of days after the payment in which the PSP refunds it; null if the PSP states no limit. */
            refundDays: number | null;
        };
        /**
         * @description `live` moves real money, `sandbox` does not. Neither mode can see objects of the other.
         * @enum {string}
         */
        Mode: "live" | "sandbox";
        /** @description Where it was requested: `kassa`, by the API or by Kassa itself, or `psp`, at the PSP's own dashboard. */
        MovementOrigin: "kassa" | "psp" | (string & {});
        /** @description `pending` until the PSP has accepted or refused it. */
        MovementStatus: "pending" | "succeeded" | "failed" | (string & {});
        PageColors: {
            light: components["schemas"]["SchemeColors"];
            dark: components["schemas"]["SchemeColors"];
        };
        PageText: {
            /** @description Your own sentence above the button that pays. Plain text. */
            submitNote: string | null;
            /** @description Your own sentence on the page once it is paid. Plain text. */
            paidNote: string | null;
        };
        PassedOverAccount: {
            /** @description The account that wasn't used. */
            connectorAccount: string;
            /** @description `begin_failed`: the PSP created no payment page; see the previous attempt. `circuit_open`: the PSP didn't answer several times in a row, so the account is used last for 30 seconds. `other_account`: the session names another account. */
            reason: "begin_failed" | "circuit_open" | "other_account" | (string & {});
        };
        Payment: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "payment";
            /** @description Begins with pay_live_ or pay_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description Id of the checkout session that it pays. */
            session: string;
            /** @description The state of the payment. Refunds don't change it; the amounts show them. */
            status: "requires_payment_method" | "processing" | "requires_action" | "needs_review" | "authorized" | "captured" | "voided" | "failed" | (string & {});
            /** @description ISO 4217 code, in upper case. */
            currency: string;
            /** @description Whether the money is captured at once or by a later call. */
            captureMethod: components["schemas"]["CaptureMethod"];
            /** @description How the customer last tried to pay, or paid. */
            method: components["schemas"]["PaymentMethod"] | null;
            /** @description The requested amount, in minor units. */
            amount: components["schemas"]["Amount"];
            /** @description The amount that the customer's bank authorized. It differs from `amount` only if you accepted that in a review. */
            amountAuthorized: components["schemas"]["Amount"];
            /** @description The amount that can be captured now. */
            amountCapturable: components["schemas"]["Amount"];
            /** @description The captured amount. */
            amountCaptured: components["schemas"]["Amount"];
            /** @description The amount of captures that the PSP hasn't decided yet. */
            amountCapturePending: components["schemas"]["Amount"];
            /** @description The refunded part of the captured amount. */
            amountRefunded: components["schemas"]["Amount"];
            /** @description The amount of refunds that haven't succeeded or failed yet. */
            amountRefundPending: components["schemas"]["Amount"];
            /** @description The amount that banks hold back or have kept in chargebacks. Disputes of late funds (`late: true`) aren't counted in it. */
            amountDisputed: components["schemas"]["Amount"];
            /** @description The amount of a bank transfer that has arrived, for the attempt that paid, or otherwise for the newest one. For a payment that needs or needed a review, the approved amount, for any method. In all other cases, and before any money has arrived, null. */
            amountReceived: components["schemas"]["Amount"] | null;
            /** @description Late funds, and the surplus of a transfer that exceeded the requested amount. Not part of the other amounts. */
            amountLate: components["schemas"]["Amount"];
            /** @description The session's `customerEmail`. */
            customerEmail: string | null;
            /** @description The session's `clientReferenceId`: your own id for the purchase. */
            clientReferenceId: string | null;
            /** @description Your own notes: the session's metadata when the payment was created, with your later changes. */
            metadata: components["schemas"]["Metadata"] | null;
            /** @description What your staff has marked the payment with, sorted. */
            tags: string[];
            /**
             * Format: date-time
             * @description The deadline for captures, after which the authorization lapses. Null when nothing is left to capture.
             */
            captureBefore: string | null;
            /** @description All attempts to pay, oldest first. */
            attempts: components["schemas"]["Attempt"][];
            /** @description Captures of the authorization, including failed ones, newest first. `captures` and `voids` together hold the newest 10. Empty if the money was captured at once. */
            captures: components["schemas"]["Capture"][];
            /** @description Releases of the authorization, including failed ones, newest first. */
            voids: components["schemas"]["Void"][];
            /** @description The newest 10 refunds, newest first. */
            refunds: components["schemas"]["Refund"][];
            /** @description Newest first. */
            disputes: components["schemas"]["Dispute"][];
            /** @description Sandbox only: the id of its clock. */
            clock: string | null;
            /**
             * Format: date-time
             * @description When the customer first tried to pay.
             */
            createdAt: string;
        };
        PaymentAttemptFailedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "payment.attempt_failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Payment"];
            };
        };
        PaymentAuthorizedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "payment.authorized";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Payment"];
            };
        };
        PaymentCaptureFailedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "payment.capture_failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Payment"];
            };
        };
        PaymentCapturedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "payment.captured";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Payment"];
            };
        };
        PaymentFailedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "payment.failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Payment"];
            };
        };
        /** @description The filters of `GET /api/payments`. Left out: all payments. */
        PaymentFilters: {
            /**
             * Format: date-time
             * @description Only payments created at or after this time.
             */
            createdAfter?: string;
            /**
             * Format: date-time
             * @description Only payments created before this time.
             */
            createdBefore?: string;
            /** @description Only payments with this status. */
            status?: "requires_payment_method" | "processing" | "requires_action" | "needs_review" | "authorized" | "captured" | "voided" | "failed" | (string & {});
            /**
             * Format: int64
             * @description Only payments of this amount, in minor units.
             */
            amount?: number;
            /** @description Only payments in this currency. */
            currency?: string;
            /** @description Only the payment of this checkout session. */
            session?: string;
            /** @description Only payments with this reference. */
            clientReferenceId?: string;
            /** @description Only payments of this customer; upper and lower case are equal. */
            customerEmail?: string;
            /** @description Only payments with an attempt by a card or bank account whose number ends with these characters. */
            last4?: string;
            /** @description Only payments with an attempt by this method. */
            method?: "card" | "wallet" | "bank_debit" | "bank_transfer" | (string & {});
            /** @description Only payments with an attempt through this connector. */
            connector?: "sandbox" | "stripe" | "mollie" | "paypal" | "adyen" | "bank_transfer" | (string & {});
            /** @description Only payments with this tag. */
            tag?: string;
            /** @description Only payments with an attempt that was declined for this reason, even if they were paid later. */
            declineReason?: "generic_decline" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "incorrect_postal_code" | "incorrect_number" | "lost_card" | "stolen_card" | "fraudulent" | "card_velocity_exceeded" | "do_not_honor" | "card_not_supported" | "currency_not_supported" | "withdrawal_limit_exceeded" | "debit_not_authorized" | "account_closed" | "processing_error" | "authentication_failed" | "authentication_required" | "abandoned" | (string & {});
            /** @description A text, interpreted by its form: a Kassa id, a PSP's reference, an e-mail address, the beginning of it, of the last word before its @ (`lovelace` of ada.lovelace@shop.example) or of its domain (`@shop`), your reference, the last four digits of a card or a bank account, or an amount such as 25.99, 25.99 EUR or 2599 (whole numbers are tried as minor and as major units). */
            search?: string;
        };
        /** @description The filters of `GET /api/payments`. Left out: all payments. */
        PaymentFiltersInput: {
            /**
             * Format: date-time
             * @description Only payments created at or after this time.
             */
            createdAfter?: string;
            /**
             * Format: date-time
             * @description Only payments created before this time.
             */
            createdBefore?: string;
            /**
             * @description Only payments with this status.
             * @enum {string}
             */
            status?: "requires_payment_method" | "processing" | "requires_action" | "needs_review" | "authorized" | "captured" | "voided" | "failed";
            /**
             * Format: int64
             * @description Only payments of this amount, in minor units.
             */
            amount?: number;
            /** @description Only payments in this currency. */
            currency?: string;
            /** @description Only the payment of this checkout session. */
            session?: string;
            /** @description Only payments with this reference. */
            clientReferenceId?: string;
            /** @description Only payments of this customer; upper and lower case are equal. */
            customerEmail?: string;
            /** @description Only payments with an attempt by a card or bank account whose number ends with these characters. */
            last4?: string;
            /**
             * @description Only payments with an attempt by this method.
             * @enum {string}
             */
            method?: "card" | "wallet" | "bank_debit" | "bank_transfer";
            /**
             * @description Only payments with an attempt through this connector.
             * @enum {string}
             */
            connector?: "sandbox" | "stripe" | "mollie" | "paypal" | "adyen" | "bank_transfer";
            /** @description Only payments with this tag. */
            tag?: string;
            /**
             * @description Only payments with an attempt that was declined for this reason, even if they were paid later.
             * @enum {string}
             */
            declineReason?: "generic_decline" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "incorrect_postal_code" | "incorrect_number" | "lost_card" | "stolen_card" | "fraudulent" | "card_velocity_exceeded" | "do_not_honor" | "card_not_supported" | "currency_not_supported" | "withdrawal_limit_exceeded" | "debit_not_authorized" | "account_closed" | "processing_error" | "authentication_failed" | "authentication_required" | "abandoned";
            /** @description A text, interpreted by its form: a Kassa id, a PSP's reference, an e-mail address, the beginning of it, of the last word before its @ (`lovelace` of ada.lovelace@shop.example) or of its domain (`@shop`), your reference, the last four digits of a card or a bank account, or an amount such as 25.99, 25.99 EUR or 2599 (whole numbers are tried as minor and as major units). */
            search?: string;
        };
        PaymentLateFundsEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "payment.late_funds";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Payment"];
            };
        };
        PaymentLink: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "payment_link";
            /** @description Begins with pl_live_ or pl_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The page to share. Opening it creates nothing. */
            url: string;
            /** @description What you call the link. Customers don't see it. */
            name: string;
            /** @description Whether customers can start to pay. */
            active: boolean;
            /** @description Amount in minor units of the currency (for example cents). */
            amount: components["schemas"]["Amount"];
            /** @description Three-letter ISO 4217 code, in upper case. */
            currency: string;
            /** @description The purchased items. Together with `adjustments` they add up to `amount`, without the discount of a promotion code and the tip. */
            lineItems: components["schemas"]["SessionLineItem"][] | null;
            /** @description Discounts, shipping, tax and the like. */
            adjustments: components["schemas"]["Adjustment"][] | null;
            /** @description One sentence about the purchase, shown on the payment page. */
            description: string | null;
            /** @description The text for this purchase on the customer's card or bank statement. */
            statementDescriptor: string | null;
            /** @description Language of the payment page as a BCP 47 tag, or `auto` for the browser's. */
            locale: string;
            /** @description Whether the money is captured at once or by a later call. */
            captureMethod: components["schemas"]["CaptureMethod"];
            /** @description The payment methods to offer; null for all methods. */
            paymentMethods: components["schemas"]["PaymentMethod"][] | null;
            /** @description What the payment page asks the customer for; null for nothing. */
            collect: components["schemas"]["Collect"] | null;
            /** @description The codes that the customer can enter; null for none. */
            promotionCodes: components["schemas"]["PromotionCode"][] | null;
            /** @description The tips that the payment page offers; null for none. */
            tips: components["schemas"]["Tips"] | null;
            /** @description Where customers go when they have paid; null if they stay on the payment page. */
            successUrl: string | null;
            /** @description Your own id, which all its sessions have. */
            clientReferenceId: string | null;
            /** @description Your own notes. New sessions of the link get a copy. */
            metadata: components["schemas"]["Metadata"] | null;
            /** @description The number of customers who can pay; null for any number. */
            maxPayments: number | null;
            /** @description The number of its complete sessions. */
            completedSessions: number;
            /**
             * Format: date-time
             * @description The time until which customers can start to pay; null for no end.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        PaymentLinkList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["PaymentLink"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        PaymentList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["Payment"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        /** @description How a customer pays. */
        PaymentMethod: "card" | "wallet" | "bank_debit" | "bank_transfer" | (string & {});
        /**
         * @description How a customer pays.
         * @enum {string}
         */
        PaymentMethodInput: "card" | "wallet" | "bank_debit" | "bank_transfer";
        PaymentNeedsReviewEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "payment.needs_review";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Payment"];
            };
        };
        PaymentNote: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "payment_note";
            /** @description The note's id. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The id of the payment. */
            payment: string;
            /** @description Who wrote it: `person` with an e-mail address, or `API key` with its id, as in the audit log. */
            author: string;
            /** @description What it says. */
            text: string;
            /**
             * Format: date-time
             * @description When it was written.
             */
            createdAt: string;
        };
        PaymentNoteList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["PaymentNote"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        PaymentOverfundedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "payment.overfunded";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Payment"];
            };
        };
        PaymentPartiallyFundedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "payment.partially_funded";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Payment"];
            };
        };
        PaymentVoidFailedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "payment.void_failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Payment"];
            };
        };
        PaymentVoidedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "payment.voided";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Payment"];
            };
        };
        PaymentsReport: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "report";
            /** @description Which report it is. */
            report: "payments" | "refunds" | "disputes" | "fees" | "payouts" | (string & {});
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: date-time
             * @description Its first moment.
             */
            from: string;
            /**
             * Format: date-time
             * @description The first moment after it.
             */
            before: string;
            /** @description Whether all of it is in closed months, so that it doesn't change. */
            closed: boolean;
            /** @description A line for each transaction of the ledger, oldest first. */
            data: components["schemas"]["PaymentsReportLine"][];
            /** @description The sums, by currency. */
            totals: components["schemas"]["PaymentsReportTotal"][];
        };
        PaymentsReportLine: {
            /**
             * Format: date-time
             * @description The date of the ledger's transaction.
             */
            date: string;
            /** @description What was posted. */
            kind: string;
            /** @description The ledger's transaction. */
            transaction: string;
            /** @description The attempt, capture, refund, dispute, settlement line or payout that posted it. */
            source: string;
            /** @description The payment. Null if it isn't known or there is none. */
            payment: string | null;
            /** @description `clientReferenceId` of the payment's checkout session. Null if it isn't known or there is none. */
            orderReference: string | null;
            /** @description The account at the PSP whose money it moved. */
            connectorAccount: string;
            /** @description The PSP's reference of the charge, refund, dispute or payout. Null if it isn't known or there is none. */
            pspReference: string | null;
            /** @description The PSP's reference of the settlement line. Null if it isn't known or there is none. */
            settlementLine: string | null;
            /** @description The PSP's reference of the payout that pays it. Null if it isn't known or there is none. */
            settlementBatch: string | null;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description The money that the payment brought, in minor units. */
            amount: number;
            /** @description The PSP's fee, in minor units of `feeCurrency`; null until the payment is settled. */
            fee: number | null;
            /** @description The currency of the fee. Null if it isn't known or there is none. */
            feeCurrency: string | null;
        };
        PaymentsReportTotal: {
            /** @description ISO 4217 code. */
            currency: string;
            /** @description The number of lines in this currency. */
            lines: number;
            /** @description The sum of `amount`, in minor units. */
            amount: number;
            /** @description The sum of `fee`, in minor units. */
            fee: number;
        };
        PayoutsReport: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "report";
            /** @description Which report it is. */
            report: "payments" | "refunds" | "disputes" | "fees" | "payouts" | (string & {});
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: date-time
             * @description Its first moment.
             */
            from: string;
            /**
             * Format: date-time
             * @description The first moment after it.
             */
            before: string;
            /** @description Whether all of it is in closed months, so that it doesn't change. */
            closed: boolean;
            /** @description A line for each transaction of the ledger, oldest first. */
            data: components["schemas"]["PayoutsReportLine"][];
            /** @description The sums, by currency. */
            totals: components["schemas"]["PayoutsReportTotal"][];
        };
        PayoutsReportLine: {
            /**
             * Format: date-time
             * @description The date of the ledger's transaction.
             */
            date: string;
            /** @description What was posted. */
            kind: string;
            /** @description The ledger's transaction. */
            transaction: string;
            /** @description The attempt, capture, refund, dispute, settlement line or payout that posted it. */
            source: string;
            /** @description The payment. Null if it isn't known or there is none. */
            payment: string | null;
            /** @description `clientReferenceId` of the payment's checkout session. Null if it isn't known or there is none. */
            orderReference: string | null;
            /** @description The account at the PSP whose money it moved. */
            connectorAccount: string;
            /** @description The PSP's reference of the charge, refund, dispute or payout. Null if it isn't known or there is none. */
            pspReference: string | null;
            /** @description The PSP's reference of the settlement line. Null if it isn't known or there is none. */
            settlementLine: string | null;
            /** @description The PSP's reference of the payout that pays it. Null if it isn't known or there is none. */
            settlementBatch: string | null;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description The amount that the PSP paid out, in minor units; negative if a payout came back. */
            amount: number;
            /** @description The PSP's fee for the payout, in minor units. */
            fee: number;
            /** @description What a bank statement shows of it, in minor units. */
            arrived: number;
        };
        PayoutsReportTotal: {
            /** @description ISO 4217 code. */
            currency: string;
            /** @description The number of lines in this currency. */
            lines: number;
            /** @description The sum of `amount`, in minor units. */
            amount: number;
            /** @description The sum of `fee`, in minor units. */
            fee: number;
            /** @description The sum of `arrived`, in minor units. */
            arrived: number;
        };
        /** @description Problem details (RFC 9457). */
        Problem: {
            /**
             * Format: uri
             * @description The URL of the code's documentation.
             */
            type: string;
            /** @description A short summary, the same for every occurrence of the code. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What is wrong with this request, and what to change. */
            detail: string;
            code: components["schemas"]["ProblemCode"];
            /** @description A JSON pointer to the field, or the name of the query parameter or header. */
            param?: string;
            /** @description All errors, if the request has several. The problem itself describes the first of them. */
            errors?: {
                /** @description What is wrong with this request, and what to change. */
                detail: string;
                code: components["schemas"]["ProblemCode"];
                /** @description A JSON pointer to the field, or the name of the query parameter or header. */
                param?: string;
            }[];
            /** @description The same as the header X-Request-Id. */
            requestId: string;
            /**
             * Format: uri
             * @description The same as `type`.
             */
            docUrl: string;
        };
        /** @description Codes never change; later versions can add more. */
        ProblemCode: "json_invalid" | "json_not_object" | "json_duplicate_key" | "json_too_deep" | "encoding_invalid" | "request_malformed" | "unknown_field" | "parameter_missing" | "parameter_invalid" | "body_too_large" | "media_type_unsupported" | "request_timeout" | "expectation_failed" | "method_not_allowed" | "host_unknown" | "not_found" | "version_unknown" | "authentication_failed" | "key_in_url" | "scope_missing" | "sign_in_required" | "second_factor_required" | "origin_refused" | "role_forbids" | "invitation_invalid" | "reset_invalid" | "reset_refused" | "account_exists" | "already_member" | "owner_exists" | "last_owner" | "address_not_allowed" | "rate_limited" | "amount_invalid" | "currency_invalid" | "url_invalid" | "url_not_allowed" | "url_forbidden" | "text_invalid" | "pan_in_field" | "line_items_mismatch" | "expires_at_invalid" | "payment_methods_unsuitable" | "locale_invalid" | "metadata_invalid" | "clock_not_found" | "clock_not_allowed" | "clock_time_invalid" | "cursor_invalid" | "idempotency_key_invalid" | "idempotency_key_reused" | "idempotency_key_in_flight" | "session_not_open" | "session_not_paid" | "payment_in_progress" | "payment_not_capturable" | "payment_not_voidable" | "payment_not_reviewable" | "review_not_possible" | "payment_not_refundable" | "payment_disputed" | "movement_in_progress" | "capture_exceeds_authorized" | "capture_must_be_final" | "refund_too_late" | "refund_exceeds_captured" | "movement_refused" | "clock_advancing" | "clock_in_use" | "clock_limit_reached" | "endpoint_limit_reached" | "endpoint_not_enabled" | "dispute_closed" | "dispute_not_respondable" | "file_limit_reached" | "evidence_missing" | "dispute_action_refused" | "file_invalid" | "file_too_large" | "file_type_unsupported" | "bank_account_exists" | "bank_account_limit_reached" | "bank_account_unknown" | "statement_invalid" | "settlement_report_invalid" | "bank_entry_not_open" | "bank_refunds_none" | "bank_refunds_unsure" | "ledger_period_not_closable" | "ledger_imports_incomplete" | "ledger_differences" | "report_too_large" | "export_not_ready" | "export_limit_reached" | "bank_refund_not_open" | "bank_refund_file_not_open" | "transfer_currency_differs" | "nothing_to_reverse" | "match_final" | "signature_invalid" | "credentials_invalid" | "credentials_refused" | "psp_unavailable" | "connector_account_not_found" | "connector_account_unsuitable" | "connector_account_incomplete" | "connector_account_in_use" | "connector_account_limit_reached" | "registration_not_possible" | "service_unavailable" | "movements_on_hold" | "internal_error" | (string & {});
        PromotionCode: {
            /** @description What the customer enters. Upper and lower case are equal. */
            code: string;
            /** @description The discount in percent of the items, with at most two decimals. */
            percentOff?: string;
            /**
             * Format: int64
             * @description The discount in minor units, at most the price of the items.
             */
            amountOff?: number;
        };
        PromotionCodeInput: {
            /** @description What the customer enters. Upper and lower case are equal. */
            code: string;
            /** @description The discount in percent of the items, with at most two decimals. */
            percentOff?: string;
            /**
             * Format: int64
             * @description The discount in minor units, at most the price of the items.
             */
            amountOff?: number;
        };
        ProvideDisputeEvidenceRequest: {
            texts?: components["schemas"]["DisputeEvidenceInput"];
            /** @description Ids of the dispute's files that are part of the evidence. Default: all its files. */
            files?: string[];
            /** @description Whether to send the evidence to the bank now: that of this request and what was saved before. The bank accepts evidence only once. Default: false. */
            submit?: boolean;
        };
        Receipt: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "receipt";
            /**
             * @description The version of the receipt format.
             * @enum {number}
             */
            version: 1;
            /** @description Begins with rct_live_ or rct_sandbox_. */
            id: string;
            /** @description The receipt number for people, such as 7XK3-9QPM-2WTA-6HZR. */
            number: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description Sandbox only: says that this is a test and that no money was paid. */
            notice: string | null;
            /** @description The installation that signed it: the origin of its public address. */
            issuer: string;
            /** @description The issuer's key that signed it: the RFC 7638 thumbprint of the key. */
            keyId: string;
            /** @description Id of the checkout session. */
            session: string;
            /** @description Id of the payment. */
            payment: string;
            merchant: components["schemas"]["ReceiptMerchant"];
            /** @description The description of the session. */
            description: string | null;
            /** @description The ordered items. Together with `adjustments` they add up to `amountOrdered`, or to the subtotal of `amountDetails`. */
            lineItems: components["schemas"]["ReceiptLineItem"][] | null;
            /** @description Discounts, shipping, tax and the like. */
            adjustments: components["schemas"]["ReceiptAdjustment"][] | null;
            /** @description The discount of a promotion code and the tip: `amountOrdered` is `subtotal` - `discount` + `tip`. Null if the customer couldn't change the amount. */
            amountDetails: components["schemas"]["AmountDetails"] | null;
            /** @description The amount of the order, in minor units. */
            amountOrdered: components["schemas"]["Amount"];
            /** @description The paid amount, in minor units: the sum of all captures. Later refunds are not subtracted. */
            amount: components["schemas"]["Amount"];
            /** @description ISO 4217 code, in upper case. */
            currency: string;
            /** @description The captures, oldest first. */
            captures: components["schemas"]["ReceiptCapture"][];
            method: components["schemas"]["ReceiptMethod"];
            /**
             * Format: date-time
             * @description When the last capture was made.
             */
            paidAt: string;
            /**
             * Format: date-time
             * @description When the receipt was signed.
             */
            createdAt: string;
            /** @description The Ed25519 signature (RFC 8032) in base64url, over all other members as canonical JSON (RFC 8785) in UTF-8. */
            signature: string;
        };
        ReceiptAdjustment: {
            /** @description The type of adjustment. */
            type: "discount" | "shipping" | "tax" | "tip" | "surcharge" | (string & {});
            /** @description The name that customers read. */
            name: string;
            /**
             * Format: int64
             * @description In minor units: 0 or less for a discount, 0 or more for all others.
             */
            amount: number;
        };
        ReceiptBankAccount: {
            /** @description The last four characters of the IBAN. */
            last4: string;
        };
        ReceiptCapture: {
            /** @description The captured amount, in minor units. */
            amount: components["schemas"]["Amount"];
            /**
             * Format: date-time
             * @description When it was captured.
             */
            capturedAt: string;
        };
        ReceiptCard: {
            /** @description The brand, such as `visa`. */
            brand: string;
            /** @description The last four digits. */
            last4: string;
        };
        ReceiptLineItem: {
            /** @description The name of the item. */
            name: string;
            /** @description The quantity. */
            quantity: number;
            /** @description The price of one unit, in minor units of the currency. */
            unitAmount: components["schemas"]["Amount"];
        };
        /** @description The merchant that was paid. */
        ReceiptMerchant: {
            /** @description The tenant's id. Begins with ten_. */
            id: string;
            /** @description The name that customers saw when the receipt was signed. */
            name: string;
            /** @description The e-mail address for customers' questions. */
            supportEmail: string | null;
            /** @description The help page for customers. */
            supportUrl: string | null;
            /** @description The phone number for customers. */
            supportPhone: string | null;
        };
        /** @description How the customer paid. */
        ReceiptMethod: {
            /** @description How the customer paid. */
            type: components["schemas"]["PaymentMethod"];
            /** @description For cards only. */
            card: components["schemas"]["ReceiptCard"] | null;
            /** @description For direct debits only: the debited account. */
            bankAccount: components["schemas"]["ReceiptBankAccount"] | null;
        };
        Refund: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "refund";
            /** @description Begins with re_live_ or re_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description Id of the refunded payment. */
            payment: string;
            /** @description Id of the payment's checkout session. */
            session: string;
            /** @description The refunded amount, in minor units. */
            amount: components["schemas"]["Amount"];
            /** @description The payment's currency. */
            currency: string;
            /** @description `pending` until the PSP has decided. A refund that succeeded can still become `failed` when the customer's bank sends it back. */
            status: "pending" | "succeeded" | "failed" | (string & {});
            /** @description Whether it returns late funds or a surplus. If so, it isn't counted in `amountRefunded`. */
            late: boolean;
            /** @description Your reason, if you gave one. */
            reason: components["schemas"]["RefundReason"] | null;
            /** @description Where it was requested: `kassa`, by the API or by Kassa itself, or `psp`, at the PSP's dashboard. */
            origin: "kassa" | "psp" | (string & {});
            /** @description Why it failed. The codes are the same for all PSPs. */
            failureReason: "amount_too_large" | "authorization_lapsed" | "already_captured" | "already_voided" | "charge_disputed" | "insufficient_balance" | "account_closed" | "expired_card" | "lost_or_stolen_card" | "refused_by_psp" | "idempotency_key_reused" | (string & {}) | null;
            /**
             * Format: date-time
             * @description The PSP refuses the refund until then, and Kassa requests it again afterwards. Mollie takes a second refund of the same amount for a mistake for one hour. Null if nothing is delayed.
             */
            delayedUntil: string | null;
            /** @description The payment's `clientReferenceId`: your own id for the purchase. */
            clientReferenceId: string | null;
            /** @description Your own notes: the payment's metadata when the refund was created, with your later changes. */
            metadata: components["schemas"]["Metadata"] | null;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it succeeded or failed.
             */
            decidedAt: string | null;
        };
        RefundCreatedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "refund.created";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Refund"];
            };
        };
        RefundFailedEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "refund.failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Refund"];
            };
        };
        RefundList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["Refund"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        /** @description Why money is refunded. */
        RefundReason: "duplicate" | "fraudulent" | "requested_by_customer" | "other" | (string & {});
        /**
         * @description Why money is refunded.
         * @enum {string}
         */
        RefundReasonInput: "duplicate" | "fraudulent" | "requested_by_customer" | "other";
        RefundSucceededEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "refund.succeeded";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["Refund"];
            };
        };
        RefundsReport: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "report";
            /** @description Which report it is. */
            report: "payments" | "refunds" | "disputes" | "fees" | "payouts" | (string & {});
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * Format: date-time
             * @description Its first moment.
             */
            from: string;
            /**
             * Format: date-time
             * @description The first moment after it.
             */
            before: string;
            /** @description Whether all of it is in closed months, so that it doesn't change. */
            closed: boolean;
            /** @description A line for each transaction of the ledger, oldest first. */
            data: components["schemas"]["RefundsReportLine"][];
            /** @description The sums, by currency. */
            totals: components["schemas"]["RefundsReportTotal"][];
        };
        RefundsReportLine: {
            /**
             * Format: date-time
             * @description The date of the ledger's transaction.
             */
            date: string;
            /** @description What was posted. */
            kind: string;
            /** @description The ledger's transaction. */
            transaction: string;
            /** @description The attempt, capture, refund, dispute, settlement line or payout that posted it. */
            source: string;
            /** @description The payment. Null if it isn't known or there is none. */
            payment: string | null;
            /** @description `clientReferenceId` of the payment's checkout session. Null if it isn't known or there is none. */
            orderReference: string | null;
            /** @description The account at the PSP whose money it moved. */
            connectorAccount: string;
            /** @description The PSP's reference of the charge, refund, dispute or payout. Null if it isn't known or there is none. */
            pspReference: string | null;
            /** @description The PSP's reference of the settlement line. Null if it isn't known or there is none. */
            settlementLine: string | null;
            /** @description The PSP's reference of the payout that pays it. Null if it isn't known or there is none. */
            settlementBatch: string | null;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Minor units; negative if the customer got money. */
            amount: number;
            /** @description The PSP's fee, in minor units of `feeCurrency`; null until the payment is settled. */
            fee: number | null;
            /** @description The currency of the fee. Null if it isn't known or there is none. */
            feeCurrency: string | null;
        };
        RefundsReportTotal: {
            /** @description ISO 4217 code. */
            currency: string;
            /** @description The number of lines in this currency. */
            lines: number;
            /** @description The sum of `amount`, in minor units. */
            amount: number;
            /** @description The sum of `fee`, in minor units. */
            fee: number;
        };
        ReopenLedgerPeriodRequest: {
            /** @description A calendar month in UTC, as 2026-11. */
            month: string;
            /** @description Why it is reopened, for the audit log. */
            reason: string;
        };
        ResendEventRequest: {
            /** @description Only send the event to this endpoint, regardless of its event types. Default: to all endpoints that subscribe to the event's type. */
            endpoint?: string;
        };
        ReturnReason: {
            /** @description The code, such as AC04. */
            code: string | null;
            /** @description The bank's text. */
            text: string | null;
        };
        ReviewPaymentRequest: {
            /**
             * @description `accept` accepts the charge that the PSP approved instead of the requested one; `return` returns the money, and the customer can pay again.
             * @enum {string}
             */
            decision: "accept" | "return";
        };
        RotateConnectorCredentialsRequest: {
            /** @description The new credentials. Credentials that you don't send stay unchanged. */
            credentials: {
                [key: string]: string;
            };
            /**
             * @description For how long notifications that are signed with the previous credentials are accepted, too. 0 deletes the previous credentials at once, as after a leak.
             * @default 168
             */
            overlapHours: number;
        };
        RoutingSimulation: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "routing_simulation";
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description Minor units. */
            amount: number;
            /** @description The currency of the payment. */
            currency: string;
            /** @description How the customer would pay. */
            method: components["schemas"]["PaymentMethod"];
            /** @description When it would be captured. */
            captureMethod: components["schemas"]["CaptureMethod"];
            /** @description The customer's country; null: not known. */
            country: string | null;
            /** @description The accounts that can take the payment, in the order in which Kassa tries them. It tries the next one only if the PSP before it creates no payment page. Empty if no account can take the payment. */
            tried: components["schemas"]["TriedAccount"][];
            /** @description The accounts that aren't used, or are used last, and why. */
            passedOver: components["schemas"]["SimulatedPassedOver"][];
        };
        SandboxClock: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "sandbox.clock";
            /** @description Begins with clk_sandbox_. */
            id: string;
            /**
             * @description Clocks exist in the sandbox only.
             * @enum {string}
             */
            mode: "sandbox";
            /** @description A name for your own use. */
            name: string | null;
            /** @description `advancing` while an advance runs. */
            status: "ready" | "advancing" | (string & {});
            /**
             * Format: date-time
             * @description The time that the clock shows. It changes only when you advance the clock.
             */
            now: string;
            /**
             * Format: date-time
             * @description The target of the running advance; null while `ready`.
             */
            advancingTo: string | null;
            /**
             * Format: date-time
             * @description When the clock was created, in real time.
             */
            createdAt: string;
        };
        SandboxClockAdvance: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "sandbox.clock_advance";
            clock: components["schemas"]["SandboxClock"];
            /** @description The steps that ran so far, in order; at most 1,000. */
            ran: components["schemas"]["SandboxClockStep"][];
        };
        SandboxClockList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["SandboxClock"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        SandboxClockStep: {
            /**
             * Format: date-time
             * @description The clock's time.
             */
            at: string;
            /** @description What ran or changed. */
            what: "psp.advanced" | "attempt.checked" | "attempt.updated" | "capture.updated" | "void.updated" | "refund.updated" | "dispute.opened" | "dispute.updated" | "authorization.lapsed" | "checkout.session.expired" | "webhook_delivery.retried" | (string & {});
            /** @description The id of the object concerned; null for `psp.advanced`. */
            id: string | null;
        };
        SchemeColors: {
            /** @description The colour of buttons. */
            button: string;
            /** @description The colour of their border: that of the button, or a shade that stands out where the button doesn't. */
            buttonBorder: string;
            /** @description The colour of the text on buttons. */
            buttonText: string;
            /** @description The colour of links. */
            link: string;
            /** @description Whether the shade of buttons or links differs from the brand colour. */
            adjusted: boolean;
            /** @description The reason, in a sentence or two. */
            reason: string;
        };
        /** @description The request that was sent. */
        SentWebhook: {
            /** @description The URL that it was sent to. */
            url: string;
            /** @description The request headers, including the signature. */
            headers: {
                [key: string]: string;
            };
            /** @description The event as JSON: exactly the bytes that were signed. */
            body: string;
        };
        SessionLineItem: {
            /** @description The name of the item. */
            name: string;
            /** @description The quantity, as the customer has chosen it if you let them; 0 for an item left out. */
            quantity: number;
            /** @description The price of one unit, in minor units of the currency; 0 for a free item. */
            unitAmount: components["schemas"]["Amount"];
            /** @description A picture of the item: PNG, JPEG or WebP of at most 1 MiB. Kassa fetches it, and customers' browsers load it from Kassa. */
            imageUrl?: string;
            adjustableQuantity?: components["schemas"]["AdjustableQuantity"];
        };
        Settings: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "settings";
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description Your name, as customers read it. */
            displayName: string;
            /** @description The e-mail address for customers' questions. */
            supportEmail: string | null;
            /** @description The help page for customers. */
            supportUrl: string | null;
            /** @description The phone number for customers. */
            supportPhone: string | null;
            /** @description Your terms and conditions, which the page links to. */
            termsUrl: string | null;
            /** @description Your privacy notice, which the page links to. */
            privacyUrl: string | null;
            /** @description Your legal notice (imprint), which the page links to. */
            imprintUrl: string | null;
            /** @description The page's language if neither the session nor the browser specifies one. */
            defaultLocale: string | null;
            /** @description The colour of buttons and links, as you set it. */
            brandColor: string | null;
            /** @description What happens to late funds, and to the part of a transfer that exceeds the requested amount: they are refunded (`refund`) or kept (`keep`). */
            lateFunds: components["schemas"]["LateFunds"];
            /** @description The smallest and largest amount of a session, by currency, for the currencies that you have set. */
            amountLimits: {
                [key: string]: components["schemas"]["AmountLimit"];
            };
            transferRules: components["schemas"]["TransferRules"];
            /** @description How many times a customer can extend an open session by 30 minutes, in its last hour. */
            timeExtensions: number;
            /** @description Your own sentences on the page, by language. If the customer's language has none, the page uses that of its base language (`pt` for `pt-BR`), otherwise that of `defaultLocale`. */
            texts: {
                [key: string]: components["schemas"]["PageText"];
            };
            /** @description The shades of `brandColor` that the light and the dark page use; null without a brand colour. */
            colors: components["schemas"]["PageColors"] | null;
            /** @description Your logo; null for none. */
            logo: components["schemas"]["Logo"] | null;
        };
        Settlement: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "settlement";
            /** @description Begins with stb_live_ or stb_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The account at the PSP that paid it out. */
            connectorAccount: string;
            /** @description The PSP's reference of the payout. */
            pspReference: string;
            /** @description `paid` and `failed` are the PSP's statements. Only the bank statement shows whether the money arrived. */
            status: "in_transit" | "paid" | "failed" | (string & {});
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Minor units; negative if the PSP collected money. */
            amount: number;
            /** @description The number of lines that it contains; null until all of them are known. */
            lines: number | null;
            /** @description The amount less the net amounts of its lines, in minor units: 0 if it adds up; null until all its lines are known. */
            difference: number | null;
            /**
             * Format: date-time
             * @description When the PSP paid it out.
             */
            paidOutAt: string;
            /** @description The day on which the PSP expects it at the bank, as 2026-11-30. */
            arrivesOn: string | null;
            /** @description The entry of an imported bank statement that shows its arrival. */
            bankEntry: string | null;
        };
        SettlementExchange: {
            /** @description The currency that the customer paid in. */
            currency: string;
            /** @description The gross amount in that currency, in minor units. */
            amount: number;
            /** @description The PSP's rate, as a decimal number. */
            rate: string | null;
        };
        SettlementLine: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "settlement.line";
            /** @description Begins with stl_live_ or stl_sandbox_. The ledger's entries name it as `source`. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The account at the PSP. */
            connectorAccount: string;
            /** @description The PSP's reference of the line. */
            pspReference: string;
            /** @description The booking of the PSP. */
            type: "charge" | "charge_failure" | "refund" | "refund_failure" | "dispute" | "dispute_reversal" | "fee" | "exchange" | "reserve" | "payout" | "payout_failure" | "adjustment" | (string & {});
            /** @description The PSP's own name of the type. */
            category: string;
            /** @description The PSP's reference of the charge, refund, dispute or payout. */
            about: string | null;
            /** @description The PSP's reference of the payout that pays it; null as long as that isn't known. */
            batch: string | null;
            /** @description The payment that it belongs to. */
            payment: string | null;
            /** @description The attempt, capture, refund or dispute that it settles; null unless it is matched. */
            source: string | null;
            /** @description `clientReferenceId` of the payment's checkout session. */
            orderReference: string | null;
            /** @description ISO 4217 code of the settlement. */
            currency: string;
            /** @description Minor units; positive if you get money. */
            gross: number;
            /** @description The PSP's fee, in minor units. */
            fee: number;
            /** @description `gross` less `fee`. */
            net: number;
            /** @description The amount that the PSP exchanged; null if it exchanged nothing. */
            exchanged: components["schemas"]["SettlementExchange"] | null;
            /** @description `matched`: Kassa has it, of the same amount. `booked`: nothing to match. `exception`: not explained; the gross amount is in `adjustments`. */
            status: "matched" | "booked" | "exception" | (string & {});
            /** @description Null unless it is an exception. */
            exceptionReason: "unknown_reference" | "amount_differs" | "currency_differs" | "settled_before" | "unexplained" | (string & {}) | null;
            /**
             * Format: date-time
             * @description When the PSP booked it.
             */
            bookedAt: string;
            /**
             * Format: date-time
             * @description The time from which it can be paid out; null if the PSP doesn't report it.
             */
            availableAt: string | null;
        };
        SettlementLineList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["SettlementLine"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        SettlementList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["Settlement"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        SettlementReportImport: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "settlement_report_import";
            /** @description The account at the PSP that the report is of. */
            connectorAccount: string;
            /** @description Lines of the report. */
            lines: number;
            /** @description Those that weren't known yet. */
            stored: number;
            /** @description New lines that Kassa can't explain. */
            exceptions: number;
            /** @description Earlier exceptions that are explained now. */
            matchedLater: number;
            /** @description The PSP's references of the payouts in the report. */
            batches: string[];
        };
        ShippingAddress: {
            /** @description Who gets it. */
            recipient: string;
            /** @description ISO 3166-1 alpha-2, such as DE. */
            country: string;
            /** @description Street and number, or whatever the country has in its place. */
            line1: string;
            /** @description Apartment, floor or building. */
            line2: string | null;
            /** @description The part of the city, where addresses of the country name it. */
            district: string | null;
            /** @description The city or town; null where addresses have none, as in Japan and Singapore. */
            city: string | null;
            /** @description The state, province, prefecture or the like, where addresses name it. Where the page has a list of them, the ISO 3166-2 code without the country's part, such as CA for US-CA; otherwise as it was typed. */
            region: string | null;
            /** @description The name of a region from a list, as the country writes it, such as California or 東京都. */
            regionName: string | null;
            /** @description The postcode, where there are any. */
            postalCode: string | null;
        };
        SimulatedPassedOver: {
            /** @description The id of the account. */
            connectorAccount: string;
            /** @description The PSP's connector; `sandbox` is the simulated PSP. */
            connector: string;
            /** @description `disabled`: the account gets no new charges. `method_excluded`, `currency_excluded`, `country_excluded`, `amount_excluded`: the account's settings exclude it. `country_unknown`: the account is restricted to countries, and the customer's country isn't known. `method_unavailable`, `currency_unavailable`, `later_capture_unavailable`: the PSP, or the method, hasn't got it. `unavailable_at_psp`: the PSP doesn't take this combination. `other_page`: the customer would enter the details on another page than at the first account. `circuit_open`: the PSP hasn't answered several times in a row; the account is tried last. */
            reason: "disabled" | "currency_excluded" | "country_unknown" | "country_excluded" | "amount_excluded" | "method_excluded" | "method_unavailable" | "currency_unavailable" | "later_capture_unavailable" | "unavailable_at_psp" | "other_page" | "circuit_open" | (string & {});
        };
        StatementBalance: {
            /**
             * Format: int64
             * @description In minor units; negative if the account is overdrawn.
             */
            amount: number;
            /** @description The balance's currency. */
            currency: string;
            /** @description The day of the balance. */
            date: string | null;
        };
        StatementFinding: {
            /** @description What kind of warning it is, such as balance_differs. */
            code: string;
            /** @description What is odd about the file. */
            message: string;
            /** @description The line of the file. */
            line: number | null;
        };
        StatementImport: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "statement_import";
            /** @description Begins with sti_live_ or sti_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description `receiving`: the file is being sent, or its sender was interrupted; nothing is stored. `storing`: entries are being stored; after a crash, this continues automatically. */
            status: "receiving" | "storing" | "completed" | (string & {});
            /** @description The name of the file. */
            fileName: string | null;
            /** @description The SHA-256 of the file, in hexadecimal digits. */
            fileSha256: string | null;
            /** @description The format with its version, such as camt.053.001.08. */
            format: string | null;
            /** @description The size of the file in bytes. */
            bytes: number | null;
            /** @description The number of entries in the file. */
            entriesFound: number;
            /** @description The number of new entries that were stored. */
            entriesNew: number;
            /** @description The number of known entries that are now booked, or have more details than in an earlier file. */
            entriesChanged: number;
            /** @description The number of known entries without a change. */
            entriesKnown: number;
            /** @description The first 100 statements of the file. */
            statements: components["schemas"]["ImportedStatement"][];
            /** @description Up to 100 warnings about the file. */
            findings: components["schemas"]["StatementFinding"][];
            /**
             * Format: date-time
             * @description When the import began.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When all entries were stored.
             */
            completedAt: string | null;
        };
        StatementImportList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["StatementImport"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        StoredAmountRange: {
            /** @description null: any. */
            minimum: components["schemas"]["Amount"] | null;
            /** @description null: any. */
            maximum: components["schemas"]["Amount"] | null;
        };
        /** @description What agrees. */
        SuggestionReason: "reference" | "amount" | "payer_account" | "payer_name" | (string & {});
        TagPaymentRequest: {
            /** @description Tags to put on the payment. Those it has already stay. */
            add?: string[];
            /** @description Tags to take off the payment. Those it doesn't have are ignored. */
            remove?: string[];
        };
        ThreeDSecure: {
            /** @description Whether and how the issuer authenticated the customer: `challenged` or `frictionless`, `authenticated` if the PSP doesn't say how, `attempted` if only the attempt was confirmed, or `none`. */
            result: "challenged" | "frictionless" | "authenticated" | "attempted" | "none" | (string & {});
            /** @description The version of 3-D Secure, such as `2.2.0`; null if the PSP doesn't say. */
            version: string | null;
            /** @description The electronic commerce indicator, two digits such as `05`; null if the PSP doesn't say. */
            eci: string | null;
            /** @description Whether the issuer bears the loss if the customer disputes the payment as fraud, according to the PSP. The card schemes' rules have exceptions. */
            liabilityShift: "shifted" | "not_shifted" | "unknown" | (string & {});
        };
        Tips: {
            /** @description The suggestions in percent. Not together with `amounts`. */
            percentages?: string[];
            /** @description The suggestions in minor units. Not together with `percentages`. */
            amounts?: number[];
            /** @description Whether the customer can enter another amount. Default: false. */
            custom?: boolean;
            /**
             * Format: int64
             * @description The largest tip that the customer can enter, in minor units. Default: the session's `amount`.
             */
            maximum?: number;
        };
        TipsInput: {
            /** @description The suggestions in percent. Not together with `amounts`. */
            percentages?: string[];
            /** @description The suggestions in minor units. Not together with `percentages`. */
            amounts?: number[];
            /** @description Whether the customer can enter another amount. Default: false. */
            custom?: boolean;
            /**
             * Format: int64
             * @description The largest tip that the customer can enter, in minor units. Default: the session's `amount`.
             */
            maximum?: number;
        };
        TransferAddress: {
            /** @description The street; empty if there is none. */
            street: string;
            /** @description The building number; empty if there is none. */
            buildingNumber: string;
            /** @description The postal code. */
            postalCode: string;
            /** @description The town. */
            town: string;
            /** @description The country's ISO 3166-1 code. */
            country: string;
        };
        TransferInstructions: {
            /** @description The IBAN of the account to send the transfer to; null if it has none. */
            iban: string | null;
            /** @description The BIC of the account's bank. */
            bic: string | null;
            /** @description The sort code of a British account. */
            sortCode: string | null;
            /** @description The number of a British account. */
            accountNumber: string | null;
            /** @description The Pix key. */
            pixKey: string | null;
            /** @description The UPI id. */
            upiId: string | null;
            /** @description The account holder's address, if it is known. */
            address: components["schemas"]["TransferAddress"] | null;
            /** @description The holder of the account. */
            accountHolder: string;
            /** @description The reference that the transfer must carry, so that it can be matched. */
            reference: string;
            /**
             * Format: date-time
             * @description The time by which the transfer must arrive, if there is a limit.
             */
            payBefore: string | null;
            /** @description Sandbox only: the simulated bank, where you can make the transfer. */
            simulatorUrl: string | null;
        };
        TransferQrCode: {
            /** @description EPC069-12, Swiss QR-bill, Pix BR Code, or a UPI link. */
            format: "epc" | "swiss" | "pix" | "upi" | (string & {});
            /** @description The text to encode as a QR code. */
            text: string;
        };
        TransferRules: {
            /** @description The number of days that a customer has for a transfer. A change applies to new transfers. Default: 14. */
            waitDays: number;
            /** @description A difference up to this many minor units, either way, counts as the expected amount. Default: 0. */
            tolerance: components["schemas"]["Amount"];
            /** @description A part of the amount. `wait` for the rest (default), `accept` it as the whole payment, or `refund` it. */
            tooLittle: "wait" | "accept" | "refund" | (string & {});
            /** @description More than the amount. `keep_as_liability` (default): it is booked as a surplus, and `lateFunds` says what happens to it. `refund`: it is returned to the payer and not booked. */
            tooMuch: "keep_as_liability" | "refund" | (string & {});
            /** @description Money for a transfer that is over. `flag` it for your decision (default), `accept` it, or `refund` it. */
            late: "flag" | "accept" | "refund" | (string & {});
            /** @description Money in another currency. `flag` it for your decision (default), or `refund` it. */
            wrongCurrency: "flag" | "refund" | (string & {});
        };
        TriedAccount: {
            /** @description The id of the account. */
            connectorAccount: string;
            /** @description The PSP's connector; `sandbox` is the simulated PSP. */
            connector: string;
            /** @description The percentage of such payments for which this account comes first. Accounts with the same position share payments by their weights. */
            sharePercent: number;
        };
        UnmatchBankEntryRequest: {
            /** @description The number of the transaction within the entry, if the entry books several. Leave it out for all other entries. */
            transaction?: number;
        };
        UpdateBankAccountRequest: {
            /** @description The account's holder, as banks know it. */
            holder?: string;
            /** @description The bank's BIC. Only for accounts with an IBAN or QR-IBAN. */
            bic?: string | null;
            /** @description The holder's address. Swiss and Pix payments have a QR code only with it. */
            address?: {
                /** @description The street. */
                street?: string;
                /** @description The building number. */
                buildingNumber?: string;
                /** @description The postal code. */
                postalCode: string;
                /** @description The town. */
                town: string;
                /** @description The country's ISO 3166-1 code, such as CH. */
                country: string;
            } | null;
            /** @description A name for your own use. */
            label?: string | null;
            /** @description Other identifications by which bank statements name the account, such as a bank code with an account number. Required for a Pix key or UPI id, and for a QR-IBAN unless the account's IBAN is a separate bank account. */
            statementAccounts?: string[];
            /**
             * @description A disabled account takes no new payments. Its statements are still imported.
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        UpdateBankRefundFileRequest: {
            /**
             * @description `sent`: you sent it to the bank. `cancelled`: you won't send it; its refunds are waiting again.
             * @enum {string}
             */
            status: "sent" | "cancelled";
        };
        UpdateBankRefundRequest: {
            /** @description The payee's name. */
            payeeName?: string;
            /** @description The payee's IBAN. It can be changed while the refund is waiting. */
            payeeIban?: string;
            /**
             * @description For refunds that you sent yourself: `sent`, or `confirmed` once the bank has booked it.
             * @enum {string}
             */
            status?: "sent" | "confirmed";
        };
        UpdateCheckoutSessionRequest: {
            /** @description Merged by key: each named key is set, or deleted if its value is null; the others stay. Null instead of an object deletes all. */
            metadata: components["schemas"]["MetadataChange"] | null;
        };
        UpdateConnectorAccountRequest: {
            /** @description A name for your own use. */
            label?: string;
            /**
             * @description A disabled account gets no new charges. Captures, refunds and disputes of its charges go on.
             * @enum {string}
             */
            status?: "enabled" | "disabled";
            /** @description New charges go to the account with the lowest position that can take the payment. */
            position?: number;
            /** @description Accounts with the same position get new charges in proportion to their weights. 1 if you don't send it. */
            weight?: number;
            /** @description The payment methods that the account is used for. null: all that the PSP offers. */
            methods?: components["schemas"]["PaymentMethodInput"][] | null;
            /** @description The currencies that the account is used for. null: all that the PSP offers. */
            currencies?: string[] | null;
            /** @description The customers' countries that the account is used for, as ISO 3166 codes. null: all. */
            countries?: string[] | null;
            /** @description The smallest and largest amount that the account is used for, by currency, in minor units. null: any amount. */
            amountLimits?: {
                [key: string]: components["schemas"]["AmountRange"];
            } | null;
        };
        UpdatePaymentLinkRequest: {
            /** @description What you call the link. Customers don't see it. */
            name?: string;
            /** @description Whether customers can start to pay. Customers who have started can always finish. */
            active?: boolean;
            /** @description The number of customers who can pay; null, the default, for any number. Open sessions count, too, and last 30 minutes. */
            maxPayments?: number | null;
            /** @description The time until which customers can start to pay, as an RFC 3339 time in the future; null, the default, for no end. */
            expiresAt?: string | null;
            /** @description Merged by key: each named key is set, or deleted if its value is null; the others stay. Null instead of an object deletes all. */
            metadata?: components["schemas"]["MetadataChange"] | null;
        };
        UpdatePaymentRequest: {
            /** @description Merged by key: each named key is set, or deleted if its value is null; the others stay. Null instead of an object deletes all. */
            metadata: components["schemas"]["MetadataChange"] | null;
        };
        UpdateRefundRequest: {
            /** @description Merged by key: each named key is set, or deleted if its value is null; the others stay. Null instead of an object deletes all. */
            metadata: components["schemas"]["MetadataChange"] | null;
        };
        UpdateSettingsRequest: {
            /** @description Your name, as customers read it. null: the tenant's name. */
            displayName?: string | null;
            /** @description The e-mail address for customers' questions. null: none. */
            supportEmail?: string | null;
            /** @description The help page for customers: an https address; in sandbox mode http too. null: none. */
            supportUrl?: string | null;
            /** @description The phone number for customers. null: none. */
            supportPhone?: string | null;
            /** @description Your terms and conditions, which the page links to: an https address; in sandbox mode http too. null: none. */
            termsUrl?: string | null;
            /** @description Your privacy notice, which the page links to: an https address; in sandbox mode http too. null: none. */
            privacyUrl?: string | null;
            /** @description Your legal notice (imprint), which the page links to: an https address; in sandbox mode http too. null: none. */
            imprintUrl?: string | null;
            /** @description The page's language if neither the session nor the browser specifies one, as a BCP 47 tag. null: English. */
            defaultLocale?: string | null;
            /** @description The colour of buttons and links. If its contrast is too low, buttons get a border and links the nearest shade with enough contrast; `colors` in the response says which. null: the default blue. */
            brandColor?: string | null;
            /** @description What happens to late funds, and to the part of a transfer that exceeds the requested amount: they are refunded (`refund`) or kept (`keep`). null: the tenant's default, which is refund. */
            lateFunds?: components["schemas"]["LateFundsInput"] | null;
            /** @description The smallest and largest amount of a session, by currency. An entry replaces its currency's limits; null instead of an entry removes them. Other currencies stay unchanged. null: the default limits for all currencies. */
            amountLimits?: {
                [key: string]: components["schemas"]["AmountLimitInput"] | null;
            } | null;
            /** @description How long Kassa waits for bank transfers to your own accounts, and what happens to unexpected ones. Rules that you don't send stay unchanged. null: the defaults. */
            transferRules?: components["schemas"]["ChangeTransferRules"] | null;
            /** @description How many times a customer can extend an open session by 30 minutes, in its last hour. 0: never. null: the default, 1. */
            timeExtensions?: number | null;
            /** @description Your own sentences on the page, by BCP 47 tag of the page's languages. An entry replaces its language's texts; null instead of an entry removes them. Other languages stay unchanged. null: none. */
            texts?: {
                [key: string]: components["schemas"]["ChangePageText"] | null;
            } | null;
        };
        UpdateWebhookEndpointRequest: {
            /** @description The URL that webhooks are sent to: a public https address; in sandbox mode http too. */
            url?: string;
            /** @description The event types to send. "payment.*" selects all types with this prefix; ["*"], the default, selects all types. Both include types that later versions add. */
            events?: components["schemas"]["EventFilter"][];
            /** @description A name for your own use. */
            description?: string | null;
            /**
             * @description Enabling a paused endpoint sends the events that were kept for it. Disabling cancels pending deliveries. Only Kassa pauses an endpoint: `paused` is accepted for a paused endpoint and changes nothing.
             * @enum {string}
             */
            status?: "enabled" | "disabled" | "paused";
        };
        Void: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "void";
            /** @description Begins with vd_live_ or vd_sandbox_; for an attempt that was called off, with co_live_ or co_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The amount that it releases, in minor units of the payment's currency. */
            amount: components["schemas"]["Amount"];
            status: components["schemas"]["MovementStatus"];
            /** @description `requested`: by your API call. `lapsed`: the authorization wasn't captured in time. `called_off`: the customer confirmed an attempt that Kassa was already cancelling at the PSP. Null if the void was made at the PSP. */
            reason: "requested" | "lapsed" | "called_off" | (string & {}) | null;
            origin: components["schemas"]["MovementOrigin"];
            /** @description Why it failed. The codes are the same for all PSPs. */
            failureReason: "amount_too_large" | "authorization_lapsed" | "already_captured" | "already_voided" | "charge_disputed" | "insufficient_balance" | "account_closed" | "expired_card" | "lost_or_stolen_card" | "refused_by_psp" | "idempotency_key_reused" | (string & {}) | null;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it succeeded or failed.
             */
            decidedAt: string | null;
        };
        Warning: {
            /**
             * @description `live_account_missing`: the tenant can't accept live payments yet.
             * @enum {string}
             */
            code: "live_account_missing";
            /** @description The warning, in a sentence or two. */
            text: string;
        };
        WebhookAnswer: {
            /** @description The HTTP status. */
            status: number;
            /** @description The response headers. */
            headers: {
                [key: string]: string;
            };
            /** @description The first 64 KiB of the response body. */
            body: string;
        };
        WebhookDelivery: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "webhook_delivery";
            /** @description Begins with del_live_ or del_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description Id of the webhook endpoint. */
            endpoint: string;
            /** @description Id of the event. */
            event: string;
            /** @description The event's type. */
            eventType: string;
            /** @description `failed`: all attempts failed for 30 days, or the receiver responded with 410. `canceled`: the endpoint was disabled. */
            status: "pending" | "delivered" | "failed" | "canceled" | (string & {});
            /** @description The number of attempts so far. */
            attempts: number;
            /**
             * Format: date-time
             * @description When the next attempt is due; null if there will be none or the endpoint is paused.
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When the receiver accepted it.
             */
            deliveredAt: string | null;
            /**
             * Format: date-time
             * @description When it was created. Retries end 30 days later.
             */
            createdAt: string;
            /** @description The latest attempt; null before the first. */
            lastAttempt: components["schemas"]["WebhookDeliveryAttempt"] | null;
        };
        WebhookDeliveryAttempt: {
            /** @description The number of the attempt, from 1. */
            number: number;
            /**
             * Format: date-time
             * @description When it began.
             */
            startedAt: string;
            /** @description How long it took, in milliseconds. */
            durationMs: number;
            request: components["schemas"]["SentWebhook"];
            /** @description Null if there was no response; `error` says why. */
            response: components["schemas"]["WebhookAnswer"] | null;
            /** @description Why there is no complete response, as a sentence. */
            error: string | null;
        };
        WebhookDeliveryList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        WebhookEndpoint: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "webhook_endpoint";
            /** @description Begins with we_live_ or we_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The URL that webhooks are sent to. */
            url: string;
            /** @description A name for your own use. */
            description: string | null;
            /** @description The event types that are sent to it; ["*"] is all types, including later ones. */
            events: string[];
            /** @description `paused`: all attempts failed for 5 days, so Kassa keeps its events until you enable it again. */
            status: "enabled" | "disabled" | "paused" | (string & {});
            /** @description Why Kassa paused or disabled it. */
            statusReason: string | null;
            /**
             * Format: date-time
             * @description Since when all attempts have failed; null while attempts succeed.
             */
            failingSince: string | null;
            /** @description The API version that its events have. */
            apiVersion: string;
            /**
             * Format: date-time
             * @description The time until which webhooks are also signed with the secret before the last rotation.
             */
            previousSecretExpiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        WebhookEndpointList: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["WebhookEndpoint"][];
            /** @description Whether there are more after this page. */
            hasMore: boolean;
        };
        WebhookEndpointTestEvent: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; also the header webhook-id of its webhooks. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "webhook_endpoint.test";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Id of the event's checkout session. */
            session: string | null;
            /** @description The event's number within the session, from 1. Webhooks can arrive out of order; sort by this number. */
            sequence: number | null;
            /** @description The object that the event is about. */
            data: {
                /** @description The object as it was at the time of the event. */
                object: components["schemas"]["WebhookEndpoint"];
            };
        };
        WebhookEndpointWithSecret: {
            /**
             * @description The type of this object.
             * @enum {string}
             */
            object: "webhook_endpoint";
            /** @description Begins with we_live_ or we_sandbox_. */
            id: string;
            /** @description Whether real money moves. */
            mode: components["schemas"]["Mode"];
            /** @description The URL that webhooks are sent to. */
            url: string;
            /** @description A name for your own use. */
            description: string | null;
            /** @description The event types that are sent to it; ["*"] is all types, including later ones. */
            events: string[];
            /** @description `paused`: all attempts failed for 5 days, so Kassa keeps its events until you enable it again. */
            status: "enabled" | "disabled" | "paused" | (string & {});
            /** @description Why Kassa paused or disabled it. */
            statusReason: string | null;
            /**
             * Format: date-time
             * @description Since when all attempts have failed; null while attempts succeed.
             */
            failingSince: string | null;
            /** @description The API version that its events have. */
            apiVersion: string;
            /**
             * Format: date-time
             * @description The time until which webhooks are also signed with the secret before the last rotation.
             */
            previousSecretExpiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The secret that signs webhooks. Begins with whsec_. It is shown only once. */
            secret: string;
        };
    };
    responses: {
        /**
         * @description - `json_invalid`: The body is not valid JSON.
         *     - `json_not_object`: The body is not a JSON object.
         *     - `json_duplicate_key`: The body names a field twice.
         *     - `json_too_deep`: The body is nested too deeply.
         *     - `encoding_invalid`: The body is not valid UTF-8.
         *     - `unknown_field`: A field or query parameter doesn't exist.
         *     - `parameter_missing`: A required field is missing.
         *     - `parameter_invalid`: A field has a value that can't be used.
         *     - `version_unknown`: The API version doesn't exist.
         *     - `key_in_url`: The URL contains an API key.
         *     - `amount_invalid`: The amount can't be used.
         *     - `currency_invalid`: The currency isn't an active ISO 4217 code.
         *     - `url_invalid`: The URL can't be used.
         *     - `url_not_allowed`: The URL's host is not on the tenant's list.
         *     - `url_forbidden`: Webhooks can't be sent to that address.
         *     - `text_invalid`: A text contains characters that are not allowed.
         *     - `pan_in_field`: A field seems to contain a card number.
         *     - `line_items_mismatch`: The line items and adjustments don't add up to the amount.
         *     - `expires_at_invalid`: The expiry time can't be used.
         *     - `payment_methods_unsuitable`: None of the payment methods can pay this purchase.
         *     - `locale_invalid`: The locale isn't a language tag.
         *     - `metadata_invalid`: The metadata can't be used.
         *     - `clock_not_found`: There is no such clock.
         *     - `clock_not_allowed`: Clocks exist in sandbox mode only.
         *     - `clock_time_invalid`: The clock can't be set to that time.
         *     - `cursor_invalid`: The cursor can't be used.
         *     - `idempotency_key_invalid`: The Idempotency-Key can't be used.
         *     - `file_invalid`: The file can't be used.
         *     - `credentials_invalid`: A credential can't be used.
         *     - `connector_account_not_found`: There is no such connector account.
         *     - `connector_account_unsuitable`: The connector account can't take the payment.
         */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `authentication_failed`: The API key is not valid.
         *     - `sign_in_required`: Nobody is signed in.
         */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `scope_missing`: The API key lacks a scope.
         *     - `second_factor_required`: A second factor is required.
         *     - `origin_refused`: The request comes from another site.
         *     - `role_forbids`: Your role doesn't allow this.
         *     - `address_not_allowed`: The API key can't be used from this address.
         */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `not_found`: Not found. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `request_timeout`: The request took too long to arrive. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `invitation_invalid`: The invitation can't be accepted.
         *     - `reset_invalid`: The link for a new password can't be used.
         *     - `reset_refused`: An owner can't reset this person's sign-in.
         *     - `account_exists`: An account with this address exists already.
         *     - `already_member`: The person already works for the business.
         *     - `owner_exists`: The business already has an owner.
         *     - `last_owner`: A business needs an owner.
         *     - `idempotency_key_in_flight`: A request with this Idempotency-Key is still running.
         *     - `session_not_open`: The session is no longer open.
         *     - `session_not_paid`: The session isn't paid.
         *     - `payment_in_progress`: A payment of this session is in progress.
         *     - `payment_not_capturable`: The payment can't be captured.
         *     - `payment_not_voidable`: The payment can't be voided.
         *     - `payment_not_reviewable`: The payment needs no review.
         *     - `review_not_possible`: The decision can't be carried out.
         *     - `payment_not_refundable`: The payment can't be refunded.
         *     - `payment_disputed`: The payment is disputed.
         *     - `movement_in_progress`: A capture or void of this payment is in progress.
         *     - `clock_advancing`: The clock is advancing.
         *     - `clock_in_use`: The clock has open sessions.
         *     - `clock_limit_reached`: There are too many clocks.
         *     - `endpoint_limit_reached`: There are too many webhook endpoints.
         *     - `endpoint_not_enabled`: The webhook endpoint is not enabled.
         *     - `dispute_closed`: The dispute is over.
         *     - `dispute_not_respondable`: The dispute accepts no response now.
         *     - `file_limit_reached`: The dispute has too many files.
         *     - `bank_account_exists`: The bank account already exists.
         *     - `bank_account_limit_reached`: There are too many bank accounts.
         *     - `bank_entry_not_open`: The bank entry isn't open for a decision.
         *     - `bank_refunds_none`: There are no bank refunds to send.
         *     - `bank_refunds_unsure`: Some of the refunds may already be sent.
         *     - `ledger_period_not_closable`: The month can't be closed or reopened.
         *     - `ledger_imports_incomplete`: The month's imports are incomplete.
         *     - `ledger_differences`: The month has differences.
         *     - `export_not_ready`: The export isn't completed.
         *     - `export_limit_reached`: Too many exports are in progress.
         *     - `bank_refund_not_open`: The bank refund can't be changed any more.
         *     - `bank_refund_file_not_open`: The file of bank refunds is already sent or cancelled.
         *     - `transfer_currency_differs`: The entry and the expected transfer have different currencies.
         *     - `nothing_to_reverse`: The expected transfer has no such payment.
         *     - `match_final`: The match can't be undone.
         *     - `connector_account_incomplete`: The connector account lacks a credential.
         *     - `connector_account_in_use`: The connector account can't be deleted.
         *     - `connector_account_limit_reached`: There are too many connector accounts.
         *     - `registration_not_possible`: Kassa can't register the notification address.
         */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `body_too_large`: The body is too large.
         *     - `file_too_large`: The file is too large.
         */
        ContentTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `media_type_unsupported`: The body's media type is not supported.
         *     - `file_type_unsupported`: Files of this type are not supported.
         */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `host_unknown`: This server doesn't answer for that host. */
        MisdirectedRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `idempotency_key_reused`: The Idempotency-Key was used for another request.
         *     - `capture_exceeds_authorized`: The amount is more than can be captured.
         *     - `capture_must_be_final`: The PSP captures this payment only once.
         *     - `refund_too_late`: The PSP no longer refunds this payment.
         *     - `refund_exceeds_captured`: The amount is more than can be refunded.
         *     - `movement_refused`: The payment service provider refused.
         *     - `evidence_missing`: There is no evidence to send.
         *     - `dispute_action_refused`: The payment service provider refused the response to the dispute.
         *     - `bank_account_unknown`: The bank statement is for an account that Kassa doesn't know.
         *     - `statement_invalid`: The bank statement can't be imported.
         *     - `settlement_report_invalid`: The settlement report can't be imported.
         *     - `report_too_large`: The report has too many lines for this format.
         *     - `credentials_refused`: The PSP refuses the credentials.
         */
        UnprocessableContent: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `rate_limited`: Too many requests. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `internal_error`: Internal error. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `psp_unavailable`: The PSP couldn't be reached.
         *     - `service_unavailable`: Kassa can't serve the request right now.
         *     - `movements_on_hold`: Captures, voids, refunds and expiring sessions are on hold after a restore.
         */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
        IdempotencyKey: string;
        /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
        KassaVersion: "2026-11-21";
    };
    requestBodies: never;
    headers: {
        /** @description The id of this request in the operator's log. */
        RequestId: string;
        /** @description The API version that was used for this request. */
        KassaVersion: "2026-11-21" | (string & {});
        /** @description `true` if this is the stored response to the first request with this Idempotency-Key. */
        IdempotentReplayed: "true";
        /** @description The number of requests that the key has left (`r`) within the next `t` seconds: `"key";r=24;t=1`. */
        RateLimit: string;
        /** @description The number of requests per second that the key can make. */
        RateLimitPolicy: string;
        /** @description The number of seconds to wait before the next try. */
        RetryAfter: number;
        /** @description Always `Bearer`. */
        WwwAuthenticate: "Bearer";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getBalance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listBankAccounts: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last account on the previous page. */
                startingAfter?: string;
                /** @description Id of the first account on the next page. */
                endingBefore?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantBankAccountList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createBankAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBankAccountRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantBankAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBankAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantBankAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateBankAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBankAccountRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantBankAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listBankEntries: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last entry on the previous page. */
                startingAfter?: string;
                /** @description Id of the first entry on the next page. */
                endingBefore?: string;
                /** @description Only entries created at or after this time. */
                createdAfter?: string;
                /** @description Only entries created before this time. */
                createdBefore?: string;
                /** @description Only entries of this bank account. */
                account?: string;
                /** @description Only entries that this import stored. */
                import?: string;
                /** @description Only entries with this status. */
                status?: "booked" | "pending" | "information";
                /** @description Only these entries. `unmatched` is the list of what you have to look at. */
                matchStatus?: "unmatched" | "matched" | "ignored" | "not_applicable";
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankEntryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBankEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedBankEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ignoreBankEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IgnoreBankEntryRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedBankEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    matchBankEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MatchBankEntryRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedBankEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unmatchBankEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UnmatchBankEntryRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedBankEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listBankRefundFiles: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last file on the previous page. */
                startingAfter?: string;
                /** @description Id of the first file on the next page. */
                endingBefore?: string;
                /** @description Only files created at or after this time. */
                createdAfter?: string;
                /** @description Only files created before this time. */
                createdBefore?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankRefundFileList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createBankRefundFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBankRefundFileRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankRefundFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBankRefundFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankRefundFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateBankRefundFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBankRefundFileRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankRefundFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBankRefundFileContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listBankRefunds: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last refund on the previous page. */
                startingAfter?: string;
                /** @description Id of the first refund on the next page. */
                endingBefore?: string;
                /** @description Only refunds created at or after this time. */
                createdAfter?: string;
                /** @description Only refunds created before this time. */
                createdBefore?: string;
                /** @description Only refunds with this status. */
                status?: "waiting" | "in_file" | "sent" | "confirmed" | "returned";
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankRefundList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBankRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankRefund"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateBankRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBankRefundRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankRefund"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listStatementImports: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last import on the previous page. */
                startingAfter?: string;
                /** @description Id of the first import on the next page. */
                endingBefore?: string;
                /** @description Only imports created at or after this time. */
                createdAfter?: string;
                /** @description Only imports created before this time. */
                createdBefore?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementImportList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importBankStatement: {
        parameters: {
            query?: {
                /** @description The name of the file, for the list of imports. */
                name?: string;
                /** @description Refuse the file if it has statements of another bank account than this one. */
                account?: string;
                /** @description For a CSV file: a JSON object that says what its columns mean. See the guide on bank statements. */
                csvMapping?: string;
            };
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file. */
        requestBody: {
            content: {
                "application/octet-stream": string;
                "application/xml": string;
                "text/xml": string;
                "text/plain": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getStatementImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCheckoutSessions: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last session on the previous page. */
                startingAfter?: string;
                /** @description Id of the first session on the next page. */
                endingBefore?: string;
                /** @description Only sessions created at or after this time. */
                createdAfter?: string;
                /** @description Only sessions created before this time. */
                createdBefore?: string;
                /** @description Only sessions with this status. */
                status?: "open" | "complete" | "expired";
                /** @description Only sessions of this amount. */
                amount?: number;
                /** @description Only sessions in this currency. */
                currency?: string;
                /** @description Only sessions with this reference. */
                clientReferenceId?: string;
                /** @description Only sessions of this customer; upper and lower case are equal. */
                customerEmail?: string;
                /** @description Only sessions of this payment link. */
                paymentLink?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutSessionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCheckoutSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCheckoutSessionRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCheckoutSession: {
        parameters: {
            query?: {
                /** @description Include the whole payment instead of its id. The key also needs the scope `payments:read`. */
                expand?: "payment";
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpandedCheckoutSession"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCheckoutSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCheckoutSessionRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    expireCheckoutSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReceipt: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listConnectorAccounts: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last account on the previous page. */
                startingAfter?: string;
                /** @description Id of the first account on the next page. */
                endingBefore?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorAccountList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createConnectorAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConnectorAccountRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getConnectorAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateConnectorAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConnectorAccountRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteConnectorAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedConnectorAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    checkConnectorAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorAccountCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateConnectorCredentials: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateConnectorCredentialsRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    registerConnectorNotifications: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDisputes: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last dispute on the previous page. */
                startingAfter?: string;
                /** @description Id of the first dispute on the next page. */
                endingBefore?: string;
                /** @description Only disputes created at or after this time. */
                createdAfter?: string;
                /** @description Only disputes created before this time. */
                createdBefore?: string;
                /** @description Only disputes with this status. */
                status?: "needs_response" | "under_review" | "won" | "lost" | "closed";
                /** @description Only disputes in this stage. */
                stage?: "inquiry" | "chargeback";
                /** @description Only disputes in this currency. */
                currency?: string;
                /** @description Only disputes of this payment. */
                payment?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisputeList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDispute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispute"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    acceptDispute: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispute"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    provideDisputeEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProvideDisputeEvidenceRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispute"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    uploadDisputeFile: {
        parameters: {
            query: {
                /** @description The file name, as the bank will see it. */
                name: string;
            };
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The file. */
        requestBody: {
            content: {
                "application/octet-stream": string;
                "application/pdf": string;
                "image/png": string;
                "image/jpeg": string;
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispute"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDisputeFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
                /** @description The file's id. */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last event on the previous page. */
                startingAfter?: string;
                /** @description Id of the first event on the next page. */
                endingBefore?: string;
                /** @description Only events created at or after this time. */
                createdAfter?: string;
                /** @description Only events created before this time. */
                createdBefore?: string;
                /** @description Only events of these types, separated by commas; `payment.*` matches all types that begin with `payment.`. */
                type?: string;
                /** @description Only events of this checkout session. */
                session?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resendEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResendEventRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listExpectedTransfers: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last transfer on the previous page. */
                startingAfter?: string;
                /** @description Id of the first transfer on the next page. */
                endingBefore?: string;
                /** @description Only transfers created at or after this time. */
                createdAfter?: string;
                /** @description Only transfers created before this time. */
                createdBefore?: string;
                /** @description Only transfers of this checkout session. */
                session?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpectedTransferList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getExpectedTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpectedTransfer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listExports: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last export on the previous page. */
                startingAfter?: string;
                /** @description Id of the first export on the next page. */
                endingBefore?: string;
                /** @description Only exports created at or after this time. */
                createdAfter?: string;
                /** @description Only exports created before this time. */
                createdBefore?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateExportRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedExport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    downloadExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLedgerDifferences: {
        parameters: {
            query: {
                /** @description A calendar month in UTC, as 2026-11. */
                month: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerDifferenceList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLedgerEntries: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last entry on the previous page. */
                startingAfter?: string;
                /** @description Id of the first entry on the next page. */
                endingBefore?: string;
                /** @description Only entries created at or after this time. */
                createdAfter?: string;
                /** @description Only entries created before this time. */
                createdBefore?: string;
                /** @description Only entries of this account. */
                account?: "customer_funds_receivable" | "authorized_funds" | "psp_clearing" | "psp_receivable" | "in_transit" | "bank" | "merchant_payable" | "refunds" | "disputes" | "fees" | "processing_fees" | "fx" | "reserves" | "adjustments" | "surplus";
                /** @description Only entries in this currency. */
                currency?: string;
                /** @description Only entries of this payment. */
                payment?: string;
                /** @description Only entries of this connector account. */
                connectorAccount?: string;
                /** @description Only the entries of this transaction. */
                transaction?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerEntryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportLedgerEntries: {
        parameters: {
            query?: {
                /** @description Only entries of this account. */
                account?: "customer_funds_receivable" | "authorized_funds" | "psp_clearing" | "psp_receivable" | "in_transit" | "bank" | "merchant_payable" | "refunds" | "disputes" | "fees" | "processing_fees" | "fx" | "reserves" | "adjustments" | "surplus";
                /** @description Only entries in this currency. */
                currency?: string;
                /** @description Only entries of this payment. */
                payment?: string;
                /** @description Only entries of this connector account. */
                connectorAccount?: string;
                /** @description Only the entries of this transaction. */
                transaction?: string;
                /** @description Only transactions after this one, in the order of the file. If you pass the last transaction of the previous file each time, the files together have every entry exactly once. */
                afterTransaction?: string;
                /** @description Only entries created at or after this time. */
                createdAfter?: string;
                /** @description Only entries created before this time. */
                createdBefore?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLedgerPeriods: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPeriodList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    closeLedgerPeriod: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloseLedgerPeriodRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPeriod"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reopenLedgerPeriod: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReopenLedgerPeriodRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPeriod"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last payment link on the previous page. */
                startingAfter?: string;
                /** @description Id of the first payment link on the next page. */
                endingBefore?: string;
                /** @description Only payment links created at or after this time. */
                createdAfter?: string;
                /** @description Only payment links created before this time. */
                createdBefore?: string;
                /** @description Only links that are active, or only those that aren't. */
                active?: "true" | "false";
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentLinkRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePaymentLinkRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last payment on the previous page. */
                startingAfter?: string;
                /** @description Id of the first payment on the next page. */
                endingBefore?: string;
                /** @description Only payments created at or after this time. */
                createdAfter?: string;
                /** @description Only payments created before this time. */
                createdBefore?: string;
                /** @description Only payments with this status. */
                status?: "requires_payment_method" | "processing" | "requires_action" | "needs_review" | "authorized" | "captured" | "voided" | "failed";
                /** @description Only payments of this amount, in minor units. */
                amount?: number;
                /** @description Only payments in this currency. */
                currency?: string;
                /** @description Only the payment of this checkout session. */
                session?: string;
                /** @description Only payments with this reference. */
                clientReferenceId?: string;
                /** @description Only payments of this customer; upper and lower case are equal. */
                customerEmail?: string;
                /** @description Only payments with an attempt by a card or bank account whose number ends with these characters. */
                last4?: string;
                /** @description Only payments with an attempt by this method. */
                method?: "card" | "wallet" | "bank_debit" | "bank_transfer";
                /** @description Only payments with an attempt through this connector. */
                connector?: "sandbox" | "stripe" | "mollie" | "paypal" | "adyen" | "bank_transfer";
                /** @description Only payments with this tag. */
                tag?: string;
                /** @description Only payments with an attempt that was declined for this reason, even if they were paid later. */
                declineReason?: "generic_decline" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "incorrect_postal_code" | "incorrect_number" | "lost_card" | "stolen_card" | "fraudulent" | "card_velocity_exceeded" | "do_not_honor" | "card_not_supported" | "currency_not_supported" | "withdrawal_limit_exceeded" | "debit_not_authorized" | "account_closed" | "processing_error" | "authentication_failed" | "authentication_required" | "abandoned";
                /** @description A text, interpreted by its form: a Kassa id, a PSP's reference, an e-mail address, the beginning of it, of the last word before its @ (`lovelace` of ada.lovelace@shop.example) or of its domain (`@shop`), your reference, the last four digits of a card or a bank account, or an amount such as 25.99, 25.99 EUR or 2599 (whole numbers are tried as minor and as major units). */
                search?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePaymentRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    capturePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CapturePaymentRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPaymentNotes: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last note on the previous page. */
                startingAfter?: string;
                /** @description Id of the first note on the next page. */
                endingBefore?: string;
                /** @description Only notes created at or after this time. */
                createdAfter?: string;
                /** @description Only notes created before this time. */
                createdBefore?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentNoteList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPaymentNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentNoteRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentNote"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deletePaymentNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
                /** @description The file's id. */
                noteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedPaymentNote"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reviewPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewPaymentRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    tagPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TagPaymentRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    voidPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last refund on the previous page. */
                startingAfter?: string;
                /** @description Id of the first refund on the next page. */
                endingBefore?: string;
                /** @description Only refunds created at or after this time. */
                createdAfter?: string;
                /** @description Only refunds created before this time. */
                createdBefore?: string;
                /** @description Only refunds of this payment. */
                payment?: string;
                /** @description Only refunds with this status. */
                status?: "pending" | "succeeded" | "failed";
                /** @description Only refunds of this amount. */
                amount?: number;
                /** @description Only refunds in this currency. */
                currency?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRefundRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRefundRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDisputesReport: {
        parameters: {
            query?: {
                /** @description A calendar month in UTC, as 2026-11. Instead of `from` and `to`. */
                month?: string;
                /** @description The first day in UTC, as 2026-11-01. */
                from?: string;
                /** @description The last day in UTC, as 2026-11-30; it is part of the report. */
                to?: string;
                /** @description `json` if it is left out. */
                format?: "json" | "csv" | "xlsx";
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisputesReport"];
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFeesReport: {
        parameters: {
            query?: {
                /** @description A calendar month in UTC, as 2026-11. Instead of `from` and `to`. */
                month?: string;
                /** @description The first day in UTC, as 2026-11-01. */
                from?: string;
                /** @description The last day in UTC, as 2026-11-30; it is part of the report. */
                to?: string;
                /** @description `json` if it is left out. */
                format?: "json" | "csv" | "xlsx";
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeesReport"];
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPaymentsReport: {
        parameters: {
            query?: {
                /** @description A calendar month in UTC, as 2026-11. Instead of `from` and `to`. */
                month?: string;
                /** @description The first day in UTC, as 2026-11-01. */
                from?: string;
                /** @description The last day in UTC, as 2026-11-30; it is part of the report. */
                to?: string;
                /** @description `json` if it is left out. */
                format?: "json" | "csv" | "xlsx";
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentsReport"];
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPayoutsReport: {
        parameters: {
            query?: {
                /** @description A calendar month in UTC, as 2026-11. Instead of `from` and `to`. */
                month?: string;
                /** @description The first day in UTC, as 2026-11-01. */
                from?: string;
                /** @description The last day in UTC, as 2026-11-30; it is part of the report. */
                to?: string;
                /** @description `json` if it is left out. */
                format?: "json" | "csv" | "xlsx";
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutsReport"];
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRefundsReport: {
        parameters: {
            query?: {
                /** @description A calendar month in UTC, as 2026-11. Instead of `from` and `to`. */
                month?: string;
                /** @description The first day in UTC, as 2026-11-01. */
                from?: string;
                /** @description The last day in UTC, as 2026-11-30; it is part of the report. */
                to?: string;
                /** @description `json` if it is left out. */
                format?: "json" | "csv" | "xlsx";
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundsReport"];
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    simulateRouting: {
        parameters: {
            query: {
                /** @description The amount of the payment, in minor units. */
                amount: number;
                /** @description The currency of the payment. */
                currency: string;
                /** @description How the customer would pay. */
                method: components["schemas"]["PaymentMethodInput"];
                /** @description When it would be captured. Default: `automatic`. */
                captureMethod?: components["schemas"]["CaptureMethodInput"];
                /** @description The country that the customer would be in, as ISO 3166 code. Default: not known. */
                country?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingSimulation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSandboxClocks: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last clock on the previous page. */
                startingAfter?: string;
                /** @description Id of the first clock on the next page. */
                endingBefore?: string;
                /** @description Only clocks created at or after this time. */
                createdAfter?: string;
                /** @description Only clocks created before this time. */
                createdBefore?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxClockList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSandboxClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateSandboxClockRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxClock"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSandboxClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxClock"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSandboxClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedSandboxClock"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSandboxClockAdvance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxClockAdvance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    advanceSandboxClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AdvanceSandboxClockRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxClockAdvance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSettingsRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    uploadLogo: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The picture. */
        requestBody: {
            content: {
                "application/octet-stream": string;
                "image/png": string;
                "image/jpeg": string;
                "image/webp": string;
                "image/svg+xml": string;
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteLogo: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSettlementLines: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last line on the previous page. */
                startingAfter?: string;
                /** @description Id of the first line on the next page. */
                endingBefore?: string;
                /** @description Only lines created at or after this time. */
                createdAfter?: string;
                /** @description Only lines created before this time. */
                createdBefore?: string;
                /** @description Only lines of this connector account. */
                connectorAccount?: string;
                /** @description Only lines that this payout pays: its `pspReference`. */
                batch?: string;
                /** @description Only lines of this payment. */
                payment?: string;
                /** @description Only lines with this status. */
                status?: "matched" | "booked" | "exception";
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementLineList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSettlements: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last settlement on the previous page. */
                startingAfter?: string;
                /** @description Id of the first settlement on the next page. */
                endingBefore?: string;
                /** @description Only settlements created at or after this time. */
                createdAfter?: string;
                /** @description Only settlements created before this time. */
                createdBefore?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importSettlementReport: {
        parameters: {
            query: {
                /** @description The connector account that the report is of. Begins with ca_live_ or ca_sandbox_. */
                account: string;
            };
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file. */
        requestBody: {
            content: {
                "application/octet-stream": string;
                "text/csv": string;
                "text/plain": string;
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementReportImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last object on the previous page. */
                startingAfter?: string;
                /** @description Id of the first object on the next page. */
                endingBefore?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedWebhookEndpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description The number of objects per page, 1 to 100. */
                limit?: number;
                /** @description Id of the last object on the previous page. */
                startingAfter?: string;
                /** @description Id of the first object on the next page. */
                endingBefore?: string;
                /** @description Only deliveries with this status. */
                status?: "pending" | "delivered" | "failed" | "canceled";
                /** @description Only deliveries of this event. */
                event?: string;
            };
            header?: {
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The API version to use for this request: a date. Default: the version that the API key was created with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path: {
                /** @description The object's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    onCheckoutSessionCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutSessionCompletedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCheckoutSessionExtended: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutSessionExtendedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCheckoutSessionExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutSessionExpiredEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCheckoutSessionAsyncPaymentSucceeded: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutSessionAsyncPaymentSucceededEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCheckoutSessionAsyncPaymentFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutSessionAsyncPaymentFailedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentAttemptFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentAttemptFailedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentFailedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentAuthorized: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentAuthorizedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentCaptured: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentCapturedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentCaptureFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentCaptureFailedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentNeedsReview: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentNeedsReviewEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentVoided: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentVoidedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentVoidFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentVoidFailedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentLateFunds: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentLateFundsEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentPartiallyFunded: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentPartiallyFundedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentOverfunded: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentOverfundedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundCreatedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundSucceeded: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundSucceededEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundFailedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDisputeOpened: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeOpenedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDisputeUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeUpdatedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDisputeClosed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeClosedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDisputeReopened: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeReopenedEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookEndpointTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. It is the same each time the event is sent. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970-01-01 UTC. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in base64, once for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointTestEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299 confirms the event. After any other status, or 15 seconds without a response, Kassa sends it again later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
