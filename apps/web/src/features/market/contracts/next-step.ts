import {
  type ContractDetail,
  type ContractStatus,
  type ContractSummary,
  type Delivery,
  deliveryNoticeText,
  deliveryOrigin,
  type Side,
  splitAtAccuracy,
} from '@semblance/contract'
import { date, dateTime, usd } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { acceptedAlone, dueText, gateText } from './step-words.ts'

/** A contract as its own page has it or, without the rest, as a list does. */
type Contract = ContractSummary & Partial<Pick<ContractDetail, 'heldSince' | 'isReviewed'>>

/** Lists what a step offers: links, and requests of the page. */
export type StepAction =
  | { kind: 'link'; label: string; to: string; isMain: boolean }
  | { kind: 'request_changes' }

export type Step = {
  /** Names who moves. */
  lead: string
  isOwn: boolean
  sentence: string
  detail: string
  actions: StepAction[]
}

/** Adds the newest delivery of a contract to its step. */
type Delivered = Pick<Delivery, 'status' | 'gate' | 'isMeasuredByVendor' | 'isConnected' | 'notice'>

type Moment = { contract: Contract; side: Side; delivery: Delivered | null; now: Date }

/** Returns what comes next on a contract, as one side reads it, and the way to do it. */
export function nextStepOf(
  contract: Contract,
  side: Side,
  delivery: Delivered | null = null,
  now = new Date(),
): Step {
  return steps[contract.status][side]({ contract, side, delivery, now })
}

/** Returns the action that the step is about, if it is a link. */
export const mainLinkOf = ({ actions }: Step) =>
  actions.find((action) => action.kind === 'link' && action.isMain) as
    | Extract<StepAction, { kind: 'link' }>
    | undefined

const main = (label: string, to: string): StepAction => ({ kind: 'link', label, to, isMain: true })
const other = (label: string, to: string): StepAction => ({
  kind: 'link',
  label,
  to,
  isMain: false,
})

const own = (sentence: string, detail: string, ...actions: StepAction[]): Step => ({
  lead: 'Your next step',
  isOwn: true,
  sentence,
  detail,
  actions,
})

const waiting = (
  lead: string,
  sentence: string,
  detail: string,
  ...actions: StepAction[]
): Step => ({ lead, isOwn: false, sentence, detail, actions })

type Steps = Record<Side, (moment: Moment) => Step>

const steps: Record<ContractStatus, Steps> = {
  awaiting_payment: {
    client: ({ contract }) => {
      const { offerId, vendorName, priceCents, startDate, isPaymentUnderway } = contract
      if (isPaymentUnderway)
        return waiting(
          'With the bank',
          'Your payment is on its way.',
          `The bank is moving it into escrow.${startDate ? '' : ` ${vendorName} can begin as soon as it arrives.`}`,
          main('View Payment', paths.payment(offerId)),
        )
      return own(
        startDate ? 'Pay into escrow again.' : `Pay into escrow, and ${vendorName} can begin.`,
        startDate
          ? 'The bank took a payment back. The contract stands still until it is paid again.'
          : `The price is ${usd(priceCents)}, and the platform fee comes on top. It is held until you accept the delivery.`,
        main('Pay into escrow', paths.payment(offerId)),
      )
    },
    vendor: ({ contract: { clientName, startDate, isPaymentUnderway } }) =>
      isPaymentUnderway
        ? waiting(
            'With the bank',
            "The client's payment is on its way.",
            `The bank is moving it into escrow.${startDate ? '' : ' You can begin as soon as it arrives.'}`,
          )
        : waiting(
            `Waiting for ${clientName}`,
            startDate ? 'The payment is to be made again.' : 'The price is to be paid into escrow.',
            startDate
              ? 'The bank took it back. The contract stands still until it is paid again.'
              : 'Work begins when the money is there; you are notified.',
          ),
  },
  in_progress: {
    client: (moment) => {
      const { contract, delivery, now } = moment
      if (delivery?.notice === 'source_away') return sourceAway(moment)
      const { vendorName, openChangeRequest, stage, heldCents } = contract
      const sentence = openChangeRequest
        ? 'The changes you asked for are being made.'
        : delivery && isBegun(delivery)
          ? 'The delivery is being prepared.'
          : stage === 'data_submission'
            ? 'The original data is being handed over.'
            : 'The original data is being prepared.'
      const held = heldCents > 0n ? ` ${usd(heldCents)} is held until you accept the delivery.` : ''
      return waiting(`Waiting for ${vendorName}`, sentence, `${dueText(contract, now)}${held}`)
    },
    vendor: (moment) => {
      const { contract, delivery, now } = moment
      if (delivery?.notice === 'source_away') return sourceAway(moment)
      const due = dueText(contract, now)
      if (delivery && isBegun(delivery)) return preparing[delivery.status](contract, delivery, due)
      return own(
        contract.openChangeRequest
          ? `Deliver again: ${contract.clientName} asked for changes.`
          : 'Upload the original data.',
        `${due} The client receives its synthetic twin, never the original.`.trimStart(),
        main('Upload Delivery', paths.upload(contract.id)),
      )
    },
  },
  synthetic_processing: {
    client: (moment) => beingMade(moment),
    vendor: (moment) => beingMade(moment, other('View progress', paths.upload(moment.contract.id))),
  },
  pending_review: {
    client: ({ contract, delivery, now }) => {
      const { toVendorCents, toClientCents } = splitOf(contract)
      const back = toClientCents > 0n ? ` ${usd(toClientCents)} of it comes back to you.` : ''
      return own(
        `Review the delivery and release ${usd(toVendorCents)}.`,
        `${gateText(delivery)}${acceptedAlone(contract, now)}${back}`,
        { kind: 'request_changes' },
        main('Review and download', paths.download(contract.dprId)),
      )
    },
    vendor: ({ contract, delivery }) => {
      const { clientName, reviewEndsAt } = contract
      const { toVendorCents } = splitOf(contract)
      const alone = reviewEndsAt ? ', or by itself then' : ''
      return waiting(
        `Waiting for ${clientName}`,
        reviewEndsAt
          ? `They review your delivery until ${date(reviewEndsAt)}.`
          : 'They review your delivery.',
        `${gateText(delivery)}${usd(toVendorCents)} is released when they accept${alone}; the payout follows on your schedule.`,
        other('View Delivery', paths.upload(contract.id)),
      )
    },
  },
  disputed: {
    client: (moment) => frozen(moment),
    vendor: (moment) => frozen(moment),
  },
  completed: {
    client: ({ contract }) => {
      const { id, dprId, vendorName, vendorSlug, releasedCents, isReviewed } = contract
      const download = main('Download', paths.download(dprId))
      const released = `${usd(releasedCents)} has been released to ${vendorName}.`
      if (isReviewed !== false || !vendorSlug)
        return waiting('Completed', 'The delivery is yours.', released, download)
      return own(
        `How was working with ${vendorName}?`,
        `${released} Your review helps other clients choose, and stands on the company's profile.`,
        other('Write a Review', `${paths.company(vendorSlug)}?review=${id}`),
        download,
      )
    },
    vendor: ({ contract: { releasedCents } }) =>
      waiting(
        'Completed',
        'The client has the delivery, and the money is released to you.',
        `${usd(releasedCents)} has been released; the payout follows on your schedule.`,
        other('View Earnings', paths.earnings),
      ),
  },
  cancelled: {
    client: ({ contract }) => ended(contract),
    vendor: ({ contract }) => ended(contract),
  },
}

