import type {
  ContractDetail,
  ContractEvent,
  Delivery,
  DeliveryOrigin,
  Milestone,
  MoneyEvent,
  Side,
} from '@semblance/contract'
import { deliveryOrigin, moneyEventLabels, splitAtAccuracy } from '@semblance/contract'
import { date, dateTime, usdExact } from '@/lib/format.ts'

export type DealStep = {
  id: string
  title: string
  status: Milestone['status'] | 'failed'
  /** Already worded; null where nothing is known. */
  when: string | null
  detail: string | null
  amount: string | null
  /** One that a party added, with its actions. */
  milestone: Milestone | null
}

type Deal = {
  contract: ContractDetail
  /** Newest first, as far as they are loaded. */
  money: readonly MoneyEvent[]
  delivery: Delivery | null
}

/** Merges milestones, events and money of a contract: what has happened by time, then what is to come. */
export function dealLine(deal: Deal): DealStep[] {
  const { contract } = deal
  const done = contract.milestones.filter(({ status }) => status === 'completed')
  const open = contract.milestones.filter(({ status }) => status !== 'completed')
  const past = [
    ...ownEvents(contract).map(ofEvent(contract)),
    ...done.map((milestone) => ofMilestone(milestone, deal)),
    ...ownMoney(deal).map(ofMoney(contract)),
  ].sort((a, b) => a.at - b.at)
  return [
    ...past.map(({ step }) => step),
    ...(contract.status === 'cancelled' ? [] : open).map(
      (milestone) => ofMilestone(milestone, deal).step,
    ),
    ...afterwards(contract),
  ]
}

type Dated = { at: number; step: DealStep }

const plain = { detail: null, amount: null, milestone: null } as const

/** Leaves out events that a milestone stands for. */
function ownEvents({ events, milestones }: ContractDetail): ContractEvent[] {
  const isOver = (id: string) =>
    milestones.some((one) => one.id === id && one.status === 'completed')
  const lastSubmitted = events.find(({ kind }) => kind === 'submitted')
  const lastDelivered = events.find(({ kind }) => kind === 'delivered')
  const standsFor = new Set([
    isOver('submission') ? lastSubmitted : undefined,
    isOver('validation') ? lastDelivered : undefined,
  ])
  const shown = events.filter((event) => !standsFor.has(event))
  return shown.filter(
    ({ kind }) =>
      kind !== 'milestone' &&
      kind !== 'completed' &&
      kind !== 'upload' &&
      (kind !== 'funded' || !isOver('funding')),
  )
}

const ofEvent =
  (contract: ContractDetail) =>
  ({ id, kind, title, at }: ContractEvent): Dated => ({
    at: at.getTime(),
    step: {
      ...plain,
      id,
      title,
      status: kind === 'refused' || kind === 'failed' ? 'failed' : 'completed',
      when: dateTime(at),
      detail:
        kind === 'agreed' && contract.termHistory.every(({ createdAt }) => createdAt <= at)
          ? `Price ${usdExact(contract.priceCents)}`
          : null,
    },
  })

const isPaidIn = ({ kind, status }: MoneyEvent) => kind === 'funding' && status !== 'failed'

/** The movements that the milestones of funding and acceptance stand for. */
function milestoneMoney({ contract, money }: Deal) {
  return {
    funding: money.find(isPaidIn),
    acceptance:
      contract.status === 'completed' ? money.find(({ kind }) => kind === 'release') : undefined,
  }
}

function ownMoney(deal: Deal): MoneyEvent[] {
  const { funding, acceptance } = milestoneMoney(deal)
  return deal.money.filter((event) => event !== funding && event !== acceptance)
}

const isIn = ({ kind }: MoneyEvent) => kind === 'funding' || kind === 'top_up'

const amountOf = (event: MoneyEvent) =>
  `${usdExact(event.amountCents)} ${isIn(event) ? 'in' : 'out'}`

const ofMoney =
  ({ side }: ContractDetail) =>
  (event: MoneyEvent): Dated => ({
    at: event.date.getTime(),
    step: {
      ...plain,
      id: event.id,
      title: moneyEventLabels[event.kind],
      status:
        event.status === 'failed'
          ? 'failed'
          : event.status === 'pending'
            ? 'in_progress'
            : 'completed',
      when: dateTime(event.date),
      detail: event.failure ?? (side === 'client' ? event.method : null),
      amount: amountOf(event),
    },
  })

function ofMilestone(milestone: Milestone, deal: Deal): Dated {
  const { id, kind, title, status, date: day } = milestone
  const { contract } = deal
  const step: DealStep = {
    ...plain,
    id,
    title,
    status,
    when: whenOf(milestone, contract),
    ...(kind === 'platform'
      ? platformFacts(milestone, deal)
      : { detail: addedText(milestone, contract), milestone }),
  }
  return { at: day === null ? Number.POSITIVE_INFINITY : new Date(day).getTime(), step }
}

