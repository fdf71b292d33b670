/** Compares what is about to be paid or promised with the limits, under a lock that payments of one organization take in turn. */
import { isEnough, type NeededApproval, neededApproval } from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type ApprovalRow, findGiven, listDecisions, sumPromised } from './approval-queries.ts'
import { findPayer, findRules, lockRules, type RulesRow, sumMonth, totalOf } from './queries.ts'
import { limitsOf } from './rule-values.ts'

export type Purchase = {
  client: string
  offerId: string
  revision: number
  /** Fee included. */
  amountCents: bigint
}

/** Returns the approval that a person, or a key's account, needs for an amount. Requires the system role. */
export async function neededFor(
  tx: Tx,
  rules: RulesRow,
  { userId, client, offerId, amountCents, now, ...asked }: Asked,
): Promise<NeededApproval | null> {
  const month = await sumMonth(tx, client, now)
  const promised = await sumPromised(tx, client, now)
  const payer = userId ? await findPayer(tx, userId, client) : null
  return neededApproval({
    amountCents,
    totalCents: asked.totalCents ?? (await totalOf(tx, offerId, amountCents)),
    member: payer && {
      limits: limitsOf(payer, rules),
      spentCents: month.of(payer.user_id) + promised(payer.user_id, offerId),
    },
    organization: {
      limits: { paymentCents: rules.payment_cents, monthCents: rules.month_cents },
      spentCents: month.total,
    },
  })
}

type Asked = {
  userId: string | null
  client: string
  offerId: string
  amountCents: bigint
  /** Holds what the purchase will cost in all, if that is not its contract's price. */
  totalCents?: bigint
  now: Date
}

/**
 * Returns the consents to an approval of people whose own limits, as they are now, have room for it
 * after what they have paid this month. `responsible` is the approver whose limits these are. Requires the system role.
 */
export async function consentsTo(
  tx: Tx,
  rules: RulesRow | null,
  { id, organization, offer_id: offerId, amount_cents: amountCents }: ApprovalRow,
  now: Date,
) {
  const given = (await listDecisions(tx, [id])).filter(({ decision }) => decision === 'approve')
  const month = await sumMonth(tx, organization, now)
  const totalCents = await totalOf(tx, offerId, amountCents)
  const consents: { userId: string; responsible: string; isAdministrator: boolean }[] = []
  for (const row of given) {
    const responsible = row.in_place_of ?? row.user_id
    const payer = await findPayer(tx, responsible, organization)
    const { paymentCents, monthCents } = payer
      ? limitsOf(payer, rules)
      : { paymentCents: null, monthCents: null }
    const isAbove =
      (paymentCents !== null && totalCents > paymentCents) ||
      (monthCents !== null && month.of(responsible) + amountCents > monthCents)
    if (isAbove) continue
    consents.push({ userId: row.user_id, responsible, isAdministrator: row.is_administrator })
  }
  return consents
}

/**
 * Returns the approver for whose month a purchase counts, null unless an approval of this revision is
 * enough by the limits as they are now. Requires the system role.
 */
export async function approverOf(
  tx: Tx,
  rules: RulesRow,
  { offerId, revision, amountCents, needed, now }: Purchase & { needed: NeededApproval; now: Date },
): Promise<string | null> {
  const given = await findGiven(tx, offerId, revision, now)
  if (!given || given.amount_cents < amountCents) return null
  const consents = await consentsTo(tx, rules, given, now)
  return isEnough(consents, needed) ? (consents[0]?.responsible ?? null) : null
}

/**
 * Checks that the caller may pay or promise an amount: within the limits as they are now, or by an
 * approval of this revision that is enough by them. Returns for whose month the payment counts. Throws
 * approval_needed.
 */
export async function requireWithinLimits(ctx: Ctx, purchase: Purchase): Promise<string | null> {
  const { isWithin, countsFor } = await compare(ctx, purchase)
  if (!isWithin) throw new AppError('approval_needed')
  return countsFor
}

/** Returns true where the caller may not pay or promise an amount without an approval that is not given. */
export const needsApproval = async (ctx: Ctx, purchase: Purchase): Promise<boolean> =>
  !(await compare(ctx, purchase)).isWithin

async function compare({ tx, actor, now }: Ctx, purchase: Purchase) {
  const { userId } = actor
  return await withSystemRole(tx, async () => {
    const rules = await lockRules(tx, purchase.client)
    const needed = rules && (await neededFor(tx, rules, { ...purchase, userId, now }))
    if (!needed) return { isWithin: true, countsFor: userId }
    const countsFor = await approverOf(tx, rules, { ...purchase, needed, now })
    return { isWithin: countsFor !== null, countsFor }
  })
}

/** Checks that the caller may agree to pay so much more, for which no approval is given. Throws approval_needed. */
export async function requireWithinOwnLimits(
  { tx, actor, now }: Ctx,
  purchase: { client: string; offerId: string; amountCents: bigint; totalCents: bigint },
): Promise<void> {
  await withSystemRole(tx, async () => {
    const rules = await lockRules(tx, purchase.client)
    if (!rules) return
    const { userId } = actor
    if (await neededFor(tx, rules, { ...purchase, userId, now }))
      throw new AppError('approval_needed', {
        message:
          'This raises the price above a limit of your organization. Somebody within the limit has to agree to it.',
      })
  })
}

/** Returns true if a person may agree to an amount on a request, without an approval, as the limits are now. Requires the system role. */
export async function isWithinLimitsOf(
  tx: Tx,
  asked: { userId: string; client: string; amountCents: bigint; now: Date },
): Promise<boolean> {
  const rules = await findRules(tx, asked.client)
  if (!rules) return true
  const { amountCents: totalCents } = asked
  return (await neededFor(tx, rules, { ...asked, offerId: '', totalCents })) === null
}
