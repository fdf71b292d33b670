import type { SystemCtx } from '../../../platform/http/context.ts'
import { setCancelled } from '../files/draft-queries.ts'
import { publishProgress } from '../files/publish-progress.ts'
import { endHold } from '../held/held-queries.ts'
import { endOriginals } from '../originals/destruction.ts'
import { takeSealed } from '../sealed-queries.ts'
import { lockOpenTwins } from './twin-queries.ts'

/** Cancels all unfinished twins of vendors who leave, and ends their originals; a sealed one is not certified any more. */
export async function endTwinsOf({ tx, now }: SystemCtx, vendors: string[]): Promise<void> {
  for (const row of await lockOpenTwins(tx, vendors)) {
    await takeSealed(tx, row.id)
    await setCancelled(tx, row.id, now)
    await endOriginals(tx, row.id, 'cancelled')
    await endHold(tx, row.id, now)
    await publishProgress(tx, row)
  }
}