/** Lists what a delivery may be before it is handed in. */
const begunStatuses = ['inspecting', 'review', 'measuring'] as const
type Begun = Delivered & { status: (typeof begunStatuses)[number] }

const isBegun = (delivery: Delivered): delivery is Begun =>
  begunStatuses.some((status) => status === delivery.status)

/** Returns the step of a vendor that has begun a delivery. */
const preparing: Record<
  Begun['status'],
  (contract: Contract, delivery: Begun, due: string) => Step
> = {
  inspecting: ({ id }, { isConnected }, due) =>
    waiting(
      'With Semblance',
      isConnected ? 'Your data is being read.' : 'Your files are being read.',
      `${due} You are notified when there is something to review.`.trimStart(),
      other('View progress', paths.upload(id)),
    ),
  review: ({ id }, _delivery, due) =>
    own(
      'Review the columns and submit.',
      `${due} What was found in them is shown; nothing is delivered before you submit.`.trimStart(),
      main('Review Columns', paths.upload(id)),
    ),
  measuring: ({ id }, _delivery, due) =>
    waiting(
      'With you',
      'Your command measures the original.',
      `${due} The twin is drawn here, from the model that it sends.`.trimStart(),
      other('View progress', paths.upload(id)),
    ),
}

/** Returns the step while a source does not answer, which its vendor alone can mend. */
const sourceAway = ({ contract: { id, vendorName }, side }: Moment): Step =>
  side === 'vendor'
    ? own(
        'Look after your source: it cannot be read.',
        deliveryNoticeText('connection', 'source_away', side),
        other('View progress', paths.upload(id)),
        main('Sources', paths.sources),
      )
    : waiting(
        `Waiting for ${vendorName}`,
        "The vendor's source does not answer.",
        deliveryNoticeText('connection', 'source_away', side),
      )

function beingMade(moment: Moment, ...actions: StepAction[]): Step {
  const { contract, side, delivery } = moment
  if (delivery?.notice === 'source_away') return sourceAway(moment)
  const { heldSince } = contract
  if (heldSince)
    return waiting(
      'With Semblance',
      'The delivery is held by a problem on our side.',
      `Since ${dateTime(heldSince)}. ${deliveryNoticeText(delivery ? deliveryOrigin(delivery) : 'uploaded', 'held', side)}`,
      ...actions,
    )
  return waiting(
    'With Semblance',
    'The synthetic twin is being made.',
    side === 'client'
      ? 'It is checked against what was agreed before you are told of it.'
      : 'It is checked against what was agreed; then the client reviews it.',
    ...actions,
  )
}

const frozen = ({ contract: { id, heldCents } }: Moment): Step => ({
  lead: 'In dispute',
  isOwn: true,
  sentence:
    heldCents > 0n
      ? `${usd(heldCents)} is frozen until the dispute ends.`
      : 'The contract stands still until the dispute ends.',
  detail: 'Settle it between you, or let Semblance decide. Nothing is delivered or paid meanwhile.',
  actions: [main('View Dispute', paths.dispute(id))],
})

const ended = ({ releasedCents, startDate, vendorName }: Contract): Step =>
  waiting(
    'Ended',
    'The contract was cancelled.',
    startDate === null
      ? 'No money was held for it.'
      : releasedCents > 0n
        ? `${usd(releasedCents)} stays with ${vendorName}; the rest went back to the client.`
        : 'Escrow holds nothing for it any more.',
  )

const splitOf = ({ duePrice, releasedCents, heldCents }: Contract) =>
  splitAtAccuracy({ duePriceCents: duePrice?.cents ?? null, releasedCents, heldCents })
