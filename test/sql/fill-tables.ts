import type { ClientBase } from "pg";

/** Tenants with as many rows each: a statement that reads all rows of one tenant is as slow as one that reads a large table. */
export const tenants = 10;

/** A row's tenant, mode and the digits of its id, which sort by age within a tenant as real ids do. `i` numbers the sessions. */
const tenant = `(1 + i % ${tenants})`;
const mode = `CASE WHEN i / ${tenants} % 10 = 0 THEN 'sandbox' ELSE 'live' END`;
const id = (prefix: string, number = "0"): string =>
  `'${prefix}_' || ${mode} || '_' || lpad(${tenant}::text, 7, '0') || lpad(i::text, 8, '0') || lpad((${number})::text, 22, '0')`;

/** Imports are those of live mode, one for some entries. */
const importId = (number: string): string =>
  `'sti_live_' || lpad((1 + i / 10 % 10)::text, 7, '0') || lpad((${number})::text, 8, '0') || lpad('0', 22, '0')`;

/** Sessions were created over 90 days, the last of them just now. */
const at = "(now() - interval '90 days' * (1 - i::float8 / $1))";

/** True for one session of so many, at random; of two different numbers independently of each other. */
const one = (of: number): string => `(hashint8(i::bigint * 10000 + ${of}) & 1048575) % ${of} = 0`;
const amount = "1000 + i * 31 % 50000";
const currency = `CASE WHEN ${one(400)} THEN 'JPY' WHEN i % 11 = 0 THEN 'USD' ELSE 'EUR' END`;
const hash = "sha256(i::text::bytea)";
const email = "CASE WHEN i % 2 = 0 THEN 'anna.rossi' ELSE 'customer' END || i / 3 || '@example.com'";
const metadata = `json_build_object('order', i, 'shop', 'Berlin')`;
const object = `json_build_object('id', i, 'payload', repeat('lorem ipsum ', 80))`;

/**
 * The columns of each table and what is in them. Most work is done; one row of some hundreds is due. `i` goes from 1 to
 * the number of sessions; a condition leaves out sessions that have no such row, and `n` numbers rows of the same session.
 */
