/** Compares what is about to be paid or promised with the limits, under a lock that payments of one organization take in turn. */
import { isEnough, type NeededApproval, neededApproval } from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findGiven, listDecisions } from './approval-queries.ts'
import { limitsOf } from './limits.ts'
import { findPayer, lockRules, type RulesRow, sumMonth } from './queries.ts'

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
  { userId, client, amountCents, now }: Asked,
): Promise<NeededApproval | null> {
  const month = await sumMonth(tx, client, now)
  const payer = userId ? await findPayer(tx, userId, client) : null
  return neededApproval({
    amountCents,
    member: payer && { limits: limitsOf(payer, rules), spentCents: month.of(payer.user_id) },
    organization: {
      limits: { paymentCents: rules.payment_cents, monthCents: rules.month_cents },
      spentCents: month.total,
    },
  })
}

type Asked = { userId: string | null; client: string; amountCents: bigint; now: Date }

/** Returns the people who have consented to an approval. Requires the system role. */
export async function consentsTo(tx: Tx, approval: string) {
  const decisions = await listDecisions(tx, [approval])
  return decisions
    .filter(({ decision }) => decision === 'approve')
    .map((row) => ({ userId: row.user_id, isAdministrator: row.is_administrator }))
}

/**
 * Checks that the caller may pay or promise an amount: within the limits as they are now, or by an
 * approval of this revision that is enough by them. Returns for whose month the payment counts. Throws
 * approval_needed.
 */
export async function requireWithinLimits(
  { tx, actor, now }: Ctx,
  purchase: Purchase,
): Promise<string | null> {
  const { client, amountCents } = purchase
  return await withSystemRole(tx, async () => {
    const rules = await lockRules(tx, client)
    if (!rules) return actor.userId
    const { userId } = actor
    const needed = await neededFor(tx, rules, { userId, client, amountCents, now })
    if (!needed) return userId
    const given = await findGiven(tx, purchase.offerId, purchase.revision)
    if (!given || given.amount_cents < amountCents) throw new AppError('approval_needed')
    const consents = await consentsTo(tx, given.id)
    if (!isEnough(consents, needed)) throw new AppError('approval_needed')
    return consents[0]?.userId ?? userId
  })
}

/** Checks that the caller may agree to pay so much more, for which no approval is given. Throws approval_needed. */
export async function requireWithinOwnLimits(
  { tx, actor, now }: Ctx,
  { client, amountCents }: { client: string; amountCents: bigint },
): Promise<void> {
  await withSystemRole(tx, async () => {
    const rules = await lockRules(tx, client)
    if (!rules) return
    const { userId } = actor
    if (await neededFor(tx, rules, { userId, client, amountCents, now }))
      throw new AppError('approval_needed', {
        message:
          'This raises the price above a limit of your organization. Somebody within the limit has to agree to it.',
      })
  })
}
