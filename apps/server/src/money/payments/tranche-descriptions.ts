/** When each part of a price is released, in words. */
import type { Payment, PaymentStructure, Tranche } from '@semblance/contract'
import type { ContractRow } from '../../market/contracts/service.ts'
import { upfrontCents } from '../escrow/service.ts'
import type { StatusOf, TrancheRow } from './detail-queries.ts'

export type Plan = {
  contract: ContractRow
  tranches: TrancheRow[]
  structure: PaymentStructure
  payment: Payment | null
}

type Part = Pick<
  TrancheRow,
  | 'number'
  | 'amount_cents'
  | 'released_cents'
  | 'refunded_cents'
  | 'trigger'
  | 'state'
  | 'release_at'
  | 'released_at'
>

export function tranchesOf(plan: Plan, statusOf: StatusOf): Tranche[] {
  return partsOf(plan).map((part) => ({
    number: part.number,
    title: `${part.trigger === 'on_settlement' ? 'Upfront' : 'On delivery'} (${percent(part, plan)}%)`,
    amountCents: part.amount_cents,
    releasedCents: part.released_cents,
    refundedCents: part.refunded_cents,
    state: part.state,
    status: statusOf('tranche', part.state),
    ...stands(part, plan),
  }))
}

/** Returns the contract's tranches or, before its first payment, the planned ones. */
function partsOf({ contract, tranches, structure }: Plan): Part[] {
  const isUntouched = tranches.every(({ state }) => state === 'unfunded')
  if (contract.funded_at || !isUntouched) return tranches
  const upfront = upfrontCents(contract.price_cents, structure)
  const parts = [
    { trigger: 'on_settlement' as const, amount_cents: upfront },
    { trigger: 'on_acceptance' as const, amount_cents: contract.price_cents - upfront },
  ].filter(({ amount_cents }) => amount_cents > 0n)
  return parts.map((part, index) => ({
    ...part,
    number: index + 1,
    state: 'unfunded',
    released_cents: 0n,
    refunded_cents: 0n,
    release_at: null,
    released_at: null,
  }))
}

const percent = (part: Part, { contract }: Plan) =>
  Math.round((Number(part.amount_cents) * 100) / Number(contract.price_cents))

function stands(part: Part, { contract, payment }: Plan): Pick<Tranche, 'condition' | 'date'> {
  const isUpfront = part.trigger === 'on_settlement'
  switch (part.state) {
    case 'unfunded':
      return contract.payment_returned_at
        ? { condition: 'The bank took the payment back; waits for a new one', date: null }
        : { condition: 'Not paid yet', date: null }
    case 'pending':
      return {
        condition: 'The bank has yet to settle the payment',
        date: payment?.expectedAt ?? null,
      }
    case 'frozen':
      return { condition: 'In dispute: held until it is settled', date: null }
    case 'released':
      return { condition: 'Released to the vendor', date: part.released_at }
    case 'refunded':
      return { condition: 'Refunded to the client', date: null }
    case 'split':
      return { condition: 'Shared between both parties', date: part.released_at }
    case 'held':
      if (isUpfront)
        return { condition: 'Released once the payment is final', date: part.release_at }
      return contract.review_ends_at
        ? { condition: 'Released on acceptance, at the latest', date: contract.review_ends_at }
        : { condition: 'Released when the client accepts the delivery', date: null }
  }
}

export function conditionsOf(plan: Plan): string[] {
  const { contract } = plan
  const triggers = new Set(partsOf(plan).map(({ trigger }) => trigger))
  const days = contract.review_days === 1 ? '1 day' : `${contract.review_days} days`
  return [
    ...(contract.status === 'disputed'
      ? ['The contract is in dispute: nothing moves until it is settled or decided.']
      : []),
    ...(contract.payment_returned_at
      ? ["The client's bank took the payment back: nothing is released until it is paid again."]
      : []),
    ...(triggers.has('on_settlement')
      ? [
          'The upfront share is released two banking days after the payment settles, when the bank can no longer take it back.',
        ]
      : []),
    ...(triggers.has('on_acceptance')
      ? [
          'What is due on delivery is released when the client accepts the delivery.',
          `Without an answer within ${days} of the delivery it is accepted automatically. Asking for changes or a dispute stops that clock.`,
        ]
      : []),
  ]
}
