/** Columns of one row, as JSON. */
export type Columns = Record<string, unknown>
const at = '2026-11-01T10:00:00Z'
const later = '2026-11-02T10:00:00Z'
const [user, part, order, importId] = [1, 2, 3, 4].map((n) => `00000000-0000-7000-8000-00000000000${n}`)
const account = 'A'.repeat(28)
const factor = 'F'.repeat(28)
const phone = '+15550147731'
/** Columns of a paid order, and of an expired one. */
const paid = { paid_at: at, transaction_id: 'pi_paid', receipt_number: 7, settlement: 'card' }
const expired = { expired_at: at, stock_returned_at: at }

/** One valid row of each table that has a rule, in the order in which they refer to one another. */
export const samples: Record<string, Columns> = {
  users: { id: user, uid: 'uid-1', email: 'ann@example.com', created_at: at },
  products: {
    id: part,
    name: 'Brake disc',
    price_minor: 1250,
    minimum_order: 1,
    available: 10,
    img: '/drawings/piston.svg',
    category: 'tools',
    created_at: at,
  },
  orders: {
    id: order,
    user_id: user,
    product_id: part,
    product_name: 'Brake disc',
    img: '/drawings/piston.svg',
    email: 'ann@example.com',
    phone: '1',
    address: '1 Road',
    location: 'Town',
    expires_at: later,
    quantity: 2,
    unit_price_minor: 1250,
    total_minor: 2500,
    currency: 'usd',
    seller: { name: 'Gears', address: '', taxId: '', phone: '', locale: 'en-US', timeZone: 'UTC' },
    created_at: at,
  },
  payment_intents: {
    order_id: order,
    attempt: 1,
    intent_id: 'pi_1',
    amount_minor: 2500,
    currency: 'usd',
    created_at: at,
  },
  order_lines: {
    order_id: order,
    position: 1,
    product_id: part,
    name: 'Brake disc',
    quantity: 2,
    unit_price_minor: 1250,
    tax_ppm: 190_000,
    tax_minor: 399,
    total_minor: 2500,
  },
  refunds: { id: user, order_id: order, amount_minor: 100, provider_id: 're_1', created_at: at },
  refund_lines: {
    refund_id: user,
    order_id: order,
    position: 1,
    units: 0,
    restocked: 0,
    amount_minor: 100,
    tax_minor: 16,
  },
  disputes: {
    id: 'dp_1',
    order_id: order,
    intent_id: 'pi_1',
    amount_minor: 2500,
    currency: 'usd',
    reason: 'general',
    status: 'needs_response',
    withdrawn_minor: 0,
    created_at: at,
  },
  ledger: {
    at,
    kind: 'charge',
    order_id: order,
    intent_id: 'pi_1',
    amount_minor: 2500,
    currency: 'usd',
  },
  audit: { at, entity: 'product', entity_id: part, field: 'price' },
  order_events: { order_id: order, at, kind: 'placed', after: 'pending' },
  reviews: { id: user, name: 'Ann', description: 'Good.', rating: 5, created_at: at },
  imports: { id: importId, file_name: 'parts.csv', bytes: 10, created_at: at },
  mails: { id: user, recipient: 'ann@example.com', subject: 'Hello', body: 'Hello' },
  receipt_counter: { last: 0 },
  earlier_seller: { seller: {} },
  vocabulary_version: { version: 1 },
  subscribers: { id: user, email: 'ann@example.com', created_at: at },
  sign_ins: {
    id: user,
    user_id: user,
    key: 'sid:1',
    device: 'Firefox',
    second_factor: false,
    signed_in_at: at,
    created_at: at,
    last_seen_at: at,
  },
  'cards.intents': {
    id: 'pi_1',
    client_secret: 'pi_1_secret',
    amount_minor: 2500,
    currency: 'usd',
    created_at: at,
  },
  'cards.refunds': { id: 're_1', intent_id: 'pi_1', amount_minor: 100, created_at: at },
  'cards.disputes': {
    id: 'dp_1',
    intent_id: 'pi_1',
    amount_minor: 2500,
    reason: 'general',
    status: 'needs_response',
    due_by: later,
    created_at: at,
  },
  'cards.faults': { target: 'read', action: 'slow', delay_ms: 1, share: 1, created_at: at },
  'identity.users': { id: account, valid_since: at, created_at: at, last_login_at: at, last_refresh_at: at },
  'identity.user_providers': { provider_id: 'google.com', raw_id: '1', user_id: account },
  'identity.mfa_factors': {
    id: factor,
    user_id: account,
    kind: 'totp',
    secret: 'encrypted',
    last_step: 1,
    enrolled_at: at,
  },
  'identity.mfa_enrollments': { session_hash: 'h', user_id: account, secret: 'encrypted', expires_at: later },
  'identity.oob_codes': {
    code_hash: 'h',
    request_type: 'VERIFY_EMAIL',
    email: 'ann@example.com',
    expires_at: later,
  },
  'identity.sms_codes': {
    session_hash: 'h',
    purpose: 'sign-in',
    phone_number: phone,
    code_hash: 'c',
    expires_at: later,
  },
  'identity.sessions': {
    token_hash: 'h',
    user_id: account,
    provider: 'password',
    auth_time: at,
    created_at: at,
  },
  'identity.oauth_flows': {
    state_hash: 'h',
    browser_hash: 'b',
    nonce_hash: 'n',
    provider_id: 'google.com',
    event_id: 'e',
    auth_type: 'signInViaPopup',
    encrypted_checks: 'p',
    expires_at: later,
  },
  'identity.idp_grants': {
    grant_hash: 'h',
    nonce_hash: 'n',
    provider_id: 'google.com',
    raw_id: '1',
    email: 'ann@example.com',
    email_verified: true,
    expires_at: later,
  },
}

