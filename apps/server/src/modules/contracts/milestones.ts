/** Milestones, derived from a contract's timestamps; `delayed` is never stored. */
import type { ContractSummary } from '@semblance/contract'
import type { ContractRow } from './queries.ts'

type Milestone = ContractSummary['milestones'][number]

const DAY_MS = 86_400_000

/** When delivery is due: the agreed days after funding. */
export function deliveryDue(contract: Pick<ContractRow, 'funded_at' | 'timeline_days'>) {
  return (
    contract.funded_at && new Date(contract.funded_at.getTime() + contract.timeline_days * DAY_MS)
  )
}

export function milestonesOf(contract: ContractRow, now: Date): Milestone[] {
  const { status } = contract
  const dueAt = deliveryDue(contract)
  const steps: (Pick<Milestone, 'id' | 'title'> & {
    doneAt: Date | null
    dueAt: Date | null
    active: boolean
  })[] = [
    {
      id: 'funding',
      title: 'Escrow Funding',
      doneAt: contract.funded_at,
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
    const late = dueAt !== null && dueAt < now
    return {
      id,
      title,
      status: doneAt ? 'completed' : late ? 'delayed' : active ? 'in_progress' : 'pending',
      date: doneAt ?? dueAt,
    }
  })
}

export function progressPercent(milestones: Milestone[]): number {
  const completed = milestones.filter(({ status }) => status === 'completed').length
  return Math.round((completed / milestones.length) * 100)
}
