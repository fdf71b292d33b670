/** A contract's milestones: the platform's four, derived from its timestamps, and those the parties added. */
import type { Milestone } from '@semblance/contract'
import type { MilestoneRow } from './milestone-queries.ts'
import type { ContractRow } from './queries.ts'

const DAY_MS = 86_400_000

type Held = Pick<ContractRow, 'held_ms' | 'held_since'>
type Dated = Held & Pick<ContractRow, 'funded_at' | 'timeline_days'>

/**
 * Returns for how many milliseconds the delivery was held by the platform, in dispute, or without the payment that the bank took
 * back, until `now`; a present hold is included, a present dispute or lack of payment is added when it ends.
 */
export function heldTimeMs({ held_ms, held_since }: Held, now: Date): number {
  const presentMs = held_since ? Math.max(0, now.getTime() - held_since.getTime()) : 0
  return Number(held_ms) + presentMs
}

/**
 * Returns the due time of delivery as seen at `now`: the agreed days after funding, later by the time
 * for which it was held or suspended; null before funding. Queries use app.delivery_due, which says the
 * same.
 */
export function deliveryDue(
  contract: Dated,
  now: Date,
  timelineDays = contract.timeline_days,
): Date | null {
  if (!contract.funded_at) return null
  const dueMs = contract.funded_at.getTime() + timelineDays * DAY_MS
  return new Date(dueMs + heldTimeMs(contract, now))
}

/** Lists milestones by due date; an agreed one comes before the first later one of the platform. */
export function milestonesOf(
  contract: ContractRow,
  agreed: MilestoneRow[],
  now: Date,
): Milestone[] {
  const milestones = platformMilestones(contract, now)
  const added = agreed.map((row) => toMilestone(row, contract, now))
  for (const milestone of added.sort(byDate)) {
    const at = dayOf(milestone.date)
    const next = milestones.findIndex(
      ({ id, kind, date }) =>
        kind === 'platform' && id !== 'funding' && (id === 'acceptance' || dayOf(date) > at),
    )
    milestones.splice(next, 0, milestone)
  }
  return milestones
}

export function toMilestone(
  row: MilestoneRow,
  contract: Held & Pick<ContractRow, 'client'>,
  now: Date,
): Milestone {
  const state = row.completed_at ? 'completed' : row.started_at ? 'in_progress' : 'pending'
  return {
    id: row.id,
    kind: 'agreed',
    title: row.title,
    description: row.description,
    status: state !== 'completed' && isPast(row.due_on, unheld(contract, now)) ? 'delayed' : state,
    state,
    date: row.completed_at ?? row.due_on,
    dueOn: row.due_on,
    addedBy: row.added_by === contract.client ? 'client' : 'vendor',
  }
}

/** Returns the time by which a day that was agreed on is judged: earlier than `now` by the time held. */
const unheld = (contract: Held, now: Date) => new Date(now.getTime() - heldTimeMs(contract, now))

export function progressPercent(milestones: Milestone[]): number {
  const completed = milestones.filter(({ status }) => status === 'completed').length
  return Math.round((completed / milestones.length) * 100)
}

/** Returns true if the day has ended, in UTC. */
export const isPast = (day: string | null, now: Date) =>
  day !== null && day < now.toISOString().slice(0, 10)

/** Later than any day. */
const NEVER = '9999-12-31'

export const dayOf = (date: Date | string | null): string =>
  date instanceof Date ? date.toISOString().slice(0, 10) : (date ?? NEVER)

const byDate = (a: Milestone, b: Milestone) => (dayOf(a.date) < dayOf(b.date) ? -1 : 1)

function platformMilestones(contract: ContractRow, now: Date): Milestone[] {
  const { status } = contract
  const dueAt = deliveryDue(contract, now)
  const steps: {
    id: string
    title: string
    doneAt: Date | null
    dueAt: Date | null
    active: boolean
  }[] = [
    {
      id: 'funding',
      title: 'Escrow Funding',
      doneAt: status === 'awaiting_payment' ? null : contract.funded_at,
      dueAt: null,
      active: status === 'awaiting_payment',
    },
    {
      id: 'submission',
      title: 'Data Submission',
      doneAt: contract.submitted_at,
      dueAt,
      active: status === 'in_progress',
    },
    {
      id: 'validation',
      title: 'Synthesis and Validation',
      doneAt: contract.delivered_at,
      dueAt,
      active: status === 'synthetic_processing',
    },
    {
      id: 'acceptance',
      title: 'Client Acceptance',
      doneAt: contract.completed_at,
      dueAt: null,
      active: status === 'pending_review',
    },
  ]
  return steps.map(({ id, title, doneAt, dueAt, active }) => {
    const state = doneAt ? 'completed' : active ? 'in_progress' : 'pending'
    const isLate = !doneAt && dueAt !== null && dueAt < now && status !== 'cancelled'
    return {
      id,
      kind: 'platform',
      title,
      description: null,
      status: isLate ? 'delayed' : state,
      state,
      date: doneAt ?? dueAt,
      dueOn: null,
      addedBy: null,
    }
  })
}