/** Samples that other samples refer to. */
export const parents = [
  'users',
  'products',
  'orders',
  'order_lines',
  'refunds',
  'cards.intents',
  'identity.users',
  'identity.mfa_factors',
]

/** By constraint, another one that rejects its row, too; tests drop the other one. */
export const alsoRefusedBy: Record<string, string> = {
  paid_keeps_stock: 'stock_returned_only_at_end',
  receipt_requires_payment: 'paid_has_a_receipt',
}

/** For each CHECK constraint, how a rejected row differs from the sample. A new constraint needs an entry here. */
export const breaches: Record<string, Record<string, Columns>> = {
  users: {
    deleted_is_anonymous: { deleted_at: at, disabled_at: at },
    identity_removed_last: { identity_removed_at: at },
    users_email_check: { email: 'Ann@example.com' },
    users_role_check: { role: 'owner' },
    users_unpaid_orders_check: { unpaid_orders: -1 },
    verified_has_email: { email: null, email_verified: true },
  },
  products: {
    products_available_check: { available: -1 },
    products_category_check: { category: 'boats' },
    products_minimum_order_check: { minimum_order: 0 },
    products_name_check: { name: '' },
    products_price_minor_check: { price_minor: 0 },
  },
  orders: {
    cancellation_has_start: { cancellation: 'delete' },
    expired_returned_stock: { expired_at: at, cancellation_returns_stock: false },
    ended_returned_stock: { deleted_at: at },
    cancellation_precedes_end: { ...expired, cancellation: 'delete', cancellation_started_at: at },
    stock_returned_only_at_end: { stock_returned_at: at },
    orders_cancellation_check: { cancellation: 'forget', cancellation_started_at: at },
    orders_currency_check: { currency: 'USD' },
    orders_quantity_check: { quantity: 0, total_minor: 0 },
    orders_status_check: { status: 'Lost' },
    orders_tax_rate_check: { tax_rate: 10_001 },
    orders_unit_price_minor_check: { unit_price_minor: 0, total_minor: 0 },
    orders_settlement_check: { ...paid, settlement: 'cheque' },
    paid_has_a_receipt: { ...paid, receipt_number: null },
    paid_keeps_stock: { ...paid, stock_returned_at: at },
    paid_has_settlement: { ...paid, settlement: null },
    paid_has_transaction: { ...paid, transaction_id: null },
    paid_is_final: { ...paid, cancellation: 'delete', cancellation_started_at: at },
    seller_is_complete: { seller: { name: 'Gears' } },
    receipt_requires_payment: { receipt_number: 7 },
    refunds_within_payment: { refunded_minor: 1 },
    quantity_returned_within_order: { quantity_returned: 3 },
    price_is_unit_price_or_total: { total_minor: 2499 },
    orders_channel_check: { channel: 'phone' },
    orders_delivery_check: { delivery: 'pigeon' },
    orders_other_parts_check: { other_parts: -1 },
  },
  payment_intents: {
    payment_intents_amount_minor_check: { amount_minor: 0 },
    payment_intents_attempt_check: { attempt: 0 },
  },
  order_lines: {
    line_total_is_its_parts: { total_minor: 2499 },
    order_lines_kind_check: { kind: 'gift' },
    order_lines_position_check: { position: 0 },
    order_lines_quantity_check: { quantity: 0, total_minor: 0, tax_minor: 0 },
    order_lines_tax_minor_check: { tax_minor: -1 },
    order_lines_tax_ppm_check: { tax_ppm: 1_000_001 },
    part_has_product: { product_id: null },
    refunds_within_line: { refunded_minor: 2501 },
    tax_within_line: { tax_minor: 2501 },
    units_in_order: { cancelled: 1, shipped: 2 },
  },
  refund_lines: {
    refund_lines_amount_minor_check: { amount_minor: -1, tax_minor: -1 },
    refund_lines_restocked_check: { restocked: -1 },
    refund_lines_units_check: { units: -1 },
    tax_within_refund: { tax_minor: 101 },
  },
  refunds: {
    done_refund_has_provider_id: { done_at: at, provider_id: null },
    refund_ends_once: { done_at: at, failed_at: at },
    refunds_amount_minor_check: { amount_minor: 0 },
    refunds_quantity_check: { quantity: -1 },
    refunds_reason_check: { reason: 'r'.repeat(501) },
  },
  disputes: {
    disputes_amount_minor_check: { amount_minor: 0 },
    disputes_status_check: { status: 'open' },
    disputes_withdrawn_minor_check: { withdrawn_minor: -1 },
  },
  ledger: {
    entry_names_its_cause: { refund_id: 're_1' },
    ledger_amount_minor_check: { amount_minor: 0 },
    ledger_kind_check: { kind: 'gift' },
  },
  audit: {
    audit_entity_check: { entity: 'weather' },
    price_in_minor_units: { after: '12.5' },
  },
  order_events: {
    dispute_event_names_dispute: { kind: 'dispute' },
    order_events_kind_check: { kind: 'weather' },
    refunded_in_minor_units: { kind: 'refunded', before: '0', after: '12.5' },
  },
  reviews: { reviews_rating_check: { rating: 5.01 } },
  imports: {
    imports_bytes_check: { bytes: 0 },
    imports_state_check: { state: 'lost' },
    received_within_file: { received: 11 },
  },
  mails: { mails_channel_check: { channel: 'pigeon' } },
  receipt_counter: { receipt_counter_singleton_check: { singleton: false } },
  earlier_seller: { earlier_seller_singleton_check: { singleton: false } },
  vocabulary_version: { vocabulary_version_singleton_check: { singleton: false } },
  sign_ins: { sign_ins_key_check: { key: 'uid:1' } },
  'cards.intents': {
    canceled_has_time: { status: 'canceled' },
    challenge_requires_action: { status: 'requires_action' },
    intents_amount_minor_check: { amount_minor: 0 },
    intents_currency_check: { currency: 'USD' },
    intents_status_check: { status: 'processing' },
    refunds_within_captured: { status: 'succeeded', refunded_minor: 2501 },
  },
  'cards.refunds': {
    refunds_amount_minor_check: { amount_minor: 0 },
    refunds_status_check: { status: 'pending' },
  },
  'cards.disputes': {
    disputes_amount_minor_check: { amount_minor: 0 },
    disputes_status_check: { status: 'open' },
    reinstatement_requires_withdrawal: { reinstatement_id: 'txn_2', reinstated_at: at },
    reinstatement_has_time: { withdrawal_id: 'txn_1', withdrawn_at: at, reinstatement_id: 'txn_2' },
    withdrawal_has_time: { withdrawal_id: 'txn_1' },
  },
  'cards.faults': {
    action_fits_target: { action: 'lose' },
    faults_delay_ms_check: { delay_ms: 60_001 },
    faults_remaining_check: { remaining: -1 },
    faults_share_check: { share: 0 },
    faults_target_check: { target: 'weather' },
  },
  'identity.users': {
    email_link_requires_verified_email: { email_link: true, email: 'ann@example.com', email_verified: false },
    users_email_check: { email: `${'a'.repeat(250)}@b.cd` },
    users_id_check: { id: 'short' },
    users_phone_number_check: { phone_number: '0155' },
  },
  'identity.mfa_factors': {
    mfa_factors_check: { phone_number: phone },
    mfa_factors_check1: { secret: null },
    mfa_factors_check2: { last_step: null },
    mfa_factors_id_check: { id: 'short' },
    mfa_factors_kind_check: { kind: 'knock', secret: null, last_step: null },
    mfa_factors_phone_number_check: { kind: 'phone', phone_number: '0155', secret: null, last_step: null },
  },
  'identity.mfa_enrollments': { mfa_enrollments_tries_check: { tries: 6 } },
  'identity.oob_codes': {
    oob_codes_address: { email: null },
    oob_codes_change: { new_email: 'new@example.com' },
    oob_codes_factor: { factor_id: factor },
    oob_codes_new_email_check: { request_type: 'RECOVER_EMAIL', new_email: `${'a'.repeat(250)}@b.cd` },
    oob_codes_request_type_check: { request_type: 'GUESS' },
  },
  'identity.sms_codes': {
    sms_codes_factor: { factor_id: factor },
    sms_codes_purpose_check: { purpose: 'fun', user_id: account },
    sms_codes_tries_check: { tries: 6 },
    sms_codes_user: { user_id: account },
  },
  'identity.sessions': {
    sessions_second_factor: { second_factor: 'totp' },
    sessions_second_factor_check: { second_factor: 'knock', second_factor_id: factor },
  },
  'identity.oauth_flows': { oauth_flows_auth_type_check: { auth_type: 'signInViaPost' } },
  'identity.idp_grants': { idp_grants_verified: { email: null } },
}

