/** Says whether rules still answer in a conversation: for the answers themselves, and for what their organization is shown. */
import { type AnsweringState, isSpent, type PastProposal, type Side } from '@semblance/contract'
import type { Talk, TalkedProposal } from '../negotiation/service.ts'
import type { RulesRow } from './queries.ts'

type Stated = Pick<RulesRow, 'side' | 'offer_id' | 'stated_at' | 'answers'>

/** Returns the proposals that rules take into account: a vendor's are stated for one offer, a client's for all of a vendor. */
export const pastFor = (
  { past }: Pick<Talk, 'past'>,
  { side, offer_id: offerId, stated_at: statedAt }: Pick<Stated, 'side' | 'offer_id' | 'stated_at'>,
): (TalkedProposal & PastProposal)[] =>
  past
    .filter((one) => side === 'client' || one.offerId === offerId)
    .map((one) => ({
      ...one,
      isSince:
        one.madeAt > statedAt || (one.by !== side && !!one.decided && one.decided.at > statedAt),
    }))

/** Returns true where no rules of a party can answer any more: a party has left them to people, or terms were agreed automatically. */
export const isEndedFor = (
  talk: Pick<Talk, 'isEnded' | 'past'>,
  { side, offerId }: { side: string; offerId: string | null },
): boolean =>
  talk.isEnded ||
  talk.past.some(
    ({ decided, ...one }) =>
      (side === 'client' || one.offerId === offerId) && decided?.automatically && decided.isAnswer,
  )

/** Returns why rules that are on answer nothing in a conversation; null while they answer. */
export function idleIn(
  talk: Talk,
  rules: Stated,
): Extract<AnsweringState, 'ended_here' | 'left_to_people' | 'spent'> | null {
  if (isEndedFor(talk, { side: rules.side, offerId: rules.offer_id })) return 'ended_here'
  const past = pastFor(talk, rules)
  if (isLeftToPeople(past, talk, rules)) return 'left_to_people'
  const own = talk.pending?.by === rules.side ? pastFor({ past: [talk.pending] }, rules) : []
  const side: Side = rules.side === 'client' ? 'client' : 'vendor'
  return isSpent(side, rules, [...past, ...own]) ? 'spent' : null
}

/** Returns true if a member has acted by hand since the rules were stated. */
function isLeftToPeople(
  past: readonly TalkedProposal[],
  { pending, declinedAt }: Talk,
  { side, stated_at: statedAt }: Stated,
): boolean {
  if (side === 'client' && declinedAt && declinedAt > statedAt) return true
  return [...past, ...(pending ? [pending] : [])].some(
    ({ by, isAutomatic, isWithdrawn, decided, madeAt }) =>
      by === side
        ? (!isAutomatic && madeAt > statedAt) || (isWithdrawn && !!decided && decided.at > statedAt)
        : !!decided?.isAnswer && decided.at > statedAt,
  )
}
