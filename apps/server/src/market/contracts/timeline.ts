/** Describes a contract's complete course as events and as phases. */
import { type ContractDetail, type ContractEvent, offerFieldLabels } from '@semblance/contract'
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

/** Lists events, newest first. */
export function eventsOf(course: ContractTimeline): ContractEvent[] {
  const { contract } = course
  return [
    event('offered', 'offered', 'Offer sent', course.offeredAt),
    event('agreed', 'agreed', 'Offer accepted, contract drawn up', contract.created_at),
    event('funded', 'funded', 'Funds placed in escrow', contract.funded_at),
    ...course.revisions.map(({ revision, changes, createdAt }) => {
      const fields = changes.map(({ field }) => offerFieldLabels[field]).join(', ')
      return event('terms', `revision ${revision}`, `Terms changed: ${fields}`, createdAt)
    }),
    ...course.agreed.map(({ id, title, completed_at }) =>
      event('milestone', id, `Milestone completed: ${title}`, completed_at),
    ),
    event('upload', 'upload', 'Upload of the original begun', course.firstUploadAt),
    ...course.attempts.flatMap(attemptEvents),
    ...course.changeRequests.map(({ id, created_at }) =>
      event('changes', id, 'Changes requested', created_at),
    ),
    event('completed', 'completed', 'Delivery accepted, escrow released', contract.completed_at),
  ]
    .filter((one) => one !== null)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .reverse()
}

const event = (
  kind: ContractEvent['kind'],
  id: string,
  title: string,
  at: Date | null,
): ContractEvent | null => at && { id, kind, title, at }

const outcomes: Partial<Record<Attempt['status'], [ContractEvent['kind'], string]>> = {
  ready: ['delivered', 'Synthetic dataset delivered'],
  refused: ['refused', 'Original data refused'],
  failed: ['failed', 'Synthesis failed'],
}

/** Names the submission of an original that stays with its vendor. */
export const connectedTitle = "Data to be read through the vendor's connection"

function attemptEvents({ id, status, created_at, finished_at, ...attempt }: Attempt) {
  const submitted = attempt.is_measured_by_vendor
    ? 'Measurement by the vendor begun'
    : attempt.is_connected
      ? connectedTitle
      : 'Original data submitted'
  const outcome = outcomes[status]
  return [
    event('submitted', `${id} submitted`, submitted, created_at),
    ...(outcome ? [event(outcome[0], `${id} finished`, outcome[1], finished_at)] : []),
  ]
}
