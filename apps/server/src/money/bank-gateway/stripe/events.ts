/**
 * Interprets Stripe's events. They arrive twice, late and out of order, so none is trusted: the
 * object that it names is fetched, and shows the present state.
 */

import { notify } from '../../../core/notifications/service.ts'
import { system } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import type { BankEvent } from '../port.ts'
import type { Stripe } from './client.ts'
import { failureCode } from './failure-codes.ts'
import {
  account,
  dispute,
  listOf,
  paymentIntent,
  paymentMethod,
  payout,
  type Refund,
  refund,
  type StripeEvent,
  setupIntent,
  transfer,
} from './objects.ts'
import { hasSettled, setPaymentMethod, setPayoutFailure, updateAccount } from './queries.ts'

export type Reading = { platform: Platform; stripe: Stripe }

/** One outcome of one instruction of ours. */
type Fact = Omit<BankEvent, 'eventId'>

/** Returns the events for the bank's inbox. Empty if the event is about another object. */
export async function readEvent(reading: Reading, event: StripeEvent): Promise<BankEvent[]> {
  const read = readers[event.type]
  if (!read) return []
  const facts = await read(reading, event)
  return facts.map((fact) => ({ ...fact, eventId: `${event.id}:${fact.key}:${fact.type}` }))
}

type Reader = (reading: Reading, event: StripeEvent) => Promise<Fact[]>

const timeOf = ({ created }: { created: number }) => new Date(created * 1000)

const readDebit: Reader = async ({ stripe }, event) => {
  const intent = await stripe.get(paymentIntent, `/v1/payment_intents/${event.objectId}`)
  const { key } = intent.metadata
  if (!key) return []
  const occurredAt = timeOf(event)
  if (intent.status === 'succeeded') return [{ key, type: 'settled', code: null, occurredAt }]
  const error = intent.last_payment_error
  if (intent.status === 'canceled' || (error && intent.status === 'requires_payment_method')) {
    const code = failureCode(error?.decline_code ?? error?.code)
    return [{ key, type: 'failed', code, occurredAt }]
  }
  return []
}

/** A debit that the bank takes back after it succeeded, which is final. The inbox waits for the settlement's event. */
const readDispute: Reader = async ({ stripe }, event) => {
  const { payment_intent, status, ...lost } = await stripe.get(
    dispute,
    `/v1/disputes/${event.objectId}`,
  )
  if (!payment_intent || status === 'won') return []
  const intent = await stripe.get(paymentIntent, `/v1/payment_intents/${payment_intent}`)
  const { key } = intent.metadata
  if (!key) return []
  const code = lost.network_reason_code ?? failureCode(lost.reason)
  return [{ key, type: 'returned', code, occurredAt: timeOf(event) }]
}

const readRefund: Reader = async (reading, event) =>
  await refundFacts(
    reading,
    event,
    await reading.stripe.get(refund, `/v1/refunds/${event.objectId}`),
  )

const readRefundsOfCharge: Reader = async (reading, event) => {
  const query = { charge: event.objectId, limit: 100 }
  const { data } = await reading.stripe.get(listOf(refund), '/v1/refunds', query)
  return (await Promise.all(data.map((one) => refundFacts(reading, event, one)))).flat()
}

/** A refund may fail after it succeeded: then the money came back. */
async function refundFacts(
  { platform }: Reading,
  event: StripeEvent,
  { status, metadata: { key }, failure_reason }: Refund,
): Promise<Fact[]> {
  if (!key) return []
  const occurredAt = timeOf(event)
  if (status === 'succeeded') return [{ key, type: 'settled', code: null, occurredAt }]
  if (status !== 'failed' && status !== 'canceled') return []
  const isSettled = await platform.db.transaction(system, (tx) => hasSettled(tx, key))
  const type = isSettled ? 'returned' : 'failed'
  return [{ key, type, code: failureCode(failure_reason), occurredAt }]
}

/** A transfer is done once it is made. One reversed in part is for staff: the statement shows it. */
const readTransfer: Reader = async ({ stripe }, event) => {
  const { metadata, reversed } = await stripe.get(transfer, `/v1/transfers/${event.objectId}`)
  const { key } = metadata
  if (!key) return []
  const occurredAt = timeOf(event)
  if (reversed) return [{ key, type: 'returned', code: 'transfer_reversed', occurredAt }]
  return [{ key, type: 'settled', code: null, occurredAt }]
}

const readAccount: Reader = async ({ platform, stripe }, event) => {
  const found = await stripe.get(account, `/v1/accounts/${event.objectId}`)
  await platform.db.transaction(system, (tx) => updateAccount(tx, found))
  return []
}

/**
 * Reads a payout from Stripe to the vendor's bank. The transfer has been made; Stripe retries once
 * the vendor has corrected the account.
 */
const readPayout: Reader = async ({ platform, stripe }, event) => {
  if (!event.account) return [] // the platform's own
  const accountId = event.account
  const found = await stripe.get(payout, `/v1/payouts/${event.objectId}`, {}, accountId)
  const code = found.status === 'failed' ? failureCode(found.failure_code) : null
  await platform.db.transaction(system, async (tx) => {
    const organizationId = await setPayoutFailure(tx, accountId, code)
    if (!organizationId || !code) return
    await notify(
      { tx, platform },
      {
        organizationId,
        type: 'payment',
        title: 'Payout not delivered',
        message: 'Your bank refused a payout by Stripe. Look at your bank account there.',
        path: '/bank-tax-info',
        mail: true,
      },
    )
  })
  return []
}

const readSetup: Reader = async ({ platform, stripe }, event) => {
  const found = await stripe.get(setupIntent, `/v1/setup_intents/${event.objectId}`)
  const { status, customer, payment_method } = found
  if (status !== 'succeeded' || !customer || !payment_method) return []
  const method = await stripe.get(paymentMethod, `/v1/payment_methods/${payment_method}`)
  const bank = method.us_bank_account
  if (!bank) return []
  await platform.db.transaction(system, (tx) =>
    setPaymentMethod(tx, customer, { id: method.id, bankName: bank.bank_name, last4: bank.last4 }),
  )
  return []
}

const readers: Record<string, Reader> = {
  'payment_intent.succeeded': readDebit,
  'payment_intent.payment_failed': readDebit,
  'payment_intent.canceled': readDebit,
  'charge.dispute.created': readDispute,
  'charge.dispute.funds_withdrawn': readDispute,
  'charge.refunded': readRefundsOfCharge,
  'refund.created': readRefund,
  'refund.updated': readRefund,
  'refund.failed': readRefund,
  'transfer.created': readTransfer,
  'transfer.reversed': readTransfer,
  'account.updated': readAccount,
  'payout.paid': readPayout,
  'payout.failed': readPayout,
  'setup_intent.succeeded': readSetup,
}
