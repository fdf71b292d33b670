/** Takes back what was transferred out of a debit before the debit is refunded beyond what is left of it. */
import type { Stripe } from './client.ts'
import { listOf, paymentIntent, refund, reversal, transfer } from './objects.ts'

/**
 * Reverses transfers in a debit's own group, made for example by hand in Stripe's dashboard. The
 * ledger refunds only what is in escrow, so that money would otherwise be paid out twice.
 */
export async function reverseExcess(
  stripe: Stripe,
  { key, amountCents, debitRef }: { key: string; amountCents: bigint; debitRef: string },
): Promise<void> {
  const intent = await stripe.get(paymentIntent, `/v1/payment_intents/${debitRef}`)
  if (!intent.transfer_group) return
  const group = { transfer_group: intent.transfer_group, limit: 100 }
  const transfers = (await stripe.get(listOf(transfer), '/v1/transfers', group)).data
  if (transfers.length === 0) return
  const ofDebit = { payment_intent: debitRef, limit: 100 }
  const refunds = (await stripe.get(listOf(refund), '/v1/refunds', ofDebit)).data
  const refunded = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled')
  const out = sum(refunded.map(({ amount }) => amount)) + sum(transfers.map(leftOf))
  let excess = out + Number(amountCents) - intent.amount
  for (const one of transfers) {
    const amount = Math.min(excess, leftOf(one))
    if (amount <= 0) continue
    const path = `/v1/transfers/${one.id}/reversals`
    await stripe.post(reversal, path, { amount, metadata: { refund: key } }, `${key}:${one.id}`)
    excess -= amount
  }
}

const leftOf = ({ amount, amount_reversed }: { amount: number; amount_reversed: number }) =>
  amount - amount_reversed

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
