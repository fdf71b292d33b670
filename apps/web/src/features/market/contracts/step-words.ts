/** Words of a contract's next step that are counted: days, and agreed points. */
import type { ContractSummary, Delivery, GateItem } from '@semblance/contract'
import { date, plural } from '@/lib/format.ts'

const dayMs = 86_400_000

/** Returns when a delivery is due, or was; empty without a day. */
export function dueText(
  { deliveryDate }: Pick<ContractSummary, 'deliveryDate'>,
  now: Date,
): string {
  if (!deliveryDate) return ''
  const leftMs = deliveryDate.getTime() - now.getTime()
  if (leftMs >= 0) return `Due ${date(deliveryDate)}, ${inDays(leftMs)}.`
  const days = Math.floor(-leftMs / dayMs)
  return days === 0
    ? `It was due ${date(deliveryDate)}.`
    : `It was due ${date(deliveryDate)}, ${plural(days, 'day')} ago.`
}

const inDays = (leftMs: number) =>
  leftMs < dayMs ? 'in less than a day' : `in ${plural(Math.ceil(leftMs / dayMs), 'day')}`

/** Returns how many agreed points a ready delivery meets, with a space behind; empty for all others. */
export function gateText(delivery: Pick<Delivery, 'status' | 'gate'> | null): string {
  const gate: readonly GateItem[] | null = delivery?.status === 'ready' ? delivery.gate : null
  if (!gate || gate.length === 0) return ''
  const met = gate.filter(({ pass }) => pass).length
  if (gate.length === 1) return `The agreed point is ${met === 1 ? '' : 'not '}met. `
  return met === gate.length
    ? `All ${met} agreed points are met. `
    : `${met} of ${gate.length} agreed points are met. `
}

/** Returns when silence accepts a delivery; empty without a day. */
export function acceptedAlone(
  { reviewEndsAt }: Pick<ContractSummary, 'reviewEndsAt'>,
  now: Date,
): string {
  if (!reviewEndsAt) return ''
  const leftMs = reviewEndsAt.getTime() - now.getTime()
  const left = leftMs > 0 ? `, ${inDays(leftMs)}` : ''
  return `Without an answer it is accepted on ${date(reviewEndsAt)}${left}.`
}
