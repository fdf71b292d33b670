import {
  describeChange,
  formatDollarsBriefly,
  type Side,
  type Task,
  termChange,
} from '@semblance/contract'
import { z } from 'zod'

const cents = z.string().transform(BigInt)
const company = z.string().nullable()

/** Describes a row of the task queries by kind; a company the reader may not know has no name. */
export const taskFacts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('review_offers'),
    title: z.string(),
    count: z.number(),
    priceCents: z.tuple([cents, cents]),
    budgetCents: z.tuple([cents, cents]),
  }),
  z.object({ kind: z.literal('pay'), title: z.string(), company, totalCents: cents }),
  z.object({
    kind: z.literal('order_revision'),
    title: z.string(),
    company,
    number: z.number(),
    revisions: z.number(),
    priceCents: cents,
    payBy: z.iso.date(),
  }),
  z.object({
    kind: z.literal('review_delivery'),
    title: z.string(),
    company,
    priceCents: cents,
    isRedelivery: z.boolean(),
  }),
  z.object({
    kind: z.literal('answer_proposal'),
    title: z.string(),
    company,
    side: z.enum(['client', 'vendor']),
    changes: z.array(termChange),
  }),
  z.object({
    kind: z.enum(['deliver', 'delivery_refused', 'changes_requested']),
    title: z.string(),
    reason: z.string().nullable(),
    /** The last day for a revision of a subscription; null for all others. */
    dueOn: z.iso.date().nullish(),
  }),
])
export type TaskFacts = z.infer<typeof taskFacts>

const otherSides = { client: 'The vendor', vendor: 'The client' } as const satisfies Record<
  Side,
  string
>

const uploadTitles = {
  deliver: 'Upload the original data',
  delivery_refused: 'Upload again: the last delivery was turned down',
  changes_requested: 'Upload again: the client asks for changes',
} as const

/** Returns a task's title and detail; amounts are exact to the cent. */
export function taskText(facts: TaskFacts): Pick<Task, 'title' | 'detail'> {
  switch (facts.kind) {
    case 'review_offers': {
      const [lowest, highest] = facts.priceCents
      const prices = lowest < highest ? between(lowest, highest) : formatDollarsBriefly(lowest)
      return {
        title: `${facts.count === 1 ? '1 offer' : `${facts.count} offers`} on ${facts.title}`,
        detail: `${prices}. Your budget is ${between(...facts.budgetCents)}.`,
      }
    }
    case 'pay':
      return {
        title: `Pay for ${facts.title}`,
        detail: `${formatDollarsBriefly(facts.totalCents)} into escrow, then ${facts.company ?? 'the vendor'} begins.`,
      }
    case 'order_revision':
      return {
        title: `Order revision ${facts.number} of ${facts.revisions}: ${facts.title}`,
        detail: `${formatDollarsBriefly(facts.priceCents)} to ${facts.company ?? 'the vendor'}, and the fee. Not paid by ${facts.payBy}, it lapses a day later.`,
      }
    case 'review_delivery':
      return {
        title: `${facts.title} is ready`,
        detail: `${facts.company ?? 'The vendor'} delivered it${facts.isRedelivery ? ' again, with your changes' : ''}. Release ${formatDollarsBriefly(facts.priceCents)} after you check it.`,
      }
    case 'answer_proposal':
      return {
        title: `${facts.company ?? otherSides[facts.side]} proposed a change`,
        detail: `${facts.changes.map(changeText).join(', ')} on ${facts.title}.`,
      }
    default:
      return {
        title: uploadTitles[facts.kind],
        detail: `${facts.title}${facts.reason === null ? '' : `: ${facts.reason}`}${facts.dueOn ? `. Due by ${facts.dueOn}` : ''}`,
      }
  }
}

const between = (from: bigint, to: bigint) =>
  `${formatDollarsBriefly(from)} to ${formatDollarsBriefly(to)}`

function changeText(change: Parameters<typeof describeChange>[0]): string {
  const { label, from, to } = describeChange(change)
  return `${label}: ${from} to ${to}`
}