/** For each unique index except primary keys, how the first and the rejected second row otherwise differ from the sample. */
export const duplicates: Record<string, Record<string, { first?: Columns; second: Columns }>> = {
  users: {
    users_uid_key: { second: { id: part, email: null } },
    users_email_key: { second: { id: part, uid: 'uid-2' } },
  },
  orders: {
    orders_transaction_id_key: { first: paid, second: { ...paid, id: part, receipt_number: 8 } },
    orders_number_key: { first: { number: 1 }, second: { id: part, number: 1 } },
    orders_of_cart: { first: { cart_id: part }, second: { id: part, number: 2, cart_id: part } },
    orders_receipt_number_key: { first: paid, second: { ...paid, id: part, transaction_id: 'pi_other' } },
  },
  payment_intents: {
    payment_intents_one_open: { second: { attempt: 2, intent_id: 'pi_2' } },
    payment_intents_intent_id_key: { first: { closed_at: at }, second: { attempt: 2 } },
  },
  refunds: { refunds_provider_id_key: { second: { id: part } } },
  ledger: {
    ledger_charges: { second: {} },
    ledger_refunds: {
      first: { kind: 'refund', refund_id: 're_1' },
      second: { kind: 'refund', refund_id: 're_1' },
    },
    ledger_movements: {
      first: { kind: 'dispute_withdrawn', dispute_id: 'dp_1', movement_id: 'txn_1' },
      second: { kind: 'dispute_reinstated', dispute_id: 'dp_1', movement_id: 'txn_1' },
    },
  },
  imports: {
    imports_one_applying: { first: { state: 'applying' }, second: { id: user, state: 'undoing' } },
  },
  subscribers: { subscribers_email_key: { second: { id: part } } },
  sign_ins: { sign_ins_user_id_key_key: { second: { id: part } } },
  'cards.intents': {
    intents_charge_id_key: { first: { charge_id: 'ch_1' }, second: { id: 'pi_2', charge_id: 'ch_1' } },
    intents_challenge_token_key: {
      first: { status: 'requires_action', challenge_token: 't', challenge_expires_at: later },
      second: { id: 'pi_2', status: 'requires_action', challenge_token: 't', challenge_expires_at: later },
    },
  },
  'cards.disputes': {
    disputes_withdrawal_id_key: {
      first: { withdrawal_id: 'txn_1', withdrawn_at: at },
      second: { id: 'dp_2', withdrawal_id: 'txn_1', withdrawn_at: at },
    },
    disputes_reinstatement_id_key: {
      first: { withdrawal_id: 'txn_1', withdrawn_at: at, reinstatement_id: 'txn_2', reinstated_at: at },
      second: {
        id: 'dp_2',
        withdrawal_id: 'txn_3',
        withdrawn_at: at,
        reinstatement_id: 'txn_2',
        reinstated_at: at,
      },
    },
  },
  'identity.users': {
    users_email_key: {
      first: { email: 'ann@example.com' },
      second: { id: factor, email: 'ann@example.com' },
    },
    users_phone_number_key: {
      first: { phone_number: phone },
      second: { id: factor, phone_number: phone },
    },
  },
  'identity.user_providers': { user_providers_user_id_provider_id_key: { second: { raw_id: '2' } } },
  'identity.mfa_factors': {
    mfa_factors_user_id_phone_number_key: {
      first: { kind: 'phone', phone_number: phone, secret: null, last_step: null },
      second: { id: account, kind: 'phone', phone_number: phone, secret: null, last_step: null },
    },
  },
}

