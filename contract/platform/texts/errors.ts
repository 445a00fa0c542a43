import type { ErrorCode } from '../errors.ts'
import { validationTexts } from './validation.ts'

export const errorTexts: Record<ErrorCode, string> = {
  invalid_request: 'Please check the marked fields.',
  malformed_json: 'The request body is not valid JSON.',
  malformed_request: 'This is not a valid HTTP request.',
  quantity_missing: validationTexts.quantityMissing,
  below_minimum: validationTexts.belowMinimum,
  above_available: validationTexts.aboveAvailable,
  appointment_mismatch: 'The order named in the body is not the order of this address.',
  webhook_signature: 'The signature of this event does not match.',
  unauthenticated: 'Please sign in.',
  account_disabled: 'This account has been disabled.',
  payment_unproven: 'The card provider does not confirm this payment.',
  forbidden: 'Your account may not do this.',
  second_step_required: 'Staff sign in with a second step here. Add one on your account page.',
  sign_in_too_old:
    'Please sign in again first: this needs a sign-in of the last five minutes, past your second step if you have one.',
  not_found: 'There is nothing at this address.',
  request_timeout: 'The request took too long to arrive.',
  price_changed: 'The price of this part has changed. Please look at the new price and order again.',
  amount_too_small: 'This amount is too small to be paid by card.',
  amount_too_large: 'This amount is too large for one order.',
  stock_changed: 'The stock of this part has changed meanwhile. Please look again.',
  insufficient_stock: 'Another customer was faster: not enough parts are left.',
  cart_changed: 'Your cart was changed meanwhile, perhaps in another tab. Please look again.',
  cart_full: 'Your cart has a hundred parts, which is all it holds. Take one out first.',
  lines_changed: 'Some of these parts have changed. Please look again: nothing was ordered.',
  cart_ordered: 'This cart was ordered already, perhaps in another tab.',
  address_limit: 'Your account has twenty addresses, which is all it keeps. Delete one first.',
  already_paid: 'This order is already paid.',
  order_shifted: 'This order is already on its way and cannot be deleted.',
  shift_refunded:
    'This order is fully refunded, or pieces of it are back in stock. Confirm to shift it nevertheless.',
  shift_disputed:
    'This order is disputed: the buyer’s bank claims this payment, asks about it, or has taken it back. Confirm to shift it nevertheless.',
  order_closing: 'This order is being removed.',
  order_expired: 'This order has expired. Please order the part again.',
  open_orders:
    'You still have orders that are not paid or not on their way. Pay or delete them, or wait until they are sent.',
  refund_changed: 'Somebody else has refunded this order meanwhile. Please look again.',
  refund_too_large: 'More was asked back than is left of this payment.',
  refund_refused: 'The card provider refuses this refund. Nothing was given back.',
  lines_required: 'This order has several parts: name the lines whose pieces come back.',
  too_many_pieces: 'More pieces were named than this order has left to bring back.',
  order_unpaid: 'This order is not paid: there is nothing to give back, and no receipt.',
  order_disputed:
    'The buyer’s bank claims this payment, or has taken it back. A refund would pay twice: answer the dispute, if it is open.',
  open_dispute:
    'A bank is still looking into one of your payments. Your account can be deleted once it has finished.',
  import_busy: 'Another import is being written or undone. Please wait until it has finished.',
  import_not_last: 'Only the last import that was applied can be undone.',
  import_not_ready: 'This import is not at that point, or no longer.',
  import_offset: 'This piece is not the next one. Ask how much was received, and go on from there.',
  import_outdated: 'The parts have changed since they were compared. Please look at the new comparison.',
  job_waiting: 'This job is about to run already. Please wait for its outcome.',
  email_unverified:
    'This address is not verified, so the person who registered it may not be its owner. Confirm to give them the role nevertheless.',
  last_admin: 'The last admin must stay an admin.',
  own_account: 'You cannot remove your own account.',
  own_role: 'Nobody changes their own role. Another admin can.',
  body_too_large: 'The request is too large.',
  address_too_long: 'The address is too long.',
  unsupported_media_type: 'This content type is not accepted here.',
  range_unsatisfiable: 'The file does not have this range of bytes.',
  expectation_failed: 'The only expectation that this server meets is 100-continue.',
  image_unreadable: 'This file is not a picture the store can read.',
  idempotency_conflict: 'This Idempotency-Key was used for a different request.',
  too_many_requests: 'Too many requests. Please wait a moment and try again.',
  unpaid_order_limit: 'You have too many unpaid orders. Pay or delete one first.',
  review_limit: 'You have written as many reviews as a day allows. Please come back tomorrow.',
  card_attempts: 'Too many card attempts for this order. Please wait an hour and try again.',
  headers_too_large: 'The address and headers of the request are larger than 16 KB.',
  internal: 'Something went wrong on our side. Please try again.',
  cards_unavailable: 'The card provider cannot be reached. You have not been charged. Please try again.',
  payment_unconfirmed:
    'The card provider cannot be reached, so this payment is not confirmed yet. It will be, also without you.',
  removal_unfinished:
    'The card provider cannot be reached. This order can no longer be paid, and is removed once the provider answers.',
  identity_unavailable: 'The sign-in service cannot be reached. Please try again.',
  database_unavailable: 'The store is busy for a moment. Please try again.',
  being_changed:
    'This part is being changed right now, which may take a minute. Nothing you entered is lost: please try again soon.',
  storage_full: 'The store has no space left to save this. Nothing of it was saved: please try again later.',
  overloaded: 'The store has more visitors than it can serve right now. Please try again in a moment.',
  receipts_busy: 'Many receipts are being made right now. Please try again in a few seconds.',
}

export const bodyTexts = {
  notStorable: 'Text must not contain NUL or lone surrogates.',
  tooDeep: 'The JSON of this body is nested too deep.',
  oneHost: 'A request names one Host.',
} as const
