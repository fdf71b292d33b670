import { describe, expect, it } from 'vitest'
import type { MilestoneRow } from './milestone-queries.ts'
import { overallPercent, toPhases } from './phases.ts'
import type { ContractRow } from './queries.ts'
import { type ContractTimeline, eventsOf } from './timeline.ts'
import type { Attempt } from './timeline-queries.ts'

const at = (day: number) => new Date(Date.UTC(2026, 2, day, 12))

/** Offered on March 1, drawn up on the 3rd, funded on the 5th, due on the 15th. */
const contract = {
  id: 'CTR-1',
  client: 'client',
  vendor: 'vendor',
  status: 'in_progress',
  stage: 'data_collection',
  created_at: at(3),
  funded_at: at(5),
  submitted_at: null,
  delivered_at: null,
  completed_at: null,
  timeline_days: 10,
  held_ms: 0n,
  held_since: null,
} as unknown as ContractRow

function course(
  change: Partial<ContractRow> = {},
  more: Partial<ContractTimeline> = {},
): ContractTimeline {
  return {
    contract: { ...contract, ...change },
    offeredAt: at(1),
    revisions: [],
    firstTimelineDays: null,
    firstUploadAt: null,
    attempts: [],
    changeRequests: [],
    agreed: [],
    ...more,
  }
}

const attempt = (change: Partial<Attempt>): Attempt => ({
  id: 'attempt',
  status: 'ready',
  stage: null,
  file_name: 'original.csv',
  is_measured_by_vendor: false,
  is_connected: false,
  created_at: at(9),
  finished_at: at(10),
  superseded_at: null,
  ...change,
})

const milestone = (change: Partial<MilestoneRow>): MilestoneRow => ({
  id: 'milestone',
  contract_id: 'CTR-1',
  client: 'client',
  vendor: 'vendor',
  added_by: 'client',
  title: 'Codebook',
  description: null,
  due_on: null,
  started_at: null,
  completed_at: null,
  created_at: at(5),
  ...change,
})

const statuses = (given: ContractTimeline, now = at(6)) =>
  toPhases(given, now, 'client').map(({ status }) => status)
const [done, active, open] = ['completed', 'in_progress', 'pending']

const submitted = {
  stage: 'quality_review',
  status: 'synthetic_processing',
  submitted_at: at(9),
} as const
const delivered = {
  stage: null,
  status: 'pending_review',
  submitted_at: at(9),
  delivered_at: at(10),
} as const
const completed = { ...delivered, status: 'completed', completed_at: at(12) } as const
const unpaid = { stage: null, status: 'awaiting_payment', funded_at: null } as const

