/**
 * Divides a contract's course into six phases. The parties' own milestones belong to the phase of
 * their due date.
 */
import { type Milestone, type Side, synthesisStages, type TimelinePhase } from '@semblance/contract'
import { dayOf, deliveryDue, toMilestone } from './milestones.ts'
import { type ContractTimeline, connectedTitle } from './timeline.ts'
import type { Attempt } from './timeline-queries.ts'

type Activity = TimelinePhase['activities'][number]
type Status = Activity['status']

/** Describes a phase before milestones are placed in it and before the clock sets its status. */
type Phase = Omit<TimelinePhase, 'status' | 'dueDate'> & {
  isDone: boolean
  isActive: boolean
  dueAt: Date | null
}

/** Returns the phases as one side reads them: the names of the original's files are the vendor's alone. */
export function toPhases(course: ContractTimeline, now: Date, side: Side): TimelinePhase[] {
  const phases = [
    agreement(course),
    funding(course),
    collection(course, now),
    submission(course, now, side),
    synthesis(course, now),
    review(course),
  ].map(({ isDone, isActive, dueAt, ...phase }): TimelinePhase => {
    const isLate = !isDone && dueAt !== null && dueAt < now && !isCancelled(course)
    return {
      ...phase,
      endDate: endOf(phase, isDone),
      dueDate: isDone ? null : dueAt,
      status: isDone ? 'completed' : isLate ? 'delayed' : isActive ? 'in_progress' : 'pending',
    }
  })
  const milestones = course.agreed
    .map((row) => toMilestone(row, course.contract, now))
    .sort((a, b) => (dayOf(a.date) < dayOf(b.date) ? -1 : 1))
  for (const milestone of milestones) place(phaseOf(phases, milestone).activities, milestone)
  return phases
}

/** A phase never ends before it begins: a planned end that passed before is none. */
function endOf({ startDate, endDate }: Pick<Phase, 'startDate' | 'endDate'>, isDone: boolean) {
  if (!startDate || !endDate || new Date(endDate) >= new Date(startDate)) return endDate
  return isDone ? startDate : null
}

/** A completed one among what is done, another before what is still to come; both by date. */
function place(activities: Activity[], { id, title, status, date, description }: Milestone): void {
  const isLater = (activity: Activity) =>
    status === 'completed'
      ? activity.status !== 'completed' ||
        (activity.date !== null && dayOf(activity.date) > dayOf(date))
      : activity.status !== 'completed' && activity.date === null
  const at = activities.findIndex(isLater)
  const activity = { id, name: title, status, date, detail: description, changes: [] }
  activities.splice(at === -1 ? activities.length : at, 0, activity)
}

/** Returns the completed share of all phases, rounded to a percent. */
export function overallPercent(phases: Pick<TimelinePhase, 'status'>[]): number {
  const completed = phases.filter(({ status }) => status === 'completed').length
  return Math.round((completed / phases.length) * 100)
}

/** The first phase since the money came that ends on the milestone's day or later; without a day, the present one. */
function phaseOf(phases: TimelinePhase[], { dueOn }: Milestone): TimelinePhase {
  const working = phases.slice(2)
  const found = working.find(({ endDate, status }) =>
    dueOn ? dayOf(endDate) >= dueOn : status !== 'completed',
  )
  return found ?? working.at(-1)!
}

const isCancelled = ({ contract }: ContractTimeline) => contract.status === 'cancelled'

const done = (id: string, name: string, date: Date | null, detail: string | null = null) =>
  ({ id, name, status: 'completed', date, detail, changes: [] }) satisfies Activity

const step = (id: string, name: string, date: Date | null, isActive: boolean): Activity => ({
  id,
  name,
  status: date ? 'completed' : isActive ? 'in_progress' : 'pending',
  date,
  detail: null,
  changes: [],
})

function revisions(
  { revisions }: ContractTimeline,
  from: Date | null,
  to: Date | null,
): Activity[] {
  return revisions
    .filter(({ createdAt }) => (!from || createdAt >= from) && (!to || createdAt < to))
    .map(({ revision, changes, createdAt }) => ({
      ...done(`revision ${revision}`, 'Terms changed', createdAt),
      changes,
    }))
}

function agreement(course: ContractTimeline): Phase {
  const { contract, offeredAt } = course
  return {
    id: 'agreement',
    phase: 'Agreement',
    description: 'The offer, the terms it was agreed under, and the contract that came of it.',
    startDate: offeredAt,
    endDate: contract.created_at,
    isDone: true,
    isActive: false,
    dueAt: null,
    activities: [
      done('offered', 'Offer sent', offeredAt),
      ...revisions(course, null, contract.created_at),
      done('accepted', 'Offer accepted', contract.created_at),
    ],
  }
}

function funding(course: ContractTimeline): Phase {
  const { created_at, funded_at, status } = course.contract
  const isActive = status === 'awaiting_payment'
  return {
    id: 'funding',
    phase: 'Escrow Funding',
    description: 'The client pays price and fee into escrow; then work begins.',
    startDate: created_at,
    endDate: isActive ? null : funded_at,
    isDone: funded_at !== null && !isActive,
    isActive,
    dueAt: null,
    activities: [
      done('drawn-up', 'Contract drawn up', created_at),
      ...(funded_at
        ? revisions(course, created_at, funded_at)
        : revisions(course, created_at, null)),
      step('funded', 'Funds placed in escrow', funded_at, isActive),
      ...(isActive && funded_at
        ? [step('again', 'Taken back by the bank, to be paid again', null, true)]
        : []),
    ],
  }
}