const tables: Readonly<Record<string, TableFill>> = {
  checkout_sessions: {
    columns: {
      tenant_id: tenant,
      id: id("cs"),
      mode,
      status: `CASE WHEN ${one(500)} THEN 'open' WHEN ${one(5)} THEN 'expired' ELSE 'complete' END`,
      payment_status: `CASE WHEN ${one(500)} OR ${one(5)} THEN 'unpaid' ELSE 'paid' END`,
      amount,
      currency,
      details: object,
      metadata,
      client_reference_id: "'order-' || i",
      customer_email: email,
      payment_id: `CASE WHEN ${one(5)} THEN NULL ELSE ${id("pay")} END`,
      event_count: "3",
      created_at: at,
      expires_at: `${at} + interval '1 day'`,
      idempotency_key: `CASE WHEN i % 3 = 0 AND i > $1 * 2 / 3 THEN 'key-' || i END`,
      request_fingerprint: hash,
      clock_id: `CASE WHEN ${one(50)} AND ${mode} = 'sandbox' THEN 'clk_' || i % 100 END`,
      payment_link_id: `CASE WHEN ${one(8)} THEN 'pl_live_' || i % 100 END`,
    },
  },
  payments: {
    where: `NOT ${one(5)}`,
    columns: {
      tenant_id: tenant,
      id: id("pay"),
      mode,
      session_id: id("cs"),
      status: `CASE WHEN ${one(500)} THEN 'processing' WHEN ${one(50)} THEN 'authorized' WHEN ${one(7)} THEN 'failed' ELSE 'captured' END`,
      amount,
      currency,
      capture_method: "'automatic'",
      amount_authorized: amount,
      amount_captured: `CASE WHEN ${one(50)} THEN 0 ELSE ${amount} END`,
      created_at: at,
      updated_at: at,
      clock_id: `CASE WHEN ${one(50)} AND ${mode} = 'sandbox' THEN 'clk_' || i % 100 END`,
      capture_before: `CASE WHEN ${one(50)} AND i > $1 * 0.93 THEN ${at} + interval '7 days' END`,
      customer_email: email,
      client_reference_id: "'order-' || i",
      metadata,
    },
  },
  attempts: {
    where: `NOT ${one(5)}`,
    repeat: 2,
    columns: {
      tenant_id: tenant,
      id: id("att", "n"),
      mode,
      payment_id: id("pay"),
      number: "n",
      status: `CASE WHEN n = 1 THEN 'declined' WHEN ${one(500)} THEN 'pending' WHEN ${one(5000)} THEN 'needs_review' ELSE 'approved' END`,
      connector: `CASE WHEN ${one(400)} THEN 'stripe' ELSE 'sandbox' END`,
      connector_account: `${tenant} || '_' || ${mode}`,
      method: `CASE WHEN ${one(300)} THEN 'bank_debit' ELSE 'card' END`,
      decline_reason: `CASE WHEN n = 2 THEN NULL WHEN ${one(200)} THEN 'expired_card' ELSE 'insufficient_funds' END`,
      card_brand: "'visa'",
      card_last4: "lpad((i * 37 % 10000)::text, 4, '0')",
      psp_reference: "'ch_' || i || n",
      started_at: at,
      decided_at: at,
      next_check_at: `CASE WHEN n = 2 AND ${one(500)} THEN now() + interval '1 minute' END`,
      clock_id: `CASE WHEN ${one(50)} AND ${mode} = 'sandbox' THEN 'clk_' || i % 100 END`,
    },
  },
  payment_tags: {
    where: `NOT ${one(5)}`,
    columns: {
      tenant_id: tenant,
      mode,
      payment_id: id("pay"),
      tag: `CASE WHEN ${one(5000)} THEN 'seldom' ELSE 'often' END`,
    },
  },
  payment_notes: {
    where: `NOT ${one(5)}`,
    columns: {
      tenant_id: tenant,
      id: id("note"),
      mode,
      payment_id: id("pay"),
      author: "'Ada'",
      text: "'A note'",
      created_at: at,
    },
  },
  recent_declines: {
    where: one(20),
    columns: {
      tenant_id: tenant,
      mode,
      subject: hash,
      declines: "1",
      since: "now() - interval '1 hour' * random()",
    },
  },
  movements: {
    // A capture of each payment; of one in twenty a void or a refund.
    where: `NOT ${one(5)} AND (n = 1 OR ${one(20)})`,
    repeat: 2,
    columns: {
      tenant_id: tenant,
      id: `CASE WHEN n = 1 THEN ${id("cap", "n")} WHEN i % 3 = 0 THEN ${id("vd", "n")} ELSE ${id("re", "n")} END`,
      mode,
      payment_id: id("pay"),
      attempt_id: id("att", "2"),
      kind: "CASE WHEN n = 1 THEN 'capture' WHEN i % 3 = 0 THEN 'void' ELSE 'refund' END",
      status: `CASE WHEN n = 2 AND ${one(500)} THEN 'pending' WHEN n = 2 AND ${one(60)} THEN 'failed' ELSE 'succeeded' END`,
      amount,
      currency,
      late: `n = 2 AND i % 3 = 0 AND ${one(60)}`,
      psp_key: "CASE WHEN i % 3 = 0 THEN 'psp-' || i || n END",
      psp_reference: "'mv_' || i || n",
      metadata,
      created_at: at,
      decided_at: at,
      next_check_at: `CASE WHEN n = 2 AND ${one(500)} THEN now() + interval '1 minute' END`,
      clock_id: `CASE WHEN ${one(50)} AND ${mode} = 'sandbox' THEN 'clk_' || i % 100 END`,
    },
  },
  psp_notifications: {
    columns: {
      tenant_id: tenant,
      id: id("ntf"),
      mode,
      connector: "'sandbox'",
      connector_account: `${tenant} || '_' || ${mode}`,
      psp_event_id: "'ev_' || i",
      body: "convert_to(repeat('notification ', 20), 'UTF8')",
      received_at: at,
      quarantine_reason: `CASE WHEN ${one(2000)} THEN 'unknown_charge' END`,
    },
  },
  // Many more than there will be, so that indexes matter here as in other tables.
  disputes: {
    where: one(7),
    columns: {
      tenant_id: tenant,
      id: id("dp"),
      mode,
      payment_id: id("pay"),
      session_id: id("cs"),
      attempt_id: id("att", "2"),
      connector_account: `${tenant} || '_' || ${mode}`,
      psp_reference: "'dp_' || i",
      stage: "'chargeback'",
      status: `CASE WHEN ${one(50)} THEN 'needs_response' WHEN i % 3 = 0 THEN 'won' ELSE 'lost' END`,
      reason: "'fraudulent'",
      amount,
      amount_lost: `CASE WHEN ${one(50)} OR i % 3 = 0 THEN 0 ELSE ${amount} END`,
      currency,
      evidence: metadata,
      opened_at: at,
      closed_at: `CASE WHEN NOT (${one(50)}) THEN ${at} END`,
      next_check_at: `CASE WHEN ${one(50)} THEN now() + interval '1 minute' END`,
      clock_id: `CASE WHEN ${one(9)} AND ${mode} = 'sandbox' THEN 'clk_' || i % 100 END`,
      pending_action: `CASE WHEN ${one(50)} AND ${one(7)} THEN 'evidence' END`,
      action_key: `CASE WHEN ${one(50)} AND ${one(7)} THEN 'act_' || i END`,
      action_check_at: `CASE WHEN ${one(50)} AND ${one(7)} THEN now() END`,
    },
  },
  dispute_files: {
    where: one(7),
    columns: {
      tenant_id: tenant,
      id: id("file"),
      mode,
      dispute_id: id("dp"),
      name: "'receipt.pdf'",
      media_type: "'application/pdf'",
      content: "'x'",
    },
  },
  charge_facts: {
    where: one(3),
    columns: {
      tenant_id: tenant,
      attempt_id: id("att", "2"),
      key: "'AUTHORISATION ' || i",
      mode,
      content: "'{}'",
    },
  },
  reported_disputes: {
    where: one(7),
    columns: {
      tenant_id: tenant,
      connector_account: `${tenant} || '_' || ${mode}`,
      psp_reference: "'dp_' || i",
      mode,
      attempt_id: id("att", "2"),
      quarantine_reason: `CASE WHEN ${one(10)} THEN 'unknown_charge' END`,
      reported_at: at,
      next_check_at: `CASE WHEN ${one(20)} THEN now() + interval '1 minute' END`,
    },
  },
  ledger_transactions: {
    where: `NOT ${one(5)}`,
    repeat: 2,
    columns: {
      tenant_id: tenant,
      id: id("ltx", "n"),
      mode,
      kind: "CASE WHEN n = 1 THEN 'authorization' WHEN i % 40 = 0 THEN 'refund' ELSE 'capture' END",
      source_id: id("att", "n"),
      payment_id: id("pay"),
      connector_account: `CASE WHEN ${one(200)} THEN 'ca_seldom' ELSE 'ca_1' END`,
      reverses: `CASE WHEN n = 2 AND ${one(70)} THEN ${id("ltx", "1")} END`,
      currency,
      accounts: `CASE WHEN ${one(200)} THEN ARRAY['disputes', 'psp_clearing'] WHEN ${one(70)} THEN ARRAY['refunds', 'psp_clearing']
        WHEN ${one(90)} THEN ARRAY['fees', 'psp_clearing'] WHEN ${one(310)} THEN ARRAY['in_transit', 'psp_receivable'] WHEN ${one(350)} THEN ARRAY['bank', 'in_transit']
        WHEN ${one(320)} THEN ARRAY['fx', 'psp_clearing'] WHEN ${one(330)} THEN ARRAY['reserves', 'psp_receivable']
        WHEN ${one(340)} THEN ARRAY['adjustments', 'psp_receivable'] WHEN ${one(3)} THEN ARRAY['psp_receivable', 'processing_fees'] WHEN ${one(300)} THEN ARRAY['surplus', 'psp_clearing']
        WHEN n = 1 THEN ARRAY['customer_funds_receivable', 'authorized_funds'] ELSE ARRAY['psp_clearing', 'merchant_payable'] END`,
      amounts: `ARRAY[${amount}, -(${amount})]`,
      created_at: at,
      position: "CASE WHEN i < $1 * 0.999 THEN i * 2 + n END",
    },
  },
  receipts: {
    where: `i % 4 = 0 AND NOT ${one(5)}`,
    columns: {
      tenant_id: tenant,
      session_id: id("cs"),
      mode,
      document: "repeat('receipt ', 50)",
      created_at: at,
    },
  },
  receipt_mails: {
    where: `i % 20 = 0 AND NOT ${one(5)}`,
    columns: {
      tenant_id: tenant,
      id: id("cs"),
      mode,
      tries: "1",
      next_try_at: `CASE WHEN i % 100000 = 0 THEN ${at} END`,
    },
  },
  receipt_renewals: {
    where: `i % 40 = 0 AND NOT ${one(5)}`,
    columns: {
      tenant_id: tenant,
      session_id: id("cs"),
      key_id: "'key'",
      mode,
      document: "repeat('receipt ', 50)",
      created_at: at,
    },
  },
  events: {
    repeat: 3,
    columns: {
      tenant_id: tenant,
      id: id("evt", "n"),
      mode,
      type: "(ARRAY['checkout.session.completed', 'payment.authorized', 'payment.captured'])[n]",
      session_id: id("cs"),
      sequence: "n",
      object,
      created_at: at,
      clock_id: `CASE WHEN ${one(50)} AND ${mode} = 'sandbox' THEN 'clk_' || i % 100 END`,
    },
  },
  webhook_deliveries: {
    repeat: 3,
    columns: {
      tenant_id: tenant,
      id: id("del", "n"),
      mode,
      kind: `CASE WHEN ${mode} = 'sandbox' AND i % 3 = 0 THEN 'listener' ELSE 'http' END`,
      event_id: id("evt", "n"),
      endpoint_id: `'we_' || ${mode} || '_' || ${tenant} || '_' || n % 2`,
      status: `CASE WHEN ${one(300)} THEN 'pending' WHEN ${one(100)} THEN 'failed' ELSE 'delivered' END`,
      attempts: "1",
      created_at: at,
      next_attempt_at: `CASE WHEN ${one(300)} THEN now() + interval '1 minute' * (i % 60) END`,
      last_status: "200",
      delivered_at: at,
      clock_id: `CASE WHEN ${one(50)} AND ${mode} = 'sandbox' THEN 'clk_' || i % 100 END`,
      lives_on: `CASE WHEN ${one(50)} AND ${mode} = 'sandbox' THEN 'clk_' || i % 100 END`,
    },
  },
  webhook_delivery_attempts: {
    repeat: 3,
    columns: {
      tenant_id: tenant,
      delivery_id: id("del", "n"),
      number: "1",
      mode,
      started_at: at,
      duration_ms: "20",
      request_url: "'https://shop.example/webhooks'",
      request_headers: "'{}'",
      response_status: "200",
      response_headers: '\'{"content-type": "text/plain"}\'',
      response_body: "'ok'",
      response_forgotten: "i < $1 * 2 / 3",
    },
  },
  idempotent_requests: {
    where: "i > $1 * 2 / 3",
    columns: {
      tenant_id: tenant,
      mode,
      operation: "'refund'",
      idempotency_key: "'key-' || i",
      request_fingerprint: hash,
      response_status: "200",
      response_sealed: "convert_to(repeat('sealed ', 60), 'UTF8')",
      resource_id: id("re"),
      created_at: at,
    },
  },
  request_log: {
    // The newest weeks of all requests: one in fifty failed.
    where: "i > $1 * 4 / 5",
    columns: {
      tenant_id: tenant,
      mode,
      id: id("rql"),
      at,
      method: `CASE WHEN ${one(4)} THEN 'GET' ELSE 'POST' END`,
      path: "'/api/checkout/sessions'",
      status: `CASE WHEN ${one(50)} THEN 400 ELSE 200 END`,
      duration_ms: "5",
      key_id: `${tenant} || '_key'`,
      request_id: "'req_' || i",
      ip: "'192.0.2.1'",
      request_body: "repeat('redacted ', 40)",
      response_body: "repeat('redacted ', 100)",
    },
  },
  psp_calls: {
    columns: {
      tenant_id: tenant,
      mode,
      id: id("pcl"),
      at,
      attempt_id: id("att"),
      connector: "'sandbox'",
      connector_account: "'ca'",
      operation: "'authorize'",
      outcome: "'approved'",
      duration_ms: "300",
      exchanges: `'[{"method": "POST", "path": "/v1/charges", "status": 200, "failure": null, "durationMs": 290, "requestId": null}]'`,
    },
  },
  audit_entries: {
    columns: {
      at,
      actor: "'operator'",
      origin: "'localhost'",
      action: "'changed'",
      object: "'settings'",
      object_id: "'pay_' || i",
      // Of many tenants: the log is the installation's.
      tenant_id: "i % 1000",
      mode,
      changes: metadata,
    },
  },
  clocks: {
    where: "i <= 1000",
    columns: {
      tenant_id: tenant,
      id: "'clk_' || i",
      mode: "'sandbox'",
      status: "CASE WHEN i % 50 = 0 THEN 'advancing' ELSE 'ready' END",
      shows: at,
      target: "CASE WHEN i % 50 = 0 THEN now() END",
      created_at: at,
      deleted_at: "CASE WHEN i % 9 = 0 AND i % 50 > 0 THEN now() END",
    },
  },
  clock_steps: {
    where: "i <= 500",
    repeat: 2,
    columns: {
      tenant_id: tenant,
      clock_id: "'clk_' || i % 100",
      mode: "'sandbox'",
      advance: "i / 100",
      number: "n",
      at,
      what: "'session_expired'",
    },
  },
  api_keys: {
    where: "i <= 100",
    columns: {
      tenant_id: tenant,
      id: id("key"),
      mode,
      secret_hash: hash,
      hint: "'abcd'",
      scopes: "ARRAY['sessions:write']",
      api_version: "'2026-11-01'",
    },
  },
  compared_accounts: {
    where: "i <= 1000",
    columns: {
      tenant_id: tenant,
      connector_account: "'account_' || i",
      mode,
      compared_until: "now()",
      due_at: `CASE WHEN ${one(50)} THEN now() END`,
    },
  },
  movement_holds: {
    where: "i <= 1000",
    columns: {
      tenant_id: tenant,
      id: "'account_' || i",
      mode,
      next_check_at: "now() + interval '1 minute' * random()",
    },
  },
  tenants: {
    where: `i <= ${tenants}`,
    columns: { tenant_id: tenant, id: "'ten_' || i", name: "'Shop ' || i" },
  },
  webhook_endpoints: {
    where: `i <= ${tenants}`,
    repeat: 4,
    columns: {
      tenant_id: tenant,
      id: `'we_' || (ARRAY['live', 'sandbox'])[1 + n / 3] || '_' || ${tenant} || '_' || n % 2`,
      mode: "(ARRAY['live', 'sandbox'])[1 + n / 3]",
      url: "'https://shop.example/webhooks'",
      event_types: "ARRAY['*']",
      secret_sealed: "'x'",
      api_version: "'2026-11-01'",
    },
  },
  ledger_periods: {
    where: `i <= ${tenants}`,
    columns: {
      tenant_id: tenant,
      mode,
      month: "'2026-10'",
      status: "'closed'",
      ends_at: "'2026-11-01T00:00:00Z'",
      differences: "'[]'",
      incomplete_imports: "'[]'",
    },
  },
  payment_links: {
    where: `i <= ${tenants}`,
    repeat: 20,
    columns: {
      tenant_id: tenant,
      id: id("pl", "n"),
      mode,
      name: "'Concert ' || n",
      amount: "2500",
      currency: "'EUR'",
      details: "'{}'",
      max_payments: "CASE WHEN n % 2 = 0 THEN 200 END",
    },
  },
  bank_accounts: {
    where: `i <= ${tenants}`,
    repeat: 4,
    columns: {
      tenant_id: tenant,
      id: id("bac", "n"),
      mode,
      type: "'iban'",
      identifier: "'DE' || i || n",
      currency: "'EUR'",
      holder: "'Shop ' || i",
    },
  },
  exports: {
    where: "i % 10 = 0",
    columns: {
      tenant_id: "(1 + i / 10 % 10)",
      id: "'exp_live_' || lpad((1 + i / 10 % 10)::text, 7, '0') || lpad(i::text, 8, '0') || lpad('0', 22, '0')",
      mode: "'live'",
      resource: "'payments'",
      format: "'csv'",
      filters: "'{}'",
      columns: "'{id}'",
      status: `CASE WHEN i % 50000 = 0 THEN 'running' ELSE 'completed' END`,
      touched_at: at,
      created_at: at,
      completed_at: `CASE WHEN i % 50000 <> 0 THEN ${at} END`,
    },
  },
  export_chunks: {
    where: "i % 100 = 0",
    repeat: 4,
    columns: {
      tenant_id: "(1 + i / 10 % 10)",
      export_id:
        "'exp_live_' || lpad((1 + i / 10 % 10)::text, 7, '0') || lpad(i::text, 8, '0') || lpad('0', 22, '0')",
      number: "n",
      mode: "'live'",
      rows: object,
    },
  },
  statement_imports: {
    where: "i % 10 = 0",
    columns: {
      tenant_id: "(1 + i / 10 % 10)",
      id: importId("i"),
      mode: "'live'",
      status: `CASE WHEN ${one(500)} THEN 'storing' ELSE 'completed' END`,
      file_sha256: hash,
      format: "'camt.053.001.08'",
      bytes: "100000",
      created_at: at,
      completed_at: `CASE WHEN NOT ${one(500)} THEN ${at} END`,
    },
  },
  statement_chunks: {
    where: one(500),
    repeat: 4,
    columns: {
      tenant_id: tenant,
      import_id: id("sti"),
      number: "n",
      mode,
      entries: object,
    },
  },
  statement_progress: {
    where: `i <= ${tenants}`,
    columns: {
      tenant_id: tenant,
      bank_account_id: "'bac_live_1'",
      mode: "'live'",
      complete_until: "current_date",
    },
  },
  bank_entries: {
    columns: {
      tenant_id: "(1 + i / 10 % 10)",
      id: importId("i").replace("sti", "ben"),
      mode: "'live'",
      bank_account_id: `CASE WHEN ${one(300)} THEN 'bac_live_2' ELSE 'bac_live_1' END`,
      import_id: importId("i / 20 * 20"),
      entry_key: "md5(i::text)",
      status: `CASE WHEN ${one(300)} THEN 'pending' ELSE 'booked' END`,
      match_status: `CASE WHEN ${one(300)} THEN 'unmatched' ELSE 'matched' END`,
      credit_debit: "'credit'",
      reversal: "false",
      // A shop with one price.
      amount: `CASE WHEN ${one(3)} THEN 2599 ELSE ${amount} END`,
      currency: "'EUR'",
      booking_date: "current_date",
      transactions: "1",
      details: `json_build_array(${object})`,
      more: "'{}'",
      created_at: at,
    },
  },
  settlement_imports: {
    where: "i <= 1000",
    columns: {
      tenant_id: "(1 + i % 10)",
      connector_account: "'ca_' || i",
      mode: "'live'",
      booked_until: at,
      complete_until: at,
    },
  },
  settlement_batches: {
    where: "i % 100 = 0",
    columns: {
      tenant_id: "(1 + i / 100 % 10)",
      id: importId("i").replace("sti", "stb"),
      mode: "'live'",
      connector_account: "'ca_1'",
      psp_reference: "'po_' || i",
      status: "'paid'",
      currency: "'EUR'",
      amount: amount,
      paid_out_at: at,
      bank_texts: "'{}'",
      lines: "10",
      lines_net: amount,
      bank_entry_id: `CASE WHEN NOT ${one(100)} THEN 'ben_' || i END`,
    },
  },
  settlement_lines: {
    where: "i % 2 = 0",
    columns: {
      tenant_id: "(1 + i / 2 % 10)",
      id: importId("i").replace("sti", "stl"),
      mode: "'live'",
      connector_account: `CASE WHEN ${one(200)} THEN 'ca_seldom' ELSE 'ca_1' END`,
      psp_reference: "'txn_' || i",
      about: "'pi_' || i",
      batch: `CASE WHEN NOT ${one(400)} THEN 'po_' || i / 100 * 100 END`,
      batch_known_at: `CASE WHEN NOT ${one(400)} THEN ${at} END`,
      type: "'charge'",
      category: "'charge'",
      currency: "'EUR'",
      gross: amount,
      fee: "0",
      net: amount,
      booked_at: at,
      available_at: at,
      status: `CASE WHEN ${one(300)} THEN 'exception' WHEN ${one(200)} THEN 'booked' ELSE 'matched' END`,
      exception_reason: `CASE WHEN ${one(300)} THEN 'unknown_reference' END`,
      source_id: `CASE WHEN NOT ${one(300)} AND NOT ${one(200)} THEN 'att_' || i END`,
      source_version: `CASE WHEN NOT ${one(300)} AND NOT ${one(200)} THEN 0 END`,
      payment_id: `CASE WHEN NOT ${one(300)} AND NOT ${one(200)} THEN 'pay_' || i END`,
    },
  },
  expected_transfers: {
    where: "i % 10 = 0",
    columns: {
      tenant_id: "(1 + i / 10 % 10)",
      id: importId("i").replace("sti", "etr"),
      mode: "'live'",
      attempt_id: "'att_' || i",
      session_id: "'cs_' || i / 20",
      bank_account_id: "'bac_live_1'",
      status: `CASE WHEN ${one(5)} THEN 'open' ELSE 'paid' END`,
      reference: "'RF' || i",
      // A shop with one price.
      amount: "2599",
      currency: "'EUR'",
      amount_received: `CASE WHEN ${one(5)} THEN 0 ELSE 2599 END`,
      amount_charged: `CASE WHEN ${one(5)} THEN NULL ELSE 2599 END`,
      amount_surplus: `CASE WHEN ${one(5)} THEN NULL ELSE 0 END`,
      payer_name: "'Ada Lovelace'",
      payer_name_key: "'ADA' || i",
      payer_account: "'DE' || i",
      expires_at: `${at} + interval '1 day'`,
      created_at: at,
    },
  },
  entry_matches: {
    where: "i % 10 = 0",
    columns: {
      tenant_id: "(1 + i / 10 % 10)",
      entry_id: importId("i").replace("sti", "ben"),
      number: "0",
      mode: "'live'",
      expected_transfer_id: importId("i").replace("sti", "etr"),
      rule: "'reference'",
      action: "'pay'",
      amount: "2599",
      currency: "'EUR'",
      amount_counted: "2599",
      created_at: at,
    },
  },
  bank_refunds: {
    where: "i % 10 = 0",
    columns: {
      tenant_id: "(1 + i / 10 % 10)",
      id: importId("i").replace("sti", "brf"),
      mode: "'live'",
      movement_key: "'key_' || i",
      expected_transfer_id: importId("i").replace("sti", "etr"),
      bank_account_id: "'bac_live_1'",
      status: `CASE WHEN ${one(5_000)} THEN 'waiting' ELSE 'confirmed' END`,
      amount: "2599",
      currency: "'EUR'",
      end_to_end_id: "'KASSA' || i",
      file_id: importId("i / 500").replace("sti", "brx"),
      created_at: at,
    },
  },
  bank_refund_files: {
    where: "i % 500 = 0",
    columns: {
      tenant_id: "(1 + i / 10 % 10)",
      id: importId("i").replace("sti", "brx"),
      mode: "'live'",
      bank_account_id: "'bac_live_1'",
      status: "'sent'",
      execution_date: "current_date",
      refunds: "50",
      amount: "129950",
      currency: "'EUR'",
      content: "'<Document/>'",
      created_at: at,
    },
  },
  connector_accounts: {
    where: `i <= ${tenants}`,
    repeat: 4,
    columns: {
      tenant_id: tenant,
      id: `'ca_' || (ARRAY['live', 'sandbox'])[1 + n / 3] || '_' || ${tenant} || '_' || n % 2`,
      mode: "(ARRAY['live', 'sandbox'])[1 + n / 3]",
      connector: "'stripe'",
      label: "'Shop'",
      status: "'enabled'",
      position: "n",
      settings: "'{}'",
      in_use_since: "now()",
      checked_at: "now()",
      created_at: "now()",
    },
  },
  connector_credentials: {
    where: `i <= ${tenants}`,
    repeat: 4,
    columns: {
      tenant_id: tenant,
      account_id: `'ca_' || (ARRAY['live', 'sandbox'])[1 + n / 3] || '_' || ${tenant} || '_' || n % 2`,
      version: "1",
      mode: "(ARRAY['live', 'sandbox'])[1 + n / 3]",
      fields: "ARRAY['apiKey']",
      credentials_sealed: "'x'",
    },
  },
  "sandbox_psp.charges": {
    repeat: 2,
    columns: {
      id: id("ch", "n"),
      account: `${tenant} || '_sandbox'`,
      clock: `CASE WHEN ${one(50)} THEN 'clk_' || i % 100 END`,
      idempotency_key: id("att", "n"),
      merchant_reference: id("att", "n"),
      status: `CASE WHEN ${one(500)} THEN 'pending' ELSE 'approved' END`,
      amount,
      currency,
      capture: "'automatic'",
      amount_captured: `CASE WHEN ${one(500)} THEN 0 ELSE ${amount} END`,
      brand: "'visa'",
      last4: "'4242'",
      outcome: "'approve'",
      return_url: "'https://kassa.example/return'",
      due_at: `CASE WHEN ${one(500)} THEN now() + interval '1 minute' END`,
      capture_before: `CASE WHEN ${one(50)} THEN ${at} END`,
      dispute_at: `CASE WHEN ${one(300)} THEN ${at} END`,
      created_at: at,
      changed_at: at,
      stored_at: at,
    },
  },
  "sandbox_psp.movements": {
    repeat: 2,
    columns: {
      id: id("mv", "n"),
      account: `${tenant} || '_sandbox'`,
      clock: `CASE WHEN ${one(50)} THEN 'clk_' || i % 100 END`,
      idempotency_key: id("re", "n"),
      charge: id("ch", "n"),
      kind: "'refund'",
      amount,
      currency,
      due_at: `CASE WHEN ${one(500)} THEN now() + interval '1 minute' END`,
      created_at: at,
      stored_at: at,
    },
  },
  "sandbox_psp.disputes": {
    where: one(7),
    columns: {
      id: id("dp"),
      account: `${tenant} || '_sandbox'`,
      charge: id("ch", "1"),
      clock: `CASE WHEN ${one(10)} THEN 'clk_' || i % 100 END`,
      stage: "'chargeback'",
      status: `CASE WHEN ${one(10)} THEN 'under_review' ELSE 'won' END`,
      reason: "'fraudulent'",
      amount,
      currency,
      fee: "1500",
      due_at: `CASE WHEN ${one(10)} THEN now() + interval '1 day' END`,
      opened_at: at,
      stored_at: at,
    },
  },
  "sandbox_psp.dispute_requests": {
    where: one(7),
    columns: {
      account: `${tenant} || '_sandbox'`,
      idempotency_key: "'key-' || i",
      dispute: id("dp"),
      digest: hash,
    },
  },
  "sandbox_psp.charge_log": {
    repeat: 3,
    columns: {
      account: `${tenant} || '_sandbox'`,
      charge: id("ch", "n"),
      merchant_reference: id("att", "n"),
      kind: "'authorize'",
      captured: "true",
      amount,
      currency,
      at,
    },
  },
  "sandbox_psp.notifications": {
    repeat: 2,
    columns: {
      id: id("nt", "n"),
      account: `${tenant} || '_sandbox'`,
      charge: id("ch", "n"),
      body: "repeat('notification ', 20)",
      created_at: at,
      next_attempt_at: at,
      delivered_at: `CASE WHEN NOT ${one(5000)} THEN ${at} END`,
    },
  },
};