describe('phases', () => {
  it.each([
    ['awaits payment', unpaid, [done, active, open, open, open, open], 17],
    ['is funded', {}, [done, done, active, open, open, open], 33],
    ['is being uploaded', { stage: 'data_submission' }, [done, done, done, active, open, open], 50],
    ['is in synthesis', submitted, [done, done, done, done, active, open], 67],
    ['awaits review', delivered, [done, done, done, done, done, active], 83],
    ['is completed', completed, [done, done, done, done, done, done], 100],
    ['is cancelled', { ...unpaid, status: 'cancelled' }, [done, open, open, open, open, open], 17],
  ] as const)('of a contract that %s', (_name, change, expected, percent) => {
    const phases = toPhases(course(change), at(6), 'client')
    expect(phases.map(({ status }) => status)).toEqual(expected)
    expect(overallPercent(phases)).toBe(percent)
  })

  it('that end with the delivery are delayed from the agreed day on, a cancelled contract never', () => {
    const late = new Date(at(15).getTime() + 1)
    expect(statuses(course(), at(15))).toEqual([done, done, active, open, open, open])
    expect(statuses(course(), late)).toEqual([done, done, 'delayed', 'delayed', 'delayed', open])
    expect(statuses(course({ timeline_days: 11 }), late)).toEqual(statuses(course()))
    expect(statuses(course(delivered), late)).toEqual([done, done, done, done, done, active])
    const cancelled = { status: 'cancelled', stage: null } as const
    expect(statuses(course(cancelled), late)).not.toContain('delayed')
  })

  it('that end with the delivery are later by the time for which the platform holds it, past and present', () => {
    const late = new Date(at(15).getTime() + 1)
    const held = { held_since: at(14) }
    expect(statuses(course(held), at(30))).toEqual(statuses(course()))
    const heldOnce = { held_ms: 2n * 86_400_000n }
    expect(statuses(course(heldOnce), at(17))).toEqual(statuses(course()))
    expect(statuses(course(heldOnce), new Date(at(17).getTime() + 1))).toContain('delayed')
    expect(statuses(course({ held_since: late }), new Date(at(30)))).toContain('delayed')
  })

  it('begin and end when things happened, and are planned until then', () => {
    const dates = (given: ContractTimeline) =>
      toPhases(given, at(6), 'client').map(({ startDate, endDate }) => [startDate, endDate])
    expect(dates(course())).toEqual([
      [at(1), at(3)],
      [at(3), at(5)],
      [at(5), at(15)],
      [null, at(15)],
      [null, at(15)],
      [null, null],
    ])
    expect(dates(course(completed, { firstUploadAt: at(8) }))).toEqual([
      [at(1), at(3)],
      [at(3), at(5)],
      [at(5), at(8)],
      [at(8), at(9)],
      [at(9), at(10)],
      [at(10), at(12)],
    ])
  })

  it('never end before they begin, and keep the day that was agreed', () => {
    const late = course({ ...submitted, submitted_at: at(20) }, { firstUploadAt: at(19) })
    const phases = toPhases(late, at(21), 'client')
    for (const { startDate, endDate } of phases)
      if (startDate && endDate) expect(new Date(endDate) >= new Date(startDate)).toBe(true)
    expect(phases[4]).toMatchObject({
      startDate: at(20),
      endDate: null,
      dueDate: at(15),
      status: 'delayed',
    })
    expect(phases[3]).toMatchObject({ endDate: at(20), dueDate: null })
  })

  it('of a payment that the bank took back are not over until it is paid again', () => {
    const given = course({ ...submitted, status: 'awaiting_payment' })
    const [, funding] = toPhases(given, at(10), 'client')
    expect(funding).toMatchObject({ status: 'in_progress', endDate: null })
    expect(funding!.activities.map(({ status }) => status)).toEqual([done, done, active])
  })

  it('of data measured by its vendor begin with the measurement', () => {
    const given = course(
      { stage: 'data_submission' },
      { attempts: [attempt({ status: 'measuring', is_measured_by_vendor: true })] },
    )
    const [, , collection, submission] = toPhases(given, at(10), 'client')
    expect(collection).toMatchObject({ status: 'completed', endDate: at(9) })
    expect(submission).toMatchObject({ status: 'in_progress', startDate: at(9) })
  })

  it('name the file of the original to its vendor alone', () => {
    const given = course(submitted, { attempts: [attempt({ status: 'processing' })] })
    const detail = (side: 'client' | 'vendor') =>
      toPhases(given, at(10), side)[3]!.activities[0]!.detail
    expect(detail('vendor')).toBe('original.csv')
    expect(detail('client')).toBeNull()
  })

  it('say of data behind a connection that it is read through it, and never that it arrived', () => {
    const connected = attempt({ status: 'processing', is_connected: true })
    const given = course(submitted, { attempts: [connected] })
    const [, , , handover, synthesis] = toPhases(given, at(10), 'client')
    expect(handover!.description).not.toMatch(/arrive|encrypted/)
    expect(handover!.activities[0]!.name).toBe("Data to be read through the vendor's connection")
    expect(eventsOf(given).map(({ title }) => title)).toContain(handover!.activities[0]!.name)
    expect(synthesis!.description).not.toMatch(/key|upload/)
  })

  it('tell how far the synthesis is', () => {
    const running = attempt({ status: 'processing', stage: 'modeling', finished_at: null })
    const [, , , , synthesis] = toPhases(
      course(submitted, { attempts: [running] }),
      at(9),
      'client',
    )
    expect(synthesis!.activities.map(({ status }) => status)).toEqual([
      done,
      done,
      active,
      open,
      open,
    ])
  })

  it('tell of a refused attempt and of changes asked for, and begin another round', () => {
    const given = course(
      { stage: 'data_submission' },
      {
        firstUploadAt: at(6),
        attempts: [
          attempt({ id: 'a', status: 'refused', created_at: at(7), finished_at: at(7) }),
          attempt({ id: 'b', superseded_at: at(11) }),
        ],
        changeRequests: [
          {
            id: 'asked',
            contract_id: 'CTR-1',
            client: 'client',
            vendor: 'vendor',
            user_id: null,
            reason: 'Dollars, please',
            created_at: at(11),
            answered_at: null,
          },
        ],
      },
    )
    const phases = toPhases(given, at(12), 'client')
    expect(phases.map(({ status }) => status)).toEqual([done, done, done, active, open, open])
    const names = (index: number) => phases[index]!.activities.map(({ name }) => name)
    expect(names(3)).toEqual([
      'Original data submitted',
      'Not accepted',
      'Original data submitted',
      'Submit the original data',
    ])
    expect(phases[4]!.activities.every(({ status }) => status === 'pending')).toBe(true)
    expect(names(5)).toEqual([
      'Synthetic dataset delivered',
      'Changes requested',
      'Synthetic dataset delivered',
      'Delivery accepted, escrow released',
    ])
    expect(phases[5]!.activities[1]).toMatchObject({ date: at(11), detail: 'Dollars, please' })
    expect(eventsOf(given)[0]).toEqual({
      id: 'asked',
      kind: 'changes',
      title: 'Changes requested',
      by: 'client',
      at: at(11),
    })
  })

  it.each([
    ['2026-03-06', {}, 'collection'],
    ['2026-03-15', {}, 'collection'],
    ['2026-03-16', {}, 'review'],
    ['2026-03-14', { stage: 'data_submission' }, 'submission'],
    [null, { stage: 'data_submission' }, 'submission'],
    [null, completed, 'review'],
    ['2026-03-20', unpaid, 'collection'],
  ] as const)('a milestone due %s of a contract in %j lies in %s', (due_on, change, expected) => {
    const given = course(change, { firstUploadAt: at(8), agreed: [milestone({ due_on })] })
    const phase = toPhases(given, at(6), 'client').find(({ activities }) =>
      activities.some(({ name }) => name === 'Codebook'),
    )
    expect(phase?.id).toBe(expected)
  })

  it('a milestone past its day is delayed, a phase is not because of it', () => {
    const given = course({}, { agreed: [milestone({ due_on: '2026-03-08' })] })
    const phase = toPhases(given, at(9), 'client')[2]!
    expect(phase.status).toBe('in_progress')
    expect(phase.activities[1]).toMatchObject({ name: 'Codebook', status: 'delayed' })
    expect(toPhases(given, at(8), 'client')[2]!.activities[1]!.status).toBe('pending')
  })

  it('milestones stand between what is done and what is to come, by date', () => {
    const started_at = at(5)
    const agreed = [
      milestone({ id: 'b', title: 'Second', due_on: '2026-03-12' }),
      milestone({ id: 'a', title: 'First', due_on: '2026-03-10', started_at }),
      milestone({ id: 'c', title: 'Done', started_at, completed_at: at(6), due_on: '2026-03-11' }),
    ]
    const revisions = [
      { revision: 2, by: 'vendor' as const, byName: 'V', changes: [], createdAt: at(7) },
    ]
    const given = course({}, { agreed, revisions })
    const names = toPhases(given, at(8), 'client')[2]!.activities.map(({ name }) => name)
    expect(names).toEqual([
      'Work begun',
      'Done',
      'Terms changed',
      'First',
      'Second',
      'Upload begun',
    ])
  })

  it('terms changed in a phase are told in it', () => {
    const change = { field: 'timeline', from: 10, to: 14 } as const
    const revision = {
      revision: 2,
      by: 'vendor' as const,
      byName: 'V',
      changes: [change],
      createdAt: at(7),
    }
    const [agreement, , collection] = toPhases(
      course({}, { revisions: [revision] }),
      at(8),
      'client',
    )
    expect(agreement!.activities).toHaveLength(2)
    expect(collection!.activities[1]).toMatchObject({
      name: 'Terms changed',
      changes: [change],
    })
  })
})
