/** Describes a contract's complete course as events and as phases. */
import { type ContractDetail, offerFieldLabels } from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { type ChangeRequestRow, listChangeRequests } from './change-request-queries.ts'
import { listMilestones, type MilestoneRow } from './milestone-queries.ts'
import type { ContractRow } from './queries.ts'
import { type Attempt, findFirstUpload, listAttempts, listRevisions } from './timeline-queries.ts'

export type ContractTimeline = {
  contract: ContractRow
  offeredAt: Date
  revisions: ContractDetail['termHistory']
  /** Days that the first change of the timeline after funding replaced; null without one. */
  firstTimelineDays: number | null
  firstUploadAt: Date | null
  attempts: Attempt[]
  changeRequests: ChangeRequestRow[]
  agreed: MilestoneRow[]
}

/** Loads a contract's timeline, all lists oldest first. The caller must be a party. */
export async function loadTimeline(
  tx: Tx,
  contract: ContractRow & { offered_at: Date },
): Promise<ContractTimeline> {
  const rows = await listRevisions(tx, contract.offer_id)
  const revisions = rows.map(({ revision, name, changes, created_at }) => ({
    revision,
    byName: name ?? 'Closed account',
    changes,
    createdAt: created_at,
  }))
  const changeRequests = await listChangeRequests(tx, [contract.id])
  return {
    contract,
    offeredAt: contract.offered_at,
    revisions,
    firstTimelineDays: firstTimelineDays(revisions, contract.funded_at),
    firstUploadAt: await withSystemRole(tx, () => findFirstUpload(tx, contract.id)),
    attempts: await listAttempts(tx, contract.id),
    changeRequests: changeRequests.reverse(),
    agreed: await listMilestones(tx, [contract.id]),
  }
}

type Revision = ContractDetail['termHistory'][number]

/** Returns the days that the first change of the timeline since the contract was funded replaced. */
function firstTimelineDays(revisions: Revision[], fundedAt: Date | null): number | null {
  const change = revisions
    .filter(({ createdAt }) => fundedAt !== null && createdAt >= fundedAt)
    .flatMap(({ changes }) => changes)
    .find(({ field }) => field === 'timeline')
  return change?.field === 'timeline' && 'from' in change ? change.from : null
}

type Event = ContractDetail['events'][number]

/** Lists events, newest first. */
export function eventsOf(course: ContractTimeline): Event[] {
  const { contract } = course
  const events: (Omit<Event, 'at'> & { at: Date | null })[] = [
    { id: 'offered', title: 'Offer sent', at: course.offeredAt },
    { id: 'agreed', title: 'Offer accepted, contract drawn up', at: contract.created_at },
    { id: 'funded', title: 'Funds placed in escrow', at: contract.funded_at },
    ...course.revisions.map(({ revision, changes, createdAt }) => ({
      id: `revision ${revision}`,
      title: `Terms changed: ${changes.map(({ field }) => offerFieldLabels[field]).join(', ')}`,
      at: createdAt,
    })),
    ...course.agreed.map(({ id, title, completed_at }) => ({
      id,
      title: `Milestone completed: ${title}`,
      at: completed_at,
    })),
    { id: 'upload', title: 'Upload of the original begun', at: course.firstUploadAt },
    ...course.attempts.flatMap(attemptEvents),
    ...course.changeRequests.map(({ id, created_at }) => ({
      id,
      title: 'Changes requested',
      at: created_at,
    })),
    { id: 'completed', title: 'Delivery accepted, escrow released', at: contract.completed_at },
  ]
  return events
    .filter((event): event is Event => event.at !== null)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .reverse()
}

const outcomes: Partial<Record<Attempt['status'], string>> = {
  ready: 'Synthetic dataset delivered',
  refused: 'Original data refused',
  failed: 'Synthesis failed',
}

function attemptEvents({ id, status, created_at, finished_at }: Attempt) {
  return [
    { id: `${id} submitted`, title: 'Original data submitted', at: created_at },
    { id: `${id} finished`, title: outcomes[status] ?? '', at: finished_at },
  ]
}
