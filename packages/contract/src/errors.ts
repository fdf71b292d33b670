import type { ProofMethod } from './core/accounts.ts'
import { keyErrors } from './core/key-errors.ts'
import { webhookErrors } from './core/webhook-errors.ts'
import { connectionErrors } from './delivery/connections/connection-errors.ts'
import { drawErrors } from './delivery/draw-errors.ts'
import { findingErrors } from './delivery/findings/finding-errors.ts'
import { listingErrors } from './delivery/listings/listing-errors.ts'
import { measurementErrors } from './delivery/measured/measurement-errors.ts'
import { pushErrors } from './delivery/push-errors.ts'
import { shipmentErrors } from './delivery/shipments.ts'
import { consentErrors } from './market/agreements/consent-errors.ts'
import { negotiationErrors } from './market/negotiation-errors.ts'
import { priceErrors } from './market/pricing/price-errors.ts'
import { disputeErrors } from './money/disputes/dispute-errors.ts'
import { peopleErrors } from './people/people-errors.ts'
import { signingKeyErrors } from './people/signing-key-errors.ts'
import { spendingErrors } from './people/spending-errors.ts'
import { ssoErrors } from './people/sso-errors.ts'
import { fileErrors, serverErrors } from './server-errors.ts'

/**
 * Defines every error of a service: its HTTP status, its message for people and, where the same
 * request may succeed later, the seconds to wait before it.
 */
