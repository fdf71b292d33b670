/** The first start on data from a backup: ends what must not come back, and holds what may be twice. */

import { endAllSignIns } from './core/auth/service.ts'
import { notify } from './core/notifications/service.ts'
import { checkRestored } from './core/transparency/service.ts'
import { endAllOriginals } from './delivery/deliveries/service.ts'
import { endAllSamples } from './delivery/previews/service.ts'
import { distrustQueued } from './money/bank-gateway/service.ts'
import { readMarker, removeMarker } from './platform/backup/restore-marker.ts'
import { insertRestore } from './platform/backup/restores.ts'
import { system, type Tx } from './platform/database/db.ts'
import type { Platform } from './platform/http/context.ts'
import { allowNewKeyDir } from './platform/key-store/open-key-store.ts'
import { countHeldMails } from './platform/mail/mail.ts'
import { audit } from './platform/security/audit.ts'

/**
 * Applies a restore that the data directory's marker or RESTORED_AT names, once and in one
 * transaction. Call before any job runs and any request is answered.
 */
export async function applyRestore(platform: Platform): Promise<void> {
  const { config, db, log } = platform
  const marked = await readMarker(config.dataDir)
  for (const restoredTo of [marked, config.restoredAt]) {
    if (!restoredTo) continue
    const applied = await db.transaction(system, (tx) => apply(tx, platform, restoredTo))
    if (applied)
      log.warn(applied, 'the database was restored: money and earlier mail wait for staff')
  }
  if (marked) await removeMarker(config.dataDir)
}

async function apply(tx: Tx, platform: Platform, restoredTo: Date) {
  const restore = await insertRestore(tx, restoredTo)
  if (!restore) return null
  const ctx = { tx, platform }
  const sessions = await endAllSignIns(tx)
  const { originals, deliveries } = await endAllOriginals(ctx, 'restored')
  const samples = await endAllSamples(ctx, 'restored')
  await allowNewKeyDir(tx)
  const instructions = await distrustQueued(tx)
  const mails = await countHeldMails(tx)
  await checkRestored(ctx)
  const done = {
    restoredTo: restoredTo.toISOString(),
    ...{ sessions, originals, deliveries, samples, instructions, mails },
  }
  await audit(tx, {
    actor: 'system',
    action: 'database.restore',
    object: `restore:${restore.id}`,
    detail: done,
  })
  await notify(ctx, {
    audience: 'staff',
    type: 'system',
    title: 'Restored from a backup',
    message: `All that happened here after ${done.restoredTo} is lost, and the bank may know of newer transfers. Payments, payouts, refunds and charges wait until you confirm.`,
    path: '/admin/ledger',
    mail: true,
  })
  return done
}
