/** The next step of a subscription, for each of its parties. Pure. */
import type { RevisionPhase, SubscriptionDetail } from '@semblance/contract'
import { subscriptionEndLabels } from '@semblance/contract'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

/** Says what comes next; `act` is what the reader does for it. */
export type SubscriptionStep = {
  isOwn: boolean
  sentence: string
  detail: string
  act: { to: string; label: string } | 'order' | 'open' | 'resume' | null
}

const waiting = (sentence: string, detail: string): SubscriptionStep => ({
  isOwn: false,
  sentence,
  detail,
  act: null,
})
const own = (
  sentence: string,
  detail: string,
  act: NonNullable<SubscriptionStep['act']>,
): SubscriptionStep => ({ isOwn: true, sentence, detail, act })

export function subscriptionStep(subscription: SubscriptionDetail): SubscriptionStep {
  return haltedStep(subscription) ?? runningStep(subscription) ?? restingStep(subscription)
}

const unpaid: RevisionPhase[] = ['to_order', 'approval', 'to_pay']

/** Returns the step of a revision that is not paid while its vendor may not sell; null otherwise. */
function haltedStep({ isVendorSelling, current }: SubscriptionDetail): SubscriptionStep | null {
  const { number, phase, payBy } = current
  if (isVendorSelling || !unpaid.includes(phase)) return null
  return waiting(
    `Revision ${number} waits`,
    `The vendor may not sell at present, so nothing is ordered. If it is not paid by ${date(payBy)}, it lapses a day later and the subscription is paused.`,
  )
}

/** Returns the step of the revision under way; null without one. */
function runningStep({ side, current, counterpart }: SubscriptionDetail): SubscriptionStep | null {
  const { number, phase, payBy, dueAt, offerId, contractId, dprId } = current
  const isClient = side === 'client'
  const contract = { to: paths.contract(contractId ?? ''), label: 'Open the contract' }
  const until = `until ${date(payBy)}; a day after that it lapses and the subscription is paused`
  switch (phase) {
    case 'to_order':
      return isClient
        ? own(
            `Order revision ${number}`,
            `It can be ordered and paid ${until}. Nothing is charged without you.`,
            'order',
          )
        : waiting(
            `${counterpart} orders revision ${number}`,
            `It can be ordered and paid ${until}. You have nothing to deliver before it is in escrow.`,
          )
    case 'approval':
      return isClient
        ? own(
            `Have revision ${number} approved`,
            `It is above your limit. Once it is approved, accept and pay it ${until}.`,
            { to: paths.offersOf(dprId ?? ''), label: 'Open the offer' },
          )
        : waiting(
            `${counterpart} approves revision ${number}`,
            'You have nothing to deliver before it is in escrow.',
          )
    case 'to_pay':
      return isClient
        ? own(
            `Pay revision ${number} into escrow`,
            `It can be paid ${until}. The vendor gets nothing before you accept the delivery, or the review ends.`,
            { to: paths.payment(offerId ?? ''), label: 'Pay into escrow' },
          )
        : waiting(
            `${counterpart} pays revision ${number}`,
            `It can be paid ${until}. You have nothing to deliver before it is in escrow.`,
          )
    case 'interrupted':
      return isClient
        ? own(
            `Pay revision ${number} again`,
            `Your bank has taken the payment back. If it is not paid again by ${date(payBy)}, it lapses a day later, unless the vendor had submitted it before.`,
            { to: paths.payment(offerId ?? ''), label: 'Pay again' },
          )
        : waiting(
            `${counterpart} pays revision ${number} again`,
            'The bank has taken the payment back. Wait with further work.',
          )
    case 'paying':
      return waiting(
        `The bank settles the payment of revision ${number}`,
        'Both parties are told of the outcome.',
      )
    case 'in_delivery':
      return isClient
        ? waiting(
            `${counterpart} makes revision ${number}`,
            dueAt
              ? `It is to be submitted by ${date(dueAt)}. If it is not there a day later, your money goes back with its fee, by itself.`
              : '',
          )
        : own(
            `Deliver revision ${number}`,
            dueAt
              ? `Submit it by ${date(dueAt)}. If it is not there a day later, the money goes back to the client.`
              : '',
            { to: paths.upload(contractId ?? ''), label: 'Upload data' },
          )
    case 'in_review':
      return isClient
        ? own(
            `Review revision ${number}`,
            'Accept it, or open a dispute; in silence it is accepted when the review ends.',
            { to: paths.download(dprId ?? ''), label: 'Review and download' },
          )
        : waiting(
            `${counterpart} reviews revision ${number}`,
            'In silence it is accepted when the review ends, and you are paid.',
          )
    case 'disputed':
      return own(
        `Revision ${number} is in dispute`,
        'The next revision opens once it is decided.',
        contract,
      )
    default:
      return null
  }
}

/** Returns what comes next while no revision is under way. */
function restingStep(subscription: SubscriptionDetail): SubscriptionStep {
  const { side, status, pausedAs, endedAs, counterpart, current, pace } = subscription
  const isClient = side === 'client'
  if (status === 'ended')
    return waiting(
      'The subscription has ended',
      `${endedAs ? subscriptionEndLabels[endedAs] : ''} What was delivered stays with the client.`,
    )
  if (status === 'paused') {
    const why = pausedAs === 'unpaid' ? `Revision ${current.number} was not paid in time.` : ''
    return isClient
      ? own(
          'The subscription is paused',
          `${why} No revision opens until you resume it.`.trim(),
          'resume',
        )
      : waiting(
          'The subscription is paused',
          `${why} No revision opens until ${counterpart} resumes it.`.trim(),
        )
  }
  if (!subscription.isVendorSelling)
    return waiting('No revision opens for now', 'The vendor may not sell at present.')
  if (current.number >= subscription.revisions)
    return waiting('All promised revisions are over', 'The subscription ends within minutes.')
  if (pace === 'vendor')
    return isClient
      ? waiting(
          `${counterpart} opens revision ${current.number + 1}`,
          'It does when it has new data. You are told.',
        )
      : own(
          `Open revision ${current.number + 1}`,
          'Do so when you have new data. The client then orders and pays it before you deliver.',
          'open',
        )
  const { nextDueAt } = subscription
  return waiting(
    `Revision ${current.number + 1} opens${nextDueAt ? ` on ${date(nextDueAt)}` : ''}`,
    isClient
      ? 'You are told, and nothing is charged without you.'
      : 'The client then orders and pays it before you deliver.',
  )
}
