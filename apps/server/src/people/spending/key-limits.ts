/** Keeps keys within the limits of the administrators who get them: a key pays without limits of a member. */
import { formatDollars, type KeyScope } from '@semblance/contract'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findPayer, findRules, listApprovers } from './queries.ts'
import { limitsOf } from './rule-values.ts'

/**
 * Checks that a key that may pay has no higher limit than the administrator who gets it, where another
 * person could approve. Throws bad_input naming the field.
 */
export async function requireKeyWithinOwnLimits(
  { tx, actor }: Ctx,
  organization: string,
  { scopes, limitCents, field }: { scopes: KeyScope[]; limitCents: bigint; field: string },
): Promise<void> {
  const { userId } = actor
  if (!userId || !scopes.includes('money')) return
  const most = await withSystemRole(tx, async () => {
    const payer = await findPayer(tx, userId, organization)
    if (!payer || (await listApprovers(tx, organization)).length < 2) return null
    const { paymentCents, monthCents } = limitsOf(payer, await findRules(tx, organization))
    const own = [paymentCents, monthCents].filter((cents) => cents !== null)
    return own.find((cents) => own.every((other) => cents <= other)) ?? null
  })
  if (most === null || limitCents <= most) return
  throw new AppError('bad_input', {
    field,
    message: `Its limit may be your own at most, which is ${formatDollars(most)}. An administrator with a higher limit can do this.`,
  })
}
