/** A contract's course: everything that has happened to it, told as events and as phases. */
import type { ContractDetail } from '@semblance/contract'
import { z } from 'zod'
import { asSystem, type Tx } from '../../platform/db.ts'
import { type ChangeRequestRow, listChangeRequests } from './change-request-queries.ts'
import { type Attempt, findFirstUpload, listAttempts, listRevisions } from './course-queries.ts'
import { listMilestones, type MilestoneRow } from './milestone-queries.ts'
import type { ContractRow } from './queries.ts'

export type Course = {
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

const revisionChanges = z.array(
  z.object({ field: z.string(), label: z.string(), from: z.string(), to: z.string() }),
)

/** All lists oldest first. The caller must be a party. */
export async function readCourse(
  tx: Tx,
  contract: ContractRow & { offered_at: Date },
): Promise<Course> {
  const rows = await listRevisions(tx, contract.offer_id)
  const parsed = rows.map((row) => ({ ...row, changes: revisionChanges.parse(row.changes) }))
  const changeRequests = await listChangeRequests(tx, [contract.id])
  return {
    contract,
    offeredAt: contract.offered_at,
    revisions: parsed.map(({ revision, name, changes, created_at }) => ({
      revision,
      byName: name ?? 'Closed account',
      changes: changes.map(({ label, from, to }) => ({ label, from, to })),
      createdAt: created_at,
    })),
    firstTimelineDays: firstTimelineDays(parsed, contract.funded_at),
    firstUploadAt: await asSystem(tx, () => findFirstUpload(tx, contract.id)),
    attempts: await listAttempts(tx, contract.id),
    changeRequests: changeRequests.reverse(),
    agreed: await listMilestones(tx, [contract.id]),
  }
}

type Revision = { changes: z.infer<typeof revisionChanges>; created_at: Date }

/** "10 days" -> 10, of the first revision of the timeline since the contract was funded. */
function firstTimelineDays(revisions: Revision[], fundedAt: Date | null): number | null {
  const change = revisions
    .filter(({ created_at }) => fundedAt !== null && created_at >= fundedAt)
    .flatMap(({ changes }) => changes)
    .find(({ field }) => field === 'timeline')
  return change ? Number.parseInt(change.from, 10) : null
}

type Event = ContractDetail['events'][number]

/** Newest first. */
export function eventsOf(course: Course): Event[] {
  const { contract } = course
  const events: (Omit<Event, 'at'> & { at: Date | null })[] = [
    { id: 'offered', title: 'Offer sent', at: course.offeredAt },
    { id: 'agreed', title: 'Offer accepted, contract drawn up', at: contract.created_at },
    { id: 'funded', title: 'Funds placed in escrow', at: contract.funded_at },
    ...course.revisions.map(({ revision, changes, createdAt }) => ({
      id: `revision ${revision}`,
      title: `Terms changed: ${changes.map(({ label }) => label).join(', ')}`,
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
