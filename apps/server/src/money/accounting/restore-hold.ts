/** The hold on money and mail after a restore, as staff read and end it. */
import type { RestoreHold } from '@semblance/contract'
import { confirmRestores, findHold } from '../../platform/backup/restores.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { countHeldMails, endHeldMails } from '../../platform/mail/mail.ts'
import { audit } from '../../platform/security/audit.ts'
import { countQueued, listUncoveredDays, resumeSubmitting } from '../bank-gateway/service.ts'

/** Returns what waits since a restore, or null if nothing does. The caller must be staff. */
export async function getRestoreHold(ctx: Ctx): Promise<RestoreHold | null> {
  const hold = await findHold(ctx.tx)
  return (
    hold && {
      ...hold,
      uncoveredDays: await listUncoveredDays(ctx, hold),
      instructionsCount: await countQueued(ctx),
      mailsCount: await countHeldMails(ctx.tx),
    }
  )
}

/**
 * Ends the hold: submits the instructions that waited, and sends or discards the mails. Throws
 * not_found without a hold, gap_not_covered while a statement of the time lost is unread. Audited.
 */
export async function confirmRestore(
  ctx: Ctx,
  staffId: string,
  { mails: fate }: { mails: 'send' | 'discard' },
): Promise<void> {
  const { tx, now } = ctx
  const hold = await findHold(tx)
  if (!hold) throw new AppError('not_found')
  if ((await listUncoveredDays(ctx, hold)).length > 0) throw new AppError('gap_not_covered')
  const mails = await endHeldMails(tx, fate, now)
  if ((await confirmRestores(tx, staffId, now)) === 0) throw new AppError('not_found')
  const instructions = await resumeSubmitting(ctx)
  await audit(tx, {
    actor: { userId: staffId },
    action: 'database.confirm_restore',
    object: 'database',
    detail: { restoredTo: hold.restoredTo.toISOString(), instructions, mails, fate },
  })
}
