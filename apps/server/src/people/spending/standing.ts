/** Looks up by which right the caller decides on an approval: a role, or the place of an approver who is away. */
import type { Ctx } from '../../platform/http/context.ts'
import { type ApprovalRow, listReplaced, sumPromised } from './approval-queries.ts'
import { limitsOf } from './limits.ts'
import { findPayer, type RulesRow, sumMonth, totalOf } from './queries.ts'

export type Standing = {
  /** Names the reason for which the caller may not; null if it may. */
  bar: 'own' | 'role' | 'decided' | 'limit' | null
  authority: { inPlaceOf: string | null; isAdministrator: boolean } | null
  /** Holds the rest of the month's limit after it and all that was approved and is not paid; null without a monthly limit. */
  leftCents: bigint | null
}

type Decided = { user_id: string; in_place_of: string | null }

/** Looks at one approval with the decisions on it. Requires the system role. */
export async function standingOn(
  { tx, actor, now }: Ctx,
  row: ApprovalRow,
  rules: RulesRow | null,
  decisions: readonly Decided[],
): Promise<Standing> {
  const { userId } = actor
  const barred = (bar: NonNullable<Standing['bar']>): Standing => ({
    bar,
    authority: null,
    leftCents: null,
  })
  if (!userId) return barred('role')
  if (row.asked_by === userId) return barred('own')
  const isDone = (person: string) =>
    decisions.some((each) => each.user_id === person || each.in_place_of === person)
  if (isDone(userId)) return barred('decided')
  const own = actor.may.includes('approve')
  const replaced = own ? [] : await listReplaced(tx, userId, row.organization, now)
  const others = replaced.filter(({ approver }) => approver !== row.asked_by && !isDone(approver))
  const responsible = own ? userId : others[0]?.approver
  if (!responsible) return barred('role')
  const payer = await findPayer(tx, responsible, row.organization)
  if (!payer) return barred('role')
  const { paymentCents, monthCents } = limitsOf(payer, rules)
  const totalCents = await totalOf(tx, row.offer_id, row.amount_cents)
  const month = await sumMonth(tx, row.organization, now)
  const promised = await sumPromised(tx, row.organization, now)
  const counted = month.of(responsible) + promised(responsible, row.offer_id) + row.amount_cents
  const leftCents = monthCents === null ? null : monthCents - counted
  const isAbove =
    (paymentCents !== null && totalCents > paymentCents) || (leftCents !== null && leftCents < 0n)
  const authority = {
    inPlaceOf: own ? null : responsible,
    isAdministrator: own && actor.roles.includes('admin'),
  }
  return { bar: isAbove ? 'limit' : null, authority, leftCents }
}