function whenOf({ id, status, date: day }: Milestone, { reviewEndsAt }: ContractDetail) {
  if (id === 'acceptance' && status !== 'completed')
    return reviewEndsAt ? `by ${date(reviewEndsAt)}` : null
  if (day === null) return null
  if (status !== 'completed') return `due ${date(day)}`
  return day instanceof Date ? dateTime(day) : date(day)
}

const addedText = ({ description, addedBy }: Milestone, contract: ContractDetail) =>
  [description, `Added by ${addedBy === 'client' ? contract.clientName : contract.vendorName}`]
    .filter(Boolean)
    .join('\n')

type Facts = Pick<DealStep, 'detail' | 'amount'>

function platformFacts({ id, status }: Milestone, deal: Deal): Facts {
  const isDone = status === 'completed'
  switch (id) {
    case 'funding':
      return fundingFacts(deal, isDone)
    case 'submission':
      return { detail: isDone ? submittedText(deal.delivery) : null, amount: null }
    case 'validation':
      return { detail: isDone ? validatedText(deal.delivery) : null, amount: null }
    case 'acceptance':
      return acceptanceFacts(deal, isDone)
    default:
      return { detail: null, amount: null }
  }
}

function fundingFacts(deal: Deal, isDone: boolean): Facts {
  const { side, clientName } = deal.contract
  const { funding } = milestoneMoney(deal)
  if (!isDone) return { detail: null, amount: null }
  return {
    detail: side === 'client' ? (funding?.method ?? null) : `Paid by ${clientName}`,
    amount: funding ? amountOf(funding) : null,
  }
}

const submittedTexts: Record<DeliveryOrigin, string> = {
  uploaded: 'The original arrived encrypted',
  premises: "Measured on the vendor's premises; no original was sent",
  connection: "Read through the vendor's connection; no original was uploaded",
}

const submittedText = (delivery: Delivery | null): string | null =>
  delivery && submittedTexts[deliveryOrigin(delivery)]

/** Maps to what became of the original, or of what was read of it, once the twin was made. */
const endedTexts: Record<DeliveryOrigin, string | null> = {
  uploaded: "the original's key destroyed",
  premises: null,
  connection: 'what the run had read was removed',
}

function validatedText(delivery: Delivery | null): string | null {
  if (delivery?.status !== 'ready') return null
  const ended = endedTexts[deliveryOrigin(delivery)]
  const { gate } = delivery
  const met = gate?.filter(({ pass }) => pass).length ?? 0
  const points = gate && gate.length > 0 ? metText(met, gate.length) : null
  const text = [points, ended].filter(Boolean).join('; ')
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : null
}

function metText(met: number, all: number): string {
  if (all === 1) return `The agreed point ${met === 1 ? '' : 'not '}met`
  return met === all ? `All ${all} agreed points met` : `${met} of ${all} agreed points met`
}

const reviewTexts: Record<Side, (contract: ContractDetail) => string> = {
  client: () => 'You review the delivery; without an answer it is accepted',
  vendor: ({ clientName }) =>
    `${clientName} reviews the delivery; without an answer it is accepted`,
}

function acceptanceFacts(deal: Deal, isDone: boolean): Facts {
  const { contract } = deal
  if (isDone) {
    const { acceptance } = milestoneMoney(deal)
    return { detail: null, amount: acceptance ? amountOf(acceptance) : null }
  }
  if (contract.status !== 'pending_review') return { detail: null, amount: null }
  const { duePrice, releasedCents, heldCents } = contract
  const duePriceCents = duePrice?.cents ?? null
  const { toVendorCents } = splitAtAccuracy({ duePriceCents, releasedCents, heldCents })
  return {
    detail: reviewTexts[contract.side](contract),
    amount: `${usdExact(toVendorCents)} out`,
  }
}

function afterwards({ side, status, vendorName, vendorSlug, isReviewed }: ContractDetail) {
  if (status === 'cancelled') return []
  const next = { ...plain, status: 'pending' as const, when: 'later' }
  if (side === 'client')
    return vendorSlug && !isReviewed
      ? [
          {
            ...next,
            id: 'review',
            title: `Review of ${vendorName}`,
            detail: 'Once the contract is completed',
          },
        ]
      : []
  return status === 'completed'
    ? []
    : [
        {
          ...next,
          id: 'payout',
          title: 'Payout to your account',
          detail: 'After the release, on your payout schedule',
        },
      ]
}