function collection(course: ContractTimeline, now: Date): Phase {
  const { funded_at, submitted_at, stage, status } = course.contract
  const isActive = stage === 'data_collection'
  const isDone = funded_at !== null && !isActive && status !== 'cancelled'
  const dueAt = deliveryDue(course.contract, now)
  return {
    id: 'collection',
    phase: 'Data Collection',
    description: 'The vendor gathers and prepares the original data.',
    startDate: funded_at,
    endDate: isDone ? (beganHandingOver(course) ?? submitted_at) : dueAt,
    isDone,
    isActive,
    dueAt,
    activities: [
      ...(funded_at ? [done('begun', 'Work begun', funded_at)] : []),
      ...(funded_at ? revisions(course, funded_at, null) : []),
      step('upload', 'Upload begun', course.firstUploadAt, false),
    ],
  }
}

/** The first upload or, of data measured on the vendor's premises, the first measurement. */
const beganHandingOver = ({ firstUploadAt, attempts }: ContractTimeline): Date | null =>
  firstUploadAt ?? attempts[0]?.created_at ?? null

function submission(course: ContractTimeline, now: Date, side: Side): Phase {
  const { submitted_at, stage } = course.contract
  const dueAt = deliveryDue(course.contract, now)
  const isActive = stage === 'data_submission'
  return {
    id: 'submission',
    phase: 'Data Submission',
    description: 'The original is handed over, or measured where it is.',
    startDate: beganHandingOver(course),
    endDate: submitted_at ?? dueAt,
    isDone: submitted_at !== null,
    isActive,
    dueAt,
    activities: [
      ...course.attempts.flatMap((attempt) => attemptActivities(attempt, side)),
      ...(submitted_at ? [] : [step('submit', 'Submit the original data', null, isActive)]),
    ],
  }
}

function attemptActivities(attempt: Attempt, side: Side): Activity[] {
  const { id, status, created_at, finished_at, file_name } = attempt
  const submitted = attempt.is_measured_by_vendor
    ? done(`${id} submitted`, 'Measurement by the vendor begun', created_at)
    : attempt.is_connected
      ? done(`${id} submitted`, connectedTitle, created_at)
      : done(
          `${id} submitted`,
          'Original data submitted',
          created_at,
          side === 'vendor' ? file_name : null,
        )
  if (status === 'refused') return [submitted, done(`${id} end`, 'Not accepted', finished_at)]
  if (status === 'failed') return [submitted, done(`${id} end`, 'Not processed', finished_at)]
  return [submitted]
}

const stageNames: Record<(typeof synthesisStages)[number], string> = {
  reading: 'Reading the file',
  measuring: 'Measuring with noise',
  modeling: 'Modeling what moves together',
  sampling: 'Sampling the synthetic twin',
  evaluating: 'Evaluating fidelity and privacy',
}

function synthesis(course: ContractTimeline, now: Date): Phase {
  const { submitted_at, delivered_at, status } = course.contract
  const attempt = course.attempts.findLast(
    (one) =>
      one.superseded_at === null &&
      ['measuring', 'queued', 'processing', 'held', 'ready'].includes(one.status),
  )
  const reached = attempt?.stage ? synthesisStages.indexOf(attempt.stage) : -1
  const dueAt = deliveryDue(course.contract, now)
  const statusAt = (index: number): Status =>
    delivered_at || index < reached ? 'completed' : index === reached ? 'in_progress' : 'pending'
  return {
    id: 'synthesis',
    phase: 'Synthesis and Validation',
    description: synthesisText(attempt),
    startDate: submitted_at,
    endDate: delivered_at ?? dueAt,
    isDone: delivered_at !== null,
    isActive: status === 'synthetic_processing',
    dueAt,
    activities: synthesisStages.map((stage, index) => ({
      id: stage,
      name: stageNames[stage],
      status: statusAt(index),
      date: index === synthesisStages.length - 1 ? delivered_at : null,
      detail: null,
      changes: [],
    })),
  }
}

function synthesisText(attempt: Attempt | undefined): string {
  if (attempt?.is_measured_by_vendor)
    return 'The vendor measures on its own premises; the platform draws the synthetic twin from the model and checks it.'
  if (attempt?.is_connected)
    return "The platform reads the original through the vendor's connection, makes the synthetic twin, measures it, and removes what it had read."
  return 'The platform makes the synthetic twin, measures it, and deletes the original with its key.'
}

function review(course: ContractTimeline): Phase {
  const { delivered_at, completed_at } = course.contract
  const isActive = delivered_at !== null && completed_at === null && !isCancelled(course)
  const rounds = course.changeRequests.flatMap(({ id, created_at, reason }, index) => {
    const sentBack = course.attempts.filter(({ superseded_at }) => superseded_at !== null)[index]
    return [
      done(`${id} delivered`, 'Synthetic dataset delivered', sentBack?.finished_at ?? null),
      done(id, 'Changes requested', created_at, reason),
    ]
  })
  return {
    id: 'review',
    phase: 'Client Review',
    description: 'The client reviews the twin, asks for changes or accepts, which releases escrow.',
    startDate: delivered_at,
    endDate: completed_at,
    isDone: completed_at !== null,
    isActive,
    dueAt: null,
    activities: [
      ...rounds,
      step('delivered', 'Synthetic dataset delivered', delivered_at, false),
      step('accepted', 'Delivery accepted, escrow released', completed_at, isActive),
    ],
  }
}
