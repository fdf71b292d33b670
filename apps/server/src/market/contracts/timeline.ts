/** Describes a contract's complete course as events and as phases. */
import {
  type ContractDetail,
  type ContractEvent,
  offerFieldLabels,
  type Side,
} from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { type ChangeRequestRow, listChangeRequests } from './change-request-queries.ts'
import { listMilestones, type MilestoneRow } from './milestone-queries.ts'
import { type ContractRow, findContractDetail } from './queries.ts'
import { type Attempt, findFirstUpload, listAttempts, listRevisions } from './timeline-queries.ts'

export type ContractTimeline = {
  contract: ContractRow
  offeredAt: Date
  revisions: Revision[]
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
  const revisions = rows.map(({ revision, changed_by, name, changes, created_at }) => ({
    revision,
    by: changed_by === contract.client ? ('client' as const) : ('vendor' as const),
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

type Revision = ContractDetail['termHistory'][number] & { by: Side }

/** Returns the days that the first change of the timeline since the contract was funded replaced. */
function firstTimelineDays(revisions: Revision[], fundedAt: Date | null): number | null {
  const change = revisions
    .filter(({ createdAt }) => fundedAt !== null && createdAt >= fundedAt)
    .flatMap(({ changes }) => changes)
    .find(({ field }) => field === 'timeline')
  return change?.field === 'timeline' && 'from' in change ? change.from : null
}

/** Lists the events of the contract between two parties, oldest first. Call as the system. */
export async function listContractEvents(
  tx: Tx,
  { id, client, vendor }: Pick<ContractRow, 'id' | 'client' | 'vendor'>,
): Promise<ContractEvent[]> {
  const contract = await findContractDetail(tx, id, [client, vendor])
  return contract ? eventsOf(await loadTimeline(tx, contract)).toReversed() : []
}

/** Lists events, newest first. */
export function eventsOf(course: ContractTimeline): ContractEvent[] {
  const { contract } = course
  const completedAt = contract.completed_at
  return [
    event('offered', 'vendor', 'offered', 'Offer sent', course.offeredAt),
    event('agreed', 'client', 'agreed', 'Offer accepted, contract drawn up', contract.created_at),
    event('funded', 'client', 'funded', 'Funds placed in escrow', contract.funded_at),
    ...course.revisions.map(({ revision, by, changes, createdAt }) => {
      const fields = changes.map(({ field }) => offerFieldLabels[field]).join(', ')
      return event('terms', by, `revision ${revision}`, `Terms changed: ${fields}`, createdAt)
    }),
    ...course.agreed.map(({ id, title, completed_at }) =>
      event('milestone', 'vendor', id, `Milestone completed: ${title}`, completed_at),
    ),
    event('upload', 'vendor', 'upload', 'Upload of the original begun', course.firstUploadAt),
    ...course.attempts.flatMap(attemptEvents),
    ...course.changeRequests.map(({ id, created_at }) =>
      event('changes', 'client', id, 'Changes requested', created_at),
    ),
    event('completed', null, 'completed', 'Delivery accepted, escrow released', completedAt),
  ]
    .filter((one) => one !== null)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .reverse()
}

const event = (
  kind: ContractEvent['kind'],
  by: Side | null,
  id: string,
  title: string,
  at: Date | null,
): ContractEvent | null => at && { id, kind, by, title, at }

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
    event('submitted', 'vendor', `${id} submitted`, submitted, created_at),
    ...(outcome ? [event(outcome[0], null, `${id} finished`, outcome[1], finished_at)] : []),
  ]
}
