/** Reads Stripe's bookings on the platform's balance of one day. */
import { z } from 'zod'
import type { StatementLine } from '../port.ts'
import type { Stripe } from './client.ts'
import { listOf, paymentIntent, transfer } from './objects.ts'

const DAY_SECONDS = 86_400

/** Describes the subject of a booking, with the fields that lead to the platform's key. */
const source = z.object({
  id: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_intent: z.string().nullish(),
  transfer: z.string().nullish(),
})

/**
 * Describes a booking in cents, negative if the balance fell. `fee` is positive, and not in
 * `amount`.
 */
const booking = z.object({
  id: z.string(),
  amount: z.int(),
  fee: z.int(),
  type: z.string(),
  source: source.nullable(),
})
type Booking = z.infer<typeof booking>

const PAGE = 100

/**
 * Reads a day's bookings under the keys of their instructions; Stripe's fees of the day are one
 * line without a key.
 */
export async function readStatement(stripe: Stripe, day: string): Promise<StatementLine[]> {
  const bookings = await listBookings(stripe, day)
  const lines: StatementLine[] = []
  for (const one of bookings)
    if (one.amount !== 0)
      lines.push({ ...(await subjectOf(stripe, one)), amountCents: BigInt(one.amount) })
  const fees = bookings.reduce((sum, { fee }) => sum + fee, 0)
  if (fees !== 0)
    lines.push({ ref: `fees:${day}`, key: null, type: 'settled', amountCents: BigInt(-fees) })
  return lines
}

async function listBookings(stripe: Stripe, day: string): Promise<Booking[]> {
  const from = Date.parse(`${day}T00:00:00Z`) / 1000
  const created = { gte: from, lt: from + DAY_SECONDS }
  const bookings: Booking[] = []
  let after: string | undefined
  do {
    const query = { created, limit: PAGE, starting_after: after, expand: ['data.source'] }
    const page = await stripe.get(listOf(booking), '/v1/balance_transactions', query)
    bookings.push(...page.data)
    after = page.has_more ? page.data.at(-1)?.id : undefined
  } while (after)
  return bookings
}

/** Lists the types of bookings that reverse an earlier one. */
const returns = new Set(['payment_failure_refund', 'refund_failure', 'transfer_refund'])

async function subjectOf(
  stripe: Stripe,
  { id, type, source: about }: Booking,
): Promise<Omit<StatementLine, 'amountCents'>> {
  const kind = returns.has(type) ? 'returned' : 'settled'
  if (about?.transfer) {
    const made = await stripe.get(transfer, `/v1/transfers/${about.transfer}`)
    return { ref: made.id, key: made.metadata.key ?? null, type: 'returned' }
  }
  const isDispute = about?.id.startsWith('du_') || about?.id.startsWith('dp_')
  if (about?.payment_intent && isDispute) {
    const intent = await stripe.get(paymentIntent, `/v1/payment_intents/${about.payment_intent}`)
    return { ref: intent.id, key: intent.metadata.key ?? null, type: 'returned' }
  }
  const isDebit = about?.id.startsWith('ch_') || about?.id.startsWith('py_')
  const ref = (isDebit && about?.payment_intent) || about?.id || id
  return { ref, key: about?.metadata?.key ?? null, type: kind }
}
