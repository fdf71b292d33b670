/**
 * Ends originals. What ends one commits first, and from then on it is not opened; a job then destroys its
 * key, records how, and removes the sealed bytes.
 */

import { UPLOAD_HOURS } from '@semblance/contract'
import { system, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { beginDestruction, type Why } from '../../destructions/service.ts'
import { forgetModels } from '../../models/service.ts'
import { settleBudget } from '../../sources/service.ts'
import { endConnectedOf, listEndedConnected } from '../connected/connected-queries.ts'
import { removeProfiles, setCancelled, setPrints } from '../files/draft-queries.ts'
import { publishProgress } from '../files/publish-progress.ts'
import {
  listEndedOriginals,
  listExpired,
  listOriginals,
  setUploadsRemoved,
  type UploadRow,
} from '../files/upload-queries.ts'
import { subjectOf } from '../measurement.ts'
import { endMeasurementOf } from '../premises/measurement-queries.ts'
import { listForgottenTwins } from '../twins/twin-queries.ts'
import { destroyKeys } from './key-queries.ts'

/** Limits the storage time of an upload that is not submitted, from its creation. */
export const UPLOAD_LIFETIME_MS = UPLOAD_HOURS * 3_600_000

/** Ends all originals of a delivery. Call as the system. */
export async function endOriginals(tx: Tx, deliveryId: string, why: Why): Promise<void> {
  await endUploads(tx, await listOriginals(tx, deliveryId), why)
  await endMeasured(tx, deliveryId, why)
  await endConnected(tx, deliveryId, why)
}

/** Ends what was read through a connection, of which there is no original here, and accounts for it. */
async function endConnected(tx: Tx, deliveryId: string, why: Why): Promise<void> {
  if (!(await endConnectedOf(tx, deliveryId, new Date()))) return
  await settleBudget(tx, subjectOf(deliveryId))
  if (why !== 'delivered') await forgetModels(tx, subjectOf(deliveryId))
  await setPrints(tx, deliveryId, null)
}

/** Ends what a vendor has measured, of which there is no original here, and accounts for it. */
async function endMeasured(tx: Tx, deliveryId: string, why: Why): Promise<void> {
  if (!(await endMeasurementOf(tx, deliveryId, endOf[why]))) return
  await settleBudget(tx, subjectOf(deliveryId))
  if (why !== 'delivered') await forgetModels(tx, subjectOf(deliveryId))
}

const endOf: Record<Why, 'delivered' | 'refused' | 'abandoned' | 'expired'> = {
  cancelled: 'abandoned',
  contract_over: 'expired',
  delivered: 'delivered',
  expired: 'expired',
  given_up: 'refused',
  lost: 'refused',
  made: 'delivered',
  refused: 'refused',
  removed: 'abandoned',
  replaced: 'abandoned',
  restored: 'abandoned',
}

/** Ends some originals of one delivery. Call as the system. */
export async function endUploads(tx: Tx, uploads: UploadRow[], why: Why): Promise<void> {
  const [first] = uploads
  if (!first?.delivery_id) return
  // Without its originals nothing more is measured; hashes are kept of what was.
  await settleBudget(tx, subjectOf(first.delivery_id))
  if (why !== 'delivered') await forgetModels(tx, subjectOf(first.delivery_id))
  await setPrints(tx, first.delivery_id, null)
  await removeProfiles(tx, first.delivery_id)
  const ids = uploads.map(({ id }) => id)
  const at = new Date()
  await setUploadsRemoved(tx, ids, at)
  const wrapped = new Set(await destroyKeys(tx, ids, at))
  const ended = uploads.map(({ id, bytes }) => ({
    ...{ id, bytes },
    keyStore: wrapped.has(id) ? ('database' as const) : ('files' as const),
  }))
  await beginDestruction(tx, { deliveryId: first.delivery_id }, ended, why)
}

/** Ends uploads that were not submitted in time, twins left without data, and the originals of contracts that are over. */
export async function expireUploads({ db }: Platform): Promise<void> {
  await db.transaction(system, async (tx) => {
    const before = new Date(Date.now() - UPLOAD_LIFETIME_MS)
    await endEach(tx, await listExpired(tx, before), 'expired')
    await cancelForgotten(tx, before)
    await endEach(tx, await listEndedOriginals(tx), 'contract_over')
    for (const delivery of await listEndedConnected(tx)) {
      await endOriginals(tx, delivery.id, 'contract_over')
      if (delivery.finished_at) continue
      await setCancelled(tx, delivery.id, new Date())
      await publishProgress(tx, delivery)
    }
  })
}

/** Cancels twins that have no data, unless some arrived before their row was locked. */
async function cancelForgotten(tx: Tx, before: Date): Promise<void> {
  for (const twin of await listForgottenTwins(tx, before)) {
    if ((await listOriginals(tx, twin.id)).length > 0) continue
    await setCancelled(tx, twin.id, new Date())
    await publishProgress(tx, twin)
  }
}

async function endEach(tx: Tx, uploads: UploadRow[], why: Why): Promise<void> {
  for (const some of Map.groupBy(uploads, ({ delivery_id }) => delivery_id).values())
    await endUploads(tx, some, why)
}
