/** Generated from openapi.json by `npm run generate`. */

export interface paths {
    "/api/checkout/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List checkout sessions, newest first */
        get: operations["listCheckoutSessions"];
        put?: never;
        /**
         * Create a checkout session
         * @description Makes a session and answers with the address of its payment page. Send an Idempotency-Key to be able to repeat the call.
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
        /** Get a checkout session */
        get: operations["getCheckoutSession"];
        put?: never;
        /** Replace the metadata of a checkout session */
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
        /** End an open checkout session */
        post: operations["expireCheckoutSession"];
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
         * @description What happened in the last 90 days.
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
        /** Get an event */
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
         * Send an event to webhook endpoints once more
         * @description With the webhook-id that it had. Answers with the new deliveries.
         */
        post: operations["resendEvent"];
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
        /** List webhook endpoints, newest first */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description The answer holds the secret that webhooks are signed with. It is shown this once.
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
        /** Get a webhook endpoint */
        get: operations["getWebhookEndpoint"];
        put?: never;
        /** Change, enable or disable a webhook endpoint */
        post: operations["updateWebhookEndpoint"];
        /** Delete a webhook endpoint */
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
         * List what was sent to a webhook endpoint, newest first
         * @description With the last request, its answer, and the time of the next attempt.
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
         * Give a webhook endpoint a new secret
         * @description For 7 days webhooks are signed with the old secret too.
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
         * @description Its type is webhook_endpoint.test. Look the delivery up in the list of deliveries.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        CheckoutSession: {
            /**
             * @description What kind of object this is.
             * @enum {string}
             */
            object: "checkout.session";
            /** @description Begins with cs_live_ or cs_sandbox_. */
            id: string;
            /**
             * @description The mode of the key that made it. The two never see each other's objects.
             * @enum {string}
             */
            mode: "live" | "sandbox";
            /**
             * @description `open` until it is paid for or its time is up. The other two are final.
             * @enum {string}
             */
            status: "open" | "complete" | "expired";
            /**
             * @description `processing` while the outcome isn't known yet; `authorized` while the money is only reserved. Hand over the goods at `paid`.
             * @enum {string}
             */
            paymentStatus: "unpaid" | "processing" | "authorized" | "paid";
            /** @description The payment page; null once the session is no longer open. */
            url: string | null;
            /** @description Amount in minor units of the currency (for example cents). */
            amount: number;
            /** @description Three-letter ISO 4217 code, in upper case. */
            currency: string;
            /** @description Where the consumer goes when the payment completes, as you sent it. */
            successUrl: string;
            /** @description Where the consumer goes on cancelling, as you sent it. */
            cancelUrl: string | null;
            /** @description What is bought; adds up to `amount`. */
            lineItems: components["schemas"]["LineItem"][] | null;
            /** @description One sentence about the purchase, shown on the payment page. */
            description: string | null;
            /** @description Language of the payment page as a BCP 47 tag, or `auto` for the browser's. */
            locale: string;
            /** @description The customer's e-mail address. */
            customerEmail: string | null;
            /** @description Your own id of the purchase. */
            clientReferenceId: string | null;
            /** @description Your own notes. */
            metadata: {
                [key: string]: string;
            } | null;
            /**
             * @description Whether the money is captured at once or by a later call.
             * @enum {string}
             */
            captureMethod: "automatic" | "manual";
            /** @description The methods that the choice is limited to; null for all there are. */
            paymentMethods: "card"[] | null;
            /** @description Id of the payment; null before the first attempt. */
            payment: string | null;
            /** @description Sandbox only: the clock by which the session lives; null for real time. */
            clock: null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires, or expired, unless it is complete by then.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it became complete; null if it isn't.
             */
            completedAt: string | null;
        };
        CheckoutSessionList: {
            /**
             * @description What kind of object this is.
             * @enum {string}
             */
            object: "list";
            /** @description The sessions, newest first. */
            data: components["schemas"]["CheckoutSession"][];
            /** @description Whether there are more beyond this page. */
            hasMore: boolean;
        };
        CreateCheckoutSessionRequest: {
            /** @description Amount in minor units of the currency (for example cents). */
            amount: number;
            /** @description Three-letter ISO 4217 code, in any case. */
            currency: string;
            /** @description Where the consumer goes when the payment completes. {CHECKOUT_SESSION_ID} in it is replaced by the id. */
            successUrl: string;
            /** @description Where the consumer goes on cancelling. {CHECKOUT_SESSION_ID} in it is replaced by the id. */
            cancelUrl?: string;
            /** @description What is bought; has to add up to `amount`. */
            lineItems?: components["schemas"]["LineItem"][];
            /** @description One sentence about the purchase, shown on the payment page. */
            description?: string;
            /** @description Language of the payment page as a BCP 47 tag, or `auto` (the default) for the browser's. */
            locale?: string;
            /** @description The customer's e-mail address. */
            customerEmail?: string;
            /** @description Your own id of the purchase; lists can be filtered by it. */
            clientReferenceId?: string;
            /** @description Your own notes, given back with the session and its events. Never put card numbers here. */
            metadata?: {
                [key: string]: string;
            };
            /**
             * @description Whether the money is captured at once (the default) or by a later call.
             * @enum {string}
             */
            captureMethod?: "automatic" | "manual";
            /** @description Limits the choice of payment methods. */
            paymentMethods?: "card"[];
            /** @description When the session expires, as an RFC 3339 time between 30 minutes and 30 days ahead. Default: 24 hours ahead. */
            expiresAt?: string;
            /** @description Sandbox only: the clock by which the session lives. */
            clock?: string;
        };
        CreateWebhookEndpointRequest: {
            /** @description Where webhooks are sent: a public https address; in sandbox mode http too. */
            url: string;
            /** @description The event types to be told of. ["*"], the default, is all of them, later ones included. */
            events?: ("*" | "checkout.session.completed" | "checkout.session.expired" | "checkout.session.async_payment_succeeded" | "checkout.session.async_payment_failed" | "payment.authorized" | "payment.captured" | "payment.voided" | "payment.late_funds" | "refund.created" | "refund.succeeded" | "refund.failed" | "dispute.opened" | "dispute.updated" | "dispute.closed" | "payment.failed")[];
            /** @description For you to tell endpoints apart. */
            description?: string | null;
        };
        DeletedWebhookEndpoint: {
            /** @enum {string} */
            object: "webhook_endpoint";
            id: string;
            /** @enum {boolean} */
            deleted: true;
        };
        Event: {
            /** @enum {string} */
            object: "event";
            /** @description Begins with evt_live_ or evt_sandbox_; the header webhook-id of its webhooks. */
            id: string;
            /** @enum {string} */
            mode: "live" | "sandbox";
            /** @enum {string} */
            type: "checkout.session.completed" | "checkout.session.expired" | "checkout.session.async_payment_succeeded" | "checkout.session.async_payment_failed" | "payment.authorized" | "payment.captured" | "payment.voided" | "payment.late_funds" | "refund.created" | "refund.succeeded" | "refund.failed" | "dispute.opened" | "dispute.updated" | "dispute.closed" | "payment.failed" | "webhook_endpoint.test";
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the checkout session it belongs to. */
            session: string | null;
            /** @description Its number among the session's events, from 1. Webhooks can arrive out of order: this is the order. */
            sequence: number | null;
            data: {
                /** @description The object as it was at the event. */
                object: {
                    [key: string]: unknown;
                };
            };
        };
        EventList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Event"][];
            hasMore: boolean;
        };
        LineItem: {
            /** @description What is bought. */
            name: string;
            /** @description How many. */
            quantity: number;
            /** @description Price of one, in minor units. */
            unitAmount: number;
            /** @description A picture of it. */
            imageUrl?: string;
        };
        /** @description Problem details (RFC 9457). */
        Problem: {
            /**
             * Format: uri
             * @description Address of the code's documentation.
             */
            type: string;
            /** @description The same for every occurrence of the code. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What is wrong with this request, and what to change. */
            detail: string;
            code: components["schemas"]["ProblemCode"];
            /** @description JSON pointer to the field, or the name of the query parameter or header. */
            param?: string;
            /** @description All faults, when the request has several; the problem itself is the first of them. */
            errors?: {
                /** @description What is wrong with this request, and what to change. */
                detail: string;
                code: components["schemas"]["ProblemCode"];
                /** @description JSON pointer to the field, or the name of the query parameter or header. */
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
        /**
         * @description Stays the same for good; later versions can add more.
         * @enum {string}
         */
        ProblemCode: "json_invalid" | "json_duplicate_key" | "json_too_deep" | "encoding_invalid" | "request_malformed" | "unknown_field" | "parameter_missing" | "parameter_invalid" | "body_too_large" | "media_type_unsupported" | "request_timeout" | "method_not_allowed" | "host_unknown" | "not_found" | "version_unknown" | "authentication_failed" | "key_in_url" | "scope_missing" | "address_not_allowed" | "rate_limited" | "amount_invalid" | "currency_invalid" | "url_invalid" | "url_not_allowed" | "url_forbidden" | "text_invalid" | "pan_in_field" | "line_items_mismatch" | "expires_at_invalid" | "locale_invalid" | "metadata_invalid" | "clock_not_found" | "clock_not_allowed" | "cursor_invalid" | "idempotency_key_invalid" | "idempotency_key_reused" | "idempotency_key_in_flight" | "session_not_open" | "payment_in_progress" | "endpoint_limit_reached" | "endpoint_not_enabled" | "signature_invalid" | "cross_site_request" | "too_many_attempts" | "service_unavailable" | "internal_error";
        ResendEventRequest: {
            /** @description Send it to this endpoint, whatever types it wants. Default: to all that want it. */
            endpoint?: string;
        };
        UpdateCheckoutSessionRequest: {
            /** @description Replaces the metadata; null removes it. */
            metadata: {
                [key: string]: string;
            } | null;
        };
        UpdateWebhookEndpointRequest: {
            /** @description Where webhooks are sent: a public https address; in sandbox mode http too. */
            url?: string;
            /** @description The event types to be told of. ["*"], the default, is all of them, later ones included. */
            events?: ("*" | "checkout.session.completed" | "checkout.session.expired" | "checkout.session.async_payment_succeeded" | "checkout.session.async_payment_failed" | "payment.authorized" | "payment.captured" | "payment.voided" | "payment.late_funds" | "refund.created" | "refund.succeeded" | "refund.failed" | "dispute.opened" | "dispute.updated" | "dispute.closed" | "payment.failed")[];
            /** @description For you to tell endpoints apart. */
            description?: string | null;
            /**
             * @description Enabling resumes a paused endpoint, with what was kept for it; disabling cancels what is pending.
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        WebhookDelivery: {
            /** @enum {string} */
            object: "webhook_delivery";
            /** @description Begins with del_live_ or del_sandbox_. */
            id: string;
            /** @enum {string} */
            mode: "live" | "sandbox";
            endpoint: string;
            event: string;
            eventType: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed" | "canceled";
            attempts: number;
            /**
             * Format: date-time
             * @description Null when there will be none, or when the endpoint is paused.
             */
            nextAttemptAt: string | null;
            /** Format: date-time */
            deliveredAt: string | null;
            /** Format: date-time */
            createdAt: string;
            lastAttempt: components["schemas"]["WebhookDeliveryAttempt"] | null;
        };
        WebhookDeliveryAttempt: {
            number: number;
            /** Format: date-time */
            startedAt: string;
            durationMs: number;
            request: {
                url: string;
                headers: {
                    [key: string]: string;
                };
                body: string;
            };
            /** @description Null when there was no answer; `error` says why. */
            response: {
                status: number;
                headers: {
                    [key: string]: string;
                };
                /** @description The first 64 KiB of the answer. */
                body: string;
            } | null;
            error: string | null;
        };
        WebhookDeliveryList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["WebhookDelivery"][];
            hasMore: boolean;
        };
        WebhookEndpoint: {
            /** @enum {string} */
            object: "webhook_endpoint";
            /** @description Begins with we_live_ or we_sandbox_. */
            id: string;
            /** @enum {string} */
            mode: "live" | "sandbox";
            url: string;
            description: string | null;
            events: string[];
            /**
             * @description `paused`: every attempt of 5 days failed, so its events are kept until it is enabled again.
             * @enum {string}
             */
            status: "enabled" | "disabled" | "paused";
            /** @description Why Kassa paused or disabled it. */
            statusReason: string | null;
            /**
             * Format: date-time
             * @description Since when no attempt succeeded.
             */
            failingSince: string | null;
            apiVersion: string;
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation signs too.
             */
            previousSecretExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        WebhookEndpointList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["WebhookEndpoint"][];
            hasMore: boolean;
        };
        WebhookEndpointWithSecret: {
            /** @enum {string} */
            object: "webhook_endpoint";
            /** @description Begins with we_live_ or we_sandbox_. */
            id: string;
            /** @enum {string} */
            mode: "live" | "sandbox";
            url: string;
            description: string | null;
            events: string[];
            /**
             * @description `paused`: every attempt of 5 days failed, so its events are kept until it is enabled again.
             * @enum {string}
             */
            status: "enabled" | "disabled" | "paused";
            /** @description Why Kassa paused or disabled it. */
            statusReason: string | null;
            /**
             * Format: date-time
             * @description Since when no attempt succeeded.
             */
            failingSince: string | null;
            apiVersion: string;
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation signs too.
             */
            previousSecretExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Begins with whsec_. Shown this once. */
            secret: string;
        };
    };
    responses: {
        /**
         * @description - `json_invalid`: The body is not valid JSON.
         *     - `json_duplicate_key`: The body names a field twice.
         *     - `json_too_deep`: The body is nested too deeply.
         *     - `encoding_invalid`: The body is not valid UTF-8.
         *     - `unknown_field`: The body has a field that doesn't exist.
         *     - `parameter_missing`: A required field is missing.
         *     - `parameter_invalid`: A field has a value that can't be used.
         *     - `version_unknown`: The API version doesn't exist.
         *     - `key_in_url`: The address holds an API key.
         *     - `amount_invalid`: The amount can't be used.
         *     - `currency_invalid`: The currency isn't an active ISO 4217 code.
         *     - `url_invalid`: The address can't be used.
         *     - `url_not_allowed`: The address is not on the tenant's list of hosts.
         *     - `url_forbidden`: Webhooks can't be sent to that address.
         *     - `text_invalid`: A text holds characters that aren't taken.
         *     - `pan_in_field`: A field seems to hold a card number.
         *     - `line_items_mismatch`: The line items don't add up to the amount.
         *     - `expires_at_invalid`: The time of expiry can't be used.
         *     - `locale_invalid`: The locale isn't a language tag.
         *     - `metadata_invalid`: The metadata can't be used.
         *     - `clock_not_found`: There is no such clock.
         *     - `clock_not_allowed`: Clocks exist in sandbox mode only.
         *     - `cursor_invalid`: The cursor can't be used.
         *     - `idempotency_key_invalid`: The Idempotency-Key can't be used.
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
        /** @description - `authentication_failed`: The API key is not valid. */
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
         * @description - `scope_missing`: The API key may not do this.
         *     - `address_not_allowed`: The API key may not be used from this address.
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
        /** @description - `not_found`: There is nothing here. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `idempotency_key_in_flight`: A request with this Idempotency-Key is still running.
         *     - `session_not_open`: The session is no longer open.
         *     - `payment_in_progress`: A payment of this session is under way.
         *     - `endpoint_limit_reached`: There are too many webhook endpoints.
         *     - `endpoint_not_enabled`: The webhook endpoint is not enabled.
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
        /** @description - `body_too_large`: The body is too large. */
        ContentTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `media_type_unsupported`: The body is of a type that isn't taken. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `idempotency_key_reused`: The Idempotency-Key was used for another request. */
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
        /** @description - `internal_error`: Something went wrong inside Kassa. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description - `service_unavailable`: Kassa can't reach its database right now. */
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
        /** @description Any text that stands for this one request, 1 to 255 visible ASCII characters. The same key with the same body gets the first answer again, for 30 days, so a call whose answer was lost can be repeated. */
        IdempotencyKey: string;
        /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
        KassaVersion: string;
    };
    requestBodies: never;
    headers: {
        /** @description Name of this request in the operator's log. */
        RequestId: string;
        /** @description The version of the API that answered. */
        KassaVersion: string;
        /** @description `true` when this is the stored answer to the first request with this Idempotency-Key. */
        IdempotentReplayed: "true";
        /** @description How many requests are left, and for how many seconds that counts: `"key";r=24;t=1`. */
        RateLimit: string;
        /** @description How many requests a second the key may make. */
        RateLimitPolicy: string;
        /** @description Seconds to wait before the next try. */
        RetryAfter: number;
        /** @description Always `Bearer`. */
        WwwAuthenticate: "Bearer";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listCheckoutSessions: {
        parameters: {
            query?: {
                /** @description How many, 1 to 100. */
                limit?: number;
                /** @description Id of the last session of the page before. */
                startingAfter?: string;
                /** @description Id of the first session of the page after. */
                endingBefore?: string;
                status?: "open" | "complete" | "expired";
                /** @description Only sessions created at or after this time. */
                createdAfter?: string;
                /** @description Only sessions created before this time. */
                createdBefore?: string;
                /** @description Only sessions of this amount. */
                amount?: number;
                currency?: string;
                /** @description Only sessions with this reference. */
                clientReferenceId?: string;
                /** @description Only sessions of this customer. */
                customerEmail?: string;
            };
            header?: {
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCheckoutSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that stands for this one request, 1 to 255 visible ASCII characters. The same key with the same body gets the first answer again, for 30 days, so a call whose answer was lost can be repeated. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
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
            /** @description Done. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCheckoutSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
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
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Kassa-Version": components["headers"]["KassaVersion"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCheckoutSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that stands for this one request, 1 to 255 visible ASCII characters. The same key with the same body gets the first answer again, for 30 days, so a call whose answer was lost can be repeated. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
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
            /** @description Done. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                /** @description Any text that stands for this one request, 1 to 255 visible ASCII characters. The same key with the same body gets the first answer again, for 30 days, so a call whose answer was lost can be repeated. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
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
            /** @description Done. */
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
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description How many, 1 to 100. */
                limit?: number;
                /** @description Id of the last event of the page before. */
                startingAfter?: string;
                /** @description Id of the first event of the page after. */
                endingBefore?: string;
                /** @description Only events of this type. */
                type?: "checkout.session.completed" | "checkout.session.expired" | "checkout.session.async_payment_succeeded" | "checkout.session.async_payment_failed" | "payment.authorized" | "payment.captured" | "payment.voided" | "payment.late_funds" | "refund.created" | "refund.succeeded" | "refund.failed" | "dispute.opened" | "dispute.updated" | "dispute.closed" | "payment.failed" | "webhook_endpoint.test";
                /** @description Only events of this checkout session. */
                session?: string;
                /** @description Only events recorded at or after this time. */
                createdAfter?: string;
                /** @description Only events recorded before this time. */
                createdBefore?: string;
            };
            header?: {
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
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
            /** @description Done. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resendEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that stands for this one request, 1 to 255 visible ASCII characters. The same key with the same body gets the first answer again, for 30 days, so a call whose answer was lost can be repeated. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
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
            /** @description Done. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description How many, 1 to 100. */
                limit?: number;
                /** @description Id of the last object of the page before. */
                startingAfter?: string;
                /** @description Id of the first object of the page after. */
                endingBefore?: string;
            };
            header?: {
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
                "Kassa-Version"?: components["parameters"]["KassaVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that stands for this one request, 1 to 255 visible ASCII characters. The same key with the same body gets the first answer again, for 30 days, so a call whose answer was lost can be repeated. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
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
            /** @description Done. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
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
            /** @description Done. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that stands for this one request, 1 to 255 visible ASCII characters. The same key with the same body gets the first answer again, for 30 days, so a call whose answer was lost can be repeated. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
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
            /** @description Done. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
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
            /** @description Done. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description How many, 1 to 100. */
                limit?: number;
                /** @description Id of the last object of the page before. */
                startingAfter?: string;
                /** @description Id of the first object of the page after. */
                endingBefore?: string;
            };
            header?: {
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
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
            /** @description Done. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that stands for this one request, 1 to 255 visible ASCII characters. The same key with the same body gets the first answer again, for 30 days, so a call whose answer was lost can be repeated. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
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
            /** @description Done. */
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
            409: components["responses"]["Conflict"];
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
                /** @description Any text that stands for this one request, 1 to 255 visible ASCII characters. The same key with the same body gets the first answer again, for 30 days, so a call whose answer was lost can be repeated. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API to be answered by, a date. Default: the version that the key was made with. */
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
            /** @description Done. */
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
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
