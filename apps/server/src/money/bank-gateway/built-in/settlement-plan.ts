/**
 * Plans when a transfer settles, fails or is returned, and when the platform is notified. The key
 * is the seed: the same key gives the same plan.
 */
import { createHash } from 'node:crypto'
import type { Config } from '../../../platform/config.ts'
import { bankingDaysAfter } from '../calendar.ts'
import type { InstructionKind, OutcomeType } from '../port.ts'
import type { TestScenario } from './test-accounts.ts'

/** Banking days from acceptance to settlement or failure. */
const DAYS_TO_SETTLE: Record<InstructionKind, number> = { debit: 2, credit: 1, refund: 1 }
/**
 * Sets the days from settlement to a late return; the network allows 60 calendar days for a debit.
 */
const DAYS_TO_RETURN: Record<InstructionKind, number> = { debit: 5, credit: 2, refund: 2 }
const MOST_DAYS_LATE = 3

export type SettlementNotice = {
  eventId: string
  type: OutcomeType
  code: string | null
  occurredAt: Date
  deliverAt: Date
}

export type SettlementPlan = {
  settlesAt: Date | null
  returnsAt: Date | null
  notices: SettlementNotice[]
}

export function planSettlement(
  config: Pick<Config, 'bankDaySeconds'>,
  transfer: { key: string; kind: InstructionKind; acceptedAt: Date },
  story: TestScenario,
): SettlementPlan {
  const { key, kind, acceptedAt } = transfer
  const days = (from: Date, count: number) => bankingDaysAfter(config, from, count)
  const failure = kind === 'debit' ? story.debit : story.credit
  const decidedAt = days(acceptedAt, DAYS_TO_SETTLE[kind])
  const fails = failure?.when === 'before_settlement'
  const settlesAt = fails ? null : decidedAt
  const returnsAt =
    failure?.when === 'after_settlement' ? days(decidedAt, DAYS_TO_RETURN[kind]) : null
  const notice = (type: OutcomeType, occurredAt: Date): SettlementNotice => ({
    eventId: `evt_${seeded(key, type).toString('hex').slice(0, 24)}`,
    type,
    code: type === 'settled' ? null : failure!.code,
    occurredAt,
    deliverAt: occurredAt,
  })
  const told = [
    fails ? notice('failed', decidedAt) : notice('settled', decidedAt),
    ...(returnsAt ? [notice('returned', returnsAt)] : []),
  ]
  return { settlesAt, returnsAt, notices: disturb(told, story.notices, { key, days }) }
}

function disturb(
  notices: SettlementNotice[],
  how: TestScenario['notices'],
  { key, days }: { key: string; days: (from: Date, count: number) => Date },
): SettlementNotice[] {
  const daysLate = 1 + (seeded(key, 'late')[0]! % MOST_DAYS_LATE)
  const last = notices.at(-1)!
  switch (how) {
    case 'tripled': // once more as it was, and once under another ID
      return notices.flatMap((n) => [n, n, { ...n, eventId: `${n.eventId}_again` }])
    case 'late':
      return notices.map((n) => ({ ...n, deliverAt: days(n.occurredAt, daysLate) }))
    case 'reversed': {
      const halfADayLater = (last.deliverAt.getTime() + days(last.deliverAt, 1).getTime()) / 2
      return notices.map((n) => (n === last ? n : { ...n, deliverAt: new Date(halfADayLater) }))
    }
    default:
      return notices
  }
}

const seeded = (key: string, purpose: string): Buffer =>
  createHash('sha256').update(`${purpose}:${key}`).digest()