type TableFill = {
  /** SQL for which sessions have such a row; all of them unless given. */
  readonly where?: string;
  /** How many rows each of these has; one unless given. */
  readonly repeat?: number;
  /** SQL for each column. */
  readonly columns: Readonly<Record<string, string>>;
};

/** Checkout sessions that are written. */
const sessions = 10_000;

/** How many rows PostgreSQL is told that there are for each one that is written, in tables that grow with the sessions. */
const timesAsMany = 100;

/**
 * Writes rows for 10,000 checkout sessions and tells the planner of a hundred times as many. Triggers and foreign keys are off
 * meanwhile, CHECKs are not.
 *
 * The plans are those of large tables: on 2026-11-24 they were compared with plans for 200,000 sessions that took three minutes to
 * write, counted five times. On tables of a million rows all 481 statements used the same indexes, and the dearest had 1 to 3 times the cost.
 */
export async function fillTables(client: ClientBase): Promise<void> {
  await client.query("SET session_replication_role = replica");
  for (const [table, fill] of Object.entries(tables)) {
    // Spread over ten times as many pages: otherwise a hundred times as many rows would look as if a hundred were read with each page.
    await client.query(`ALTER TABLE ${table} SET (fillfactor = 10)`);
    await client.query(insertInto(table, fill));
  }
  await client.query("RESET session_replication_role");
  await client.query("ANALYZE");
  // The planner multiplies the rows per page, as ANALYZE left them here, by the pages that it finds in the file.
  await client.query(
    `UPDATE pg_class SET reltuples = reltuples * $1 WHERE relkind IN ('r', 'i') AND reltuples > 100
     AND relnamespace IN ('public'::regnamespace, 'sandbox_psp'::regnamespace)`,
    [timesAsMany],
  );
}

function insertInto(table: string, { where = "true", repeat = 1, columns }: TableFill): string {
  const text = `INSERT INTO ${table} (${Object.keys(columns).join(", ")})
    SELECT ${Object.values(columns).join(", ")}
    FROM generate_series(1, $1) AS i CROSS JOIN generate_series(1, ${repeat}) AS n
    WHERE ${where} ORDER BY i, n`;
  return text.replaceAll("$1", String(sessions));
}
