/** Looks up by which right the caller decides on an approval: a role, or the place of an approver who is away. */
import type { Ctx } from '../../platform/http/context.ts'
import { type ApprovalRow, listReplaced, sumPromised } from './approval-queries.ts'
import { findPayer, type RulesRow, sumMonth, totalOf } from './queries.ts'
import { limitsOf } from './rule-values.ts'

export type Standing = {
  /** Names the reason for which the caller may not; null if it may. */
  bar: 'own' | 'role' | 'decided' | 'limit' | null
  authority: { inPlaceOf: string | null; isAdministrator: boolean } | null
  /** Holds the rest of the month's limit after it and all that was approved and is not paid; null without a monthly limit. */
  leftCents: bigint | null
}

type Decided = { user_id: string; in_place_of: string | null }

/** Looks at one approval with the decisions on it. Requires the system role. */
export const standingOn = (
  ctx: Ctx,
  row: ApprovalRow,
  rules: RulesRow | null,
  decisions: readonly Decided[],
): Promise<Standing> => standings(ctx, row.organization, rules).on(row, decisions)

/**
 * Looks at several approvals of one organization; reads once what is the same for all of them, and only
 * when it is needed. Requires the system role.
 */
export function standings({ tx, actor, now }: Ctx, organization: string, rules: RulesRow | null) {
  const { userId } = actor
  const isApprover = actor.may.includes('approve')
  const replaced = once(async () =>
    isApprover || !userId ? [] : await listReplaced(tx, userId, organization, now),
  )
  const month = once(() => sumMonth(tx, organization, now))
  const promised = once(() => sumPromised(tx, organization, now))
  const payers = new Map<string, ReturnType<typeof findPayer>>()
  const payerOf = (person: string) => {
    const found = payers.get(person) ?? findPayer(tx, person, organization)
    payers.set(person, found)
    return found
  }
  const isAboveOwn = async (row: ApprovalRow, paymentCents: bigint | null) =>
    paymentCents !== null && (await totalOf(tx, row.offer_id, row.amount_cents)) > paymentCents
  return {
    /** Returns true if the caller approves, or takes the place of an approver. */
    mayDecide: async () => isApprover || (await replaced()).length > 0,
    on: async (row: ApprovalRow, decisions: readonly Decided[]): Promise<Standing> => {
      if (!userId) return barred('role')
      if (row.asked_by === userId) return barred('own')
      const isDone = (person: string) =>
        decisions.some((each) => each.user_id === person || each.in_place_of === person)
      if (isDone(userId)) return barred('decided')
      const others = (await replaced()).filter(
        ({ approver }) => approver !== row.asked_by && !isDone(approver),
      )
      const responsible = isApprover ? userId : others[0]?.approver
      const payer = responsible ? await payerOf(responsible) : null
      if (!responsible || !payer) return barred('role')
      const { paymentCents, monthCents } = limitsOf(payer, rules)
      const spentOf = async () =>
        (await month()).of(responsible) + (await promised())(responsible, row.offer_id)
      const leftCents =
        monthCents === null ? null : monthCents - (await spentOf()) - row.amount_cents
      const isAbove =
        (await isAboveOwn(row, paymentCents)) || (leftCents !== null && leftCents < 0n)
      const authority = {
        inPlaceOf: isApprover ? null : responsible,
        isAdministrator: isApprover && actor.roles.includes('admin'),
      }
      return { bar: isAbove ? 'limit' : null, authority, leftCents }
    },
  }
}

const barred = (bar: NonNullable<Standing['bar']>): Standing => ({
  bar,
  authority: null,
  leftCents: null,
})

/** Returns a function that reads at its first call, and answers the same from then on. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => {
    found ??= read()
    return found
  }
}