/** The rejected changes of the sample, as SQL, for each trigger that rejects changes. */
export const refusedChanges: Record<string, { table: string; row?: Columns; changes: string[] }> = {
  audit_append_only: {
    table: 'audit',
    changes: ["update audit set field = 'x'", 'delete from audit', 'truncate audit cascade'],
  },
  order_events_append_only: {
    table: 'order_events',
    changes: [
      "update order_events set after = 'x'",
      'update order_events set order_id = order_id',
      'delete from order_events',
      'truncate order_events',
    ],
  },
  ledger_append_only: {
    table: 'ledger',
    changes: ['update ledger set amount_minor = 1', 'delete from ledger', 'truncate ledger'],
  },
  mfa_factors_last_step: {
    table: 'identity.mfa_factors',
    changes: ['update identity.mfa_factors set last_step = 1'],
  },
  orders_move_forward: {
    table: 'orders',
    row: { ...paid, quantity: 2 },
    changes: [
      'update orders set quantity = 1, total_minor = 1250',
      'update orders set unit_price_minor = 1, total_minor = 2',
      "update orders set currency = 'eur'",
      'update orders set tax_rate = 1',
      "update orders set seller = jsonb_set(seller, '{name}', '\"Wheels\"')",
      'update orders set seller = null',
      "update orders set transaction_id = 'pi_other'",
      'update orders set receipt_number = 8',
      'update orders set paid_at = null, transaction_id = null, receipt_number = null',
      'update orders set number = 8',
      'update orders set other_parts = 1',
      "update orders set channel = 'cart'",
      'update orders set cart_id = id',
    ],
  },
  orders_are_sums_of_lines: { table: 'orders', changes: ['set constraints all immediate'] },
  order_lines_move_forward: {
    table: 'order_lines',
    row: { cancelled: 1, shipped: 1, returned: 1 },
    changes: [
      'update order_lines set quantity = 3, total_minor = 3750',
      'update order_lines set tax_minor = 0',
      "update order_lines set name = 'Brake pad'",
      'update order_lines set cancelled = 0',
      'update order_lines set returned = 0',
    ],
  },
  'orders_move_forward of an expired order': {
    table: 'orders',
    row: expired,
    changes: [
      `update orders set expired_at = '${later}'`,
      `update orders set stock_returned_at = '${later}'`,
      'update orders set expired_at = null, stock_returned_at = null',
    ],
  },
  'orders_move_forward of a deleted order': {
    table: 'orders',
    row: { deleted_at: at, stock_returned_at: at },
    changes: [
      `update orders set deleted_at = '${later}'`,
      'update orders set deleted_at = null, stock_returned_at = null',
    ],
  },
}
