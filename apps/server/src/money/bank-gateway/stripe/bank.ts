/**
 * Stripe as the bank: separate charges and transfers. Clients are debited into the platform's balance, vendors get
 * transfers from it. Each debit and transfer has its key as transfer group, by which it is found again for good.
 */

import { system } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { type Bank, BankRefusal, type Instruction } from '../port.ts'
import { openStripe, type Stripe, StripeError, type StripeSettings } from './client.ts'
import { failureCode, isPermanentFailure } from './failure-codes.ts'
import { charge, listOf, paymentIntent, type Refund, refund, transfer } from './objects.ts'
import { findAccount, findInstruction, findPayer } from './queries.ts'
import { reverseExcess } from './reversals.ts'
import { readStatement } from './statement.ts'

type Side = { db: Platform['db']; stripe: Stripe }

export function openStripeBank({ db }: Platform, settings: StripeSettings): Bank {
  const side = { db, stripe: openStripe(settings) }
  const submitters = { debit: debit, credit: credit, refund: payBack }
  return {
    name: 'stripe',
    submit: (instruction) => orRefusal(submitters[instruction.kind](side, instruction)),
    find: (key) => find(side, key),
    statement: (day) => readStatement(side.stripe, day),
  }
}

/** Debits the account whose mandate the client signed at Stripe. Its numbers never reach the platform. */
async function debit({ db, stripe }: Side, { key, ...asked }: Instruction) {
  const payer = await db.transaction(system, (tx) => findPayer(tx, asked.organization))
  if (!payer?.payment_method_id) throw new BankRefusal('no_bank_account')
  const intent = await stripe.post(
    paymentIntent,
    '/v1/payment_intents',
    {
      amount: asked.amountCents,
      currency: 'usd',
      customer: payer.customer_id,
      payment_method: payer.payment_method_id,
      payment_method_types: ['us_bank_account'],
      confirm: true,
      off_session: true,
      transfer_group: key,
      description: asked.description,
      metadata: { key },
    },
    key,
  )
  if (intent.status === 'requires_action') await abandon(stripe, key, intent.id)
  return { ref: intent.id }
}

/**
 * Cancels a payment for which Stripe requires another proof of the account: no user is present to
 * give it, and a payment must not stall.
 */
async function abandon(stripe: Stripe, key: string, intentId: string): Promise<never> {
  await stripe.post(paymentIntent, `/v1/payment_intents/${intentId}/cancel`, {}, `${key}:cancel`)
  throw new BankRefusal('bank_account_unverified')
}

async function credit({ db, stripe }: Side, { key, ...asked }: Instruction) {
  const account = await db.transaction(system, (tx) => findAccount(tx, asked.organization))
  if (!account) throw new BankRefusal('no_bank_account')
  const made = await stripe.post(
    transfer,
    '/v1/transfers',
    {
      amount: asked.amountCents,
      currency: 'usd',
      destination: account.account_id,
      transfer_group: key,
      description: asked.description,
      metadata: { key },
    },
    key,
  )
  return { ref: made.id }
}

async function payBack({ stripe }: Side, { key, amountCents, refundOf }: Instruction) {
  if (!refundOf) throw new Error(`${key} names no debit to pay back.`)
  await reverseExcess(stripe, { key, amountCents, debitRef: refundOf.ref })
  const made = await stripe.post(
    refund,
    '/v1/refunds',
    { payment_intent: refundOf.ref, amount: amountCents, metadata: { key } },
    key,
  )
  return { ref: made.id }
}

/** Lists are never behind, unlike Stripe's search; they hold what Stripe has after it has forgotten the key. */
async function find({ db, stripe }: Side, key: string): Promise<{ ref: string } | null> {
  const known = await db.transaction(system, (tx) => findInstruction(tx, key))
  if (!known) return null
  const ofKey = { transfer_group: key, limit: 1 }
  if (known.kind === 'debit') {
    const { data } = await stripe.get(listOf(charge), '/v1/charges', ofKey)
    return data[0]?.payment_intent ? { ref: data[0].payment_intent } : null
  }
  if (known.kind === 'credit') {
    const { data } = await stripe.get(listOf(transfer), '/v1/transfers', ofKey)
    return data[0] ? { ref: data[0].id } : null
  }
  const refunds = known.debit_ref ? await listRefunds(stripe, known.debit_ref) : []
  const made = refunds.find(({ metadata }) => metadata.key === key)
  return made ? { ref: made.id } : null
}

/**
 * Lists a contract's refunds; one page holds them, because it is cancelled or settled only a few
 * times.
 */
export async function listRefunds(stripe: Stripe, debitRef: string): Promise<Refund[]> {
  const query = { payment_intent: debitRef, limit: 100 }
  return (await stripe.get(listOf(refund), '/v1/refunds', query)).data
}

/**
 * Turns a permanent error into a refusal. A card error contains the refused intent; its event would
 * report the same.
 */
async function orRefusal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StripeError && isPermanentFailure(error))
      throw new BankRefusal(failureCode(error.code))
    throw error
  }
}
