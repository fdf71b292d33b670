/** What Stripe booked on the platform's balance in a day. */
import { z } from 'zod'
import type { StatementLine } from '../port.ts'
import type { Stripe } from './client.ts'
import { listOf, paymentIntent, transfer } from './objects.ts'

const DAY_SECONDS = 86_400

/** What a booking is about, with what leads to our key. */
const source = z.object({
  id: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_intent: z.string().nullish(),
  transfer: z.string().nullish(),
})

/** In cents; negative where the balance fell. `fee` is positive, and not in `amount`. */
const booking = z.object({
  id: z.string(),
  amount: z.int(),
  fee: z.int(),
  type: z.string(),
  source: source.nullable(),
})
type Booking = z.infer<typeof booking>

const PAGE = 100

export async function readStatement(stripe: Stripe, day: string): Promise<StatementLine[]> {
  const from = Date.parse(`${day}T00:00:00Z`) / 1000
  const created = { gte: from, lt: from + DAY_SECONDS }
  const lines: StatementLine[] = []
  let after: string | undefined
  do {
    const query = { created, limit: PAGE, starting_after: after, expand: ['data.source'] }
    const page = await stripe.get(listOf(booking), '/v1/balance_transactions', query)
    for (const one of page.data) lines.push(...(await linesOf(stripe, one)))
    after = page.has_more ? page.data.at(-1)?.id : undefined
  } while (after)
  return lines
}

/** The booking under the key of its instruction, and Stripe's fee on a line of its own. */
async function linesOf(stripe: Stripe, one: Booking): Promise<StatementLine[]> {
  const subject = await subjectOf(stripe, one)
  const lines: StatementLine[] = []
  if (one.amount !== 0) lines.push({ ...subject, amountCents: BigInt(one.amount) })
  if (one.fee !== 0)
    lines.push({ ref: one.id, key: null, type: 'settled', amountCents: BigInt(-one.fee) })
  return lines
}

/** What takes back an earlier booking. */
const returns = new Set(['payment_failure_refund', 'refund_failure', 'transfer_refund'])

async function subjectOf(stripe: Stripe, { id, type, source: about }: Booking) {
  const kind = returns.has(type) ? 'returned' : 'settled'
  if (about?.transfer) {
    const made = await stripe.get(transfer, `/v1/transfers/${about.transfer}`)
    return { ref: made.id, key: made.metadata.key ?? null, type: 'returned' as const }
  }
  const isDispute = about?.id.startsWith('du_') || about?.id.startsWith('dp_')
  if (about?.payment_intent && isDispute) {
    const intent = await stripe.get(paymentIntent, `/v1/payment_intents/${about.payment_intent}`)
    return { ref: intent.id, key: intent.metadata.key ?? null, type: 'returned' as const }
  }
  const isDebit = about?.id.startsWith('ch_') || about?.id.startsWith('py_')
  const ref = (isDebit && about?.payment_intent) || about?.id || id
  return { ref, key: about?.metadata?.key ?? null, type: kind } as const
}
