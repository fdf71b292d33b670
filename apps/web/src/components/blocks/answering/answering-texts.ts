/** Says about automatic answers what each side reads. */
import type { AnsweringState, Side, TermBounds } from '@semblance/contract'

/** Says why nothing is answered by rules that were stated; null while they answer. */
export const idleTexts: Record<AnsweringState, string | null> = {
  none: null,
  on: null,
  stopped: 'Stopped. Proposals wait for people.',
  offer_changed:
    'Ended, because the terms of your offer have changed since. State the rules again to go on.',
  member_gone:
    'Paused: the member who stated the rules no longer negotiates for your organization. Any member who does can state them again.',
  closed: 'Ended: there is nothing left to negotiate here.',
}

export const leads: Record<Side, string> = {
  client:
    'Offers and proposals on this request are answered at once, in your name and marked as automatic. Accepting and paying stay with people.',
  vendor:
    'Proposals on your offer are answered at once, in your name and marked as automatic. You only change terms this way: the client still accepts and pays.',
}

export const boundLabels: Record<Side, { price: string; priceHint: string }> = {
  client: {
    price: 'Highest price',
    priceHint: 'No answer goes above it, and none shows where it is.',
  },
  vendor: {
    price: 'Lowest price',
    priceHint: 'No answer goes below it, and none shows where it is.',
  },
}

export const termBoundLabels: Record<Side, Record<keyof TermBounds, string>> = {
  client: {
    timelineDays: 'Longest delivery, in days',
    sampleRecords: 'Fewest sample records',
    minAccuracyPercent: 'Lowest minimum accuracy, in percent',
    privacyLevel: 'Weakest privacy level',
  },
  vendor: {
    timelineDays: 'Shortest delivery, in days',
    sampleRecords: 'Most sample records',
    minAccuracyPercent: 'Highest minimum accuracy, in percent',
    privacyLevel: 'Strictest privacy level',
  },
}

/** States what the other party can find out, so that nobody takes more for secret than is. */
export const inferences: readonly string[] = [
  'Every answer is marked as automatic. Its price follows from your opening, the step and the other party’s own moves; it is the same wherever your price bound is.',
  'An answer moves no further than the other party has moved since your last one. Who moves far sees your step.',
  'An approval shows that each term of the proposal is inside your bounds. If the price was fine and you are answered with another proposal, a further term was outside. By proposing again, days, records, accuracy and privacy can be narrowed down by one comparison for each answer.',
  'Where no answer is due, nothing is said: not whether the answers are used up, the rules were stopped, or a limit of your organization is met.',
  'As soon as a member of yours proposes, approves, rejects or withdraws by hand, people go on with that offer.',
]