export const errors = {
  bad_input: { status: 400, message: 'Some fields need another look.' },
  sign_in_required: { status: 401, message: 'Sign in to do this.' },
  session_ended: { status: 401, message: 'Your session has ended. Sign in again.' },
  not_permitted: { status: 403, message: "You don't have permission to do this." },
  role_missing: {
    status: 403,
    message:
      'Your role in your organization does not include this. An administrator can give you one that does.',
  },
  second_factor_needed: {
    status: 403,
    message: 'Enter the code of your second factor to go on.',
  },
  membership_pending: {
    status: 403,
    message: "Your access is awaiting your organization's approval.",
  },
  membership_ended: {
    status: 403,
    message: "Your organization has ended your access. Ask its administrator if that's a mistake.",
  },
  organization_suspended: {
    status: 403,
    message: "Your organization's access to Semblance is suspended. Contact support.",
  },
  proof_needed: { status: 403, message: 'Confirm that it is you to do this.' },
  not_found: {
    status: 404,
    message: 'Nothing here under this address, or it is not yours to see.',
  },
  question_closed: {
    status: 409,
    message: 'This link has been used, or the question is no longer open.',
  },
  application_decided: { status: 409, message: 'This application has already been decided.' },
  member_changed: {
    status: 409,
    message: 'This has been decided in the meantime; nothing was changed.',
  },
  last_admin: {
    status: 409,
    message: 'An organization needs an administrator. Make someone else one first.',
  },
  last_admin_open_contracts: {
    status: 409,
    message:
      'You are the only administrator of an organization with open contracts. Make someone else an administrator, or complete the contracts, first.',
  },
  already_member: { status: 409, message: 'This person is already in your organization.' },
  other_organization: { status: 409, message: 'You already belong to an organization.' },
  organization_changed: {
    status: 409,
    message: 'The status of this organization does not allow this; nothing was changed.',
  },
  open_contracts: {
    status: 409,
    message:
      'This organization has open contracts. Suspend it, and settle them before terminating it.',
  },
  own_account: { status: 409, message: "You can't do this to your own account." },
  no_second_factor: { status: 409, message: 'This account has no second factor to reset.' },
  dpr_closed: { status: 409, message: 'This request no longer takes offers.' },
  dpr_agreed: {
    status: 409,
    message: 'An offer on this request has been accepted, so it can no longer be cancelled.',
  },
  question_answered: {
    status: 409,
    message: 'This question has already been answered; nothing was changed.',
  },
  questions_waiting: {
    status: 409,
    message: 'Ten of your questions on this request wait for an answer. Ask again after that.',
  },
  already_invited: {
    status: 409,
    message: 'This vendor has already been invited, or has sent an offer.',
  },
  invitations_full: { status: 409, message: 'A request invites at most 50 vendors.' },
  drafts_full: { status: 409, message: 'You keep 100 drafts, the most there can be. Delete one.' },
  offer_exists: { status: 409, message: 'Your organization already has an offer on this request.' },
  own_dpr: { status: 409, message: "You can't send an offer on your own organization's request." },
  offer_decided: {
    status: 409,
    message: 'This offer has already been decided; nothing was changed.',
  },
  rival_accepted: {
    status: 409,
    message: 'Another offer on this request has already been accepted.',
  },
  offer_changed: {
    status: 409,
    message: 'The terms of this offer have changed since you looked. Look at them again.',
  },
  ...negotiationErrors,
  banking_changed: {
    status: 409,
    message:
      'A colleague has saved other details in the meantime. Nothing was saved; look at them first.',
  },
  offer_not_accepted: { status: 409, message: 'Accept this offer before paying for it.' },
  already_funded: {
    status: 409,
    message: 'This contract has already been paid; you were not charged again.',
  },
  payment_underway: {
    status: 409,
    message: 'A payment is with the bank. Try again once it has been settled.',
  },
  top_up_due: {
    status: 409,
    message: 'Pay the open amount into escrow first; then the delivery can be accepted.',
  },
  price_below_released: {
    status: 409,
    message:
      'So much of the price has been released already that it can no longer be lowered so far.',
  },
  ...priceErrors,
  ...consentErrors,
  contract_disputed: {
    status: 409,
    message: 'A dispute about this contract is open; nothing moves until it ends.',
  },
  amounts_differ: {
    status: 400,
    message: 'Both amounts together must be what is in escrow.',
  },
  payout_moved_on: {
    status: 409,
    message: 'This payout no longer needs attention; nothing was changed.',
  },
  already_released: {
    status: 409,
    message: 'Escrow for this contract has already been released; nothing was changed.',
  },
  not_awaiting_delivery: { status: 409, message: 'This contract is not waiting for a delivery.' },
  not_awaiting_review: { status: 409, message: 'There is no delivery waiting for your review.' },
  changes_used_up: {
    status: 409,
    message:
      'Changes have been asked for three times. Accept the delivery, or contact support to settle it.',
  },
  milestone_fixed: {
    status: 409,
    message: 'This milestone or its contract has moved on; nothing was changed.',
  },
  milestones_full: { status: 409, message: 'A contract holds at most 50 agreed milestones.' },
  contract_fixed: {
    status: 409,
    message: 'The status of this contract does not allow this; nothing was changed.',
  },
  vendor_not_selling: {
    status: 409,
    message:
      'The vendor may not sell at present, so nothing can be paid to it. Nothing was charged.',
  },
  nothing_held: {
    status: 409,
    message: 'Nothing of this contract is in escrow. Contact support about it.',
  },
  ...spendingErrors,
  ...disputeErrors,
  ...drawErrors,
  ...listingErrors,
  ...findingErrors,
  ...measurementErrors,
  gap_not_covered: { status: 409, message: 'Statements of the time lost are not read yet.' },
  adjustment_decided: {
    status: 409,
    message: 'This adjustment has already been decided; nothing was changed.',
  },
  adjustment_own: {
    status: 409,
    message: 'Somebody else of the staff has to decide on an adjustment that you have proposed.',
  },
  adjustment_reversed: {
    status: 409,
    message: 'This adjustment is being taken back already, or cannot be; nothing was changed.',
  },
  break_resolved: {
    status: 409,
    message: 'This difference has already been explained; nothing was changed.',
  },
  sweep_too_large: {
    status: 409,
    message: 'Less than this has been earned in fees and not been swept yet; nothing was changed.',
  },
  balance_too_small: {
    status: 409,
    message: 'The account that it would take the money from has less; nothing was changed.',
  },
  contract_not_completed: {
    status: 409,
    message: 'A review can be written once the contract is completed.',
  },
  already_reviewed: {
    status: 409,
    message: 'Your organization has already reviewed this contract; nothing was changed.',
  },
  already_replied: {
    status: 409,
    message: 'This review has already been answered; nothing was changed.',
  },
  job_changed: {
    status: 409,
    message: 'This job runs at the moment, or is done; nothing was changed.',
  },
  mail_changed: {
    status: 409,
    message: 'This mail cannot be sent again; nothing was changed.',
  },
  too_many_searches: {
    status: 409,
    message: 'You have saved 50 searches, which is the most. Delete one first.',
  },
  samples_resetting: {
    status: 409,
    message: 'The sample data is being restored already. It takes about half a minute.',
  },
  ...peopleErrors,
  ...signingKeyErrors,
  ...ssoErrors,
  ...keyErrors,
  ...webhookErrors,
  ...pushErrors,
  ...connectionErrors,
  ...shipmentErrors,
  support_ended: {
    status: 409,
    message:
      'The vendor does not support this contract at the moment. Write to us instead; nothing was sent.',
  },
  key_reused: { status: 422, message: 'This request key was used before with other content.' },
  plan_changed: {
    status: 409,
    message: 'The plan does not allow this at the moment; nothing was changed.',
  },
  charge_changed: {
    status: 409,
    message: 'This charge has been paid or is at the bank; nothing was changed.',
  },
  payment_method_needed: {
    status: 409,
    message: 'Add a payment method first; then this can be charged.',
  },
  bank_account_needed: {
    status: 409,
    message: 'Connect a bank account first; then this can be paid.',
  },
  ...fileErrors,
  ...serverErrors,
} as const satisfies Record<string, { status: number; message: string; retryAfterSeconds?: number }>

export type ErrorCode = keyof typeof errors

const errorTable: Record<ErrorCode, { status: number; retryAfterSeconds?: number }> = errors

/** Returns the seconds after which the same request may succeed. Null if waiting does not help. */
export const retryAfterSecondsOf = (code: ErrorCode): number | null =>
  errorTable[code].retryAfterSeconds ?? null

/**
 * Describes the data sent with an error's code and message: the invalid field, if there is one; with
 * `proof_needed` what proves the person, of which one is enough.
 */
export type ErrorDetail = { field?: string; methods?: ProofMethod[] }
