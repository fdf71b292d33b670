/** Says about automatic answers what each side reads. */
import type { AnsweringState, Side, TermBounds } from '@semblance/contract'

/** Says why nothing is answered by rules that were stated; null while they answer. */
export const idleTexts: Record<AnsweringState, string | null> = {
  none: null,
  on: null,
  stopped: 'Stopped. Proposals wait for people.',
  offer_changed:
    'Ended, because the terms of your offer have changed since. State the rules again to go on.',
  ended_here:
    'Ended on this offer for good: one of you left it to people, or terms were approved automatically, which happens once.',
  left_to_people:
    'Ended, because a member of yours has acted by hand on this offer since. State the rules again to go on.',
  spent:
    'Used up: the client has made as many proposals as your rules answer at most, or all answers are given. People go on.',
  member_gone:
    'Paused: the member who stated the rules no longer negotiates for your organization. Any member who does can state them again.',
  closed: 'Ended: there is nothing left to negotiate here.',
}

/** Says what rules would do, before there are any. */
export const offTexts: Record<Side, string> = {
  client:
    'Off: people answer. Rules can answer offers and proposals on this request for you, at once and marked as automatic.',
  vendor:
    'Off: people answer. Rules can answer proposals on your offer for you, at once and marked as automatic.',
}

export const leads: Record<Side, string> = {
  client:
    'Offers and proposals on this request that your rules have an answer to are answered at once, in your name and marked as automatic. Accepting and paying stay with people.',
  vendor:
    'Proposals on your offer that your rules have an answer to are answered at once, in your name and marked as automatic. You only change terms this way: the client still accepts and pays.',
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

/** Says what the number of answers is counted for. */
export const answersPer: Record<Side, string> = {
  client: 'To each vendor',
  vendor: 'On this offer',
}

/** States what the other party can find out about rules from their answers. */
export const inferences: readonly string[] = [
  'Every answer is marked as automatic. Its price follows from your opening, the step and the other party’s own moves; it is the same wherever your price bound is, and so is every approval.',
  'After your first answer, a price moves no further than the other party goes beyond its best one so far. Going back and forth gains nothing. Who moves far sees your step.',
  'An approval shows that each term of the proposal is inside your bounds. If the price was fine and you are silent or answer with another proposal, a further term was outside. So each proposal that your rules read is one comparison with your bounds on days, records, accuracy and privacy. It counts as an answer even if nothing is said, and the other party may withdraw it. Ten comparisons can be enough to find such a bound exactly; fewer answers show less, and without approvals none is shown.',
  'Where no answer is due, nothing is said: not whether the answers are used up, the rules were stopped, or a limit of your organization is met.',
  'As soon as a member of yours proposes, approves, rejects or withdraws by hand, people go on there until the rules are stated again. What went unanswered before does not count against the new ones; answers made do.',
]
