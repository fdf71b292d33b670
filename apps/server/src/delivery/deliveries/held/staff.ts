/** Lets staff retry held deliveries or give them up. Callers have checked that it is staff who asks. */
import { type DeliveryOrigin, deliveryOrigin, type HeldDelivery } from '@semblance/contract'
import { notify } from '../../../core/notifications/service.ts'
import { announceEvent } from '../../../core/webhooks/service.ts'
import { addHeldTime, markReturnedToVendor } from '../../../market/contracts/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../../platform/database/cursor.ts'
import { system, type Tx, withSystemRole } from '../../../platform/database/db.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { audit } from '../../../platform/security/audit.ts'
import { publishProgress } from '../files/publish-progress.ts'
import { endOriginals } from '../originals/destruction.ts'
import { deskPath } from '../paths.ts'
import { queueRun } from '../queue-run.ts'
import { dealOf } from '../subjects.ts'
import {
  endHold,
  listHeld,
  listWithoutJob,
  lockHeld,
  setGivenUp,
  setResumed,
  taskFor,
} from './held-queries.ts'

/** Lists held deliveries, oldest first. */
export async function listHeldDeliveries({ tx }: Ctx, { cursor, limit }: Page) {
  const after = decodeUuidCursor(cursor)
  const rows = await withSystemRole(tx, () => listHeld(tx, { after, limit }))
  return pageOf(
    rows,
    limit,
    ({ held_at, id }) => ({ at: held_at, id }),
    (row): HeldDelivery => ({
      id: row.id,
      contractId: row.contract_id,
      title: row.title,
      vendorName: row.vendor_name ?? 'Closed account',
      fileName: row.file_name,
      fileCount: row.file_count,
      cause: row.cause,
      heldAt: row.held_at,
    }),
  )
}

/** Queues a held delivery again, with the time it was held given back. Throws not_found. */
export async function retryHeld(ctx: Ctx, staffId: string, id: string): Promise<void> {
  const { tx, now } = ctx
  await withSystemRole(tx, async () => {
    const row = await lockHeld(tx, id)
    const hold = row && (await endHold(tx, id, now))
    if (!hold) throw new AppError('not_found')
    await setResumed(tx, id, hold.resumesAs)
    if (row.contract_id) await addHeldTime(tx, row.contract_id, hold.heldMs)
    await queueRun(tx, taskFor({ ...row, status: hold.resumesAs }), row)
    await recordDecision(ctx, staffId, 'delivery.retry', row)
    await publishProgress(tx, row)
  })
}

/** Ends a held delivery for good, with its originals. Throws not_found. */
export async function giveUpHeld(
  ctx: Ctx,
  staffId: string,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { tx, now, platform } = ctx
  await withSystemRole(tx, async () => {
    const row = await lockHeld(tx, id)
    const hold = row && (await endHold(tx, id, now))
    if (!hold) throw new AppError('not_found')
    await setGivenUp(tx, id, reason, now)
    await endOriginals(tx, id, 'given_up')
    await recordDecision(ctx, staffId, 'delivery.give_up', row, { reason })
    const { vendor: kept } = givenUpTexts[originOf(row)]
    await notify(
      { tx, platform },
      {
        organizationId: row.vendor,
        type: 'contract',
        title: row.contract_id ? 'Delivery given up' : 'Twin given up',
        message: `${row.file_name} for ${row.title}: we could not process it. ${kept} ${reason}`,
        path: deskPath(row),
        mail: true,
      },
    )
    if (row.contract_id) await returnToContract(ctx, row, { heldMs: hold.heldMs, reason })
    await publishProgress(tx, row)
  })
}

type Held = NonNullable<Awaited<ReturnType<typeof lockHeld>>>

/** Has the contract wait for another delivery, and notifies its client. */
async function returnToContract(
  { tx, platform }: Ctx,
  row: Held,
  { heldMs, reason }: { heldMs: number; reason: string },
): Promise<void> {
  const { contractId, client } = dealOf(row)
  await addHeldTime(tx, contractId, heldMs)
  if (row.contract_status === 'synthetic_processing') await markReturnedToVendor(tx, contractId)
  const about = { contractId, deliveryId: row.id }
  announceEvent(tx, [client, row.vendor], 'delivery.failed', about)
  await notify(
    { tx, platform },
    {
      organizationId: client,
      type: 'contract',
      title: 'Delivery given up',
      message: `${row.title}: we could not process ${givenUpTexts[originOf(row)].client} and have asked the vendor to deliver again. ${reason}`,
      path: `/contract-details/${contractId}`,
      mail: true,
    },
  )
}

const originOf = (row: { is_measured_by_vendor: boolean; is_connected: boolean }) =>
  deliveryOrigin({ isMeasuredByVendor: row.is_measured_by_vendor, isConnected: row.is_connected })

/** Says to the vendor what becomes of its data, and to the client what could not be processed. */
const givenUpTexts: Record<DeliveryOrigin, { vendor: string; client: string }> = {
  uploaded: { vendor: 'It is being deleted, with its key.', client: "the vendor's files" },
  premises: { vendor: 'Nothing is delivered.', client: 'what the vendor measured' },
  connection: {
    vendor: 'Nothing is delivered, and your data stays where it is.',
    client: "the vendor's tables",
  },
}

async function recordDecision(
  { tx }: { tx: Tx },
  staffId: string,
  action: 'delivery.retry' | 'delivery.give_up',
  row: Pick<Held, 'id' | 'contract_id'>,
  detail: Record<string, string> = {},
) {
  await audit(tx, {
    actor: { userId: staffId },
    action,
    object: `delivery:${row.id}`,
    detail: { ...(row.contract_id && { contract: row.contract_id }), ...detail },
  })
}

/** Queues every delivery under way that no job would take up. */
export async function resumeDeliveries({ db, log }: Platform): Promise<void> {
  await db.transaction(system, async (tx) => {
    for (const row of await listWithoutJob(tx)) {
      log.warn({ deliveryId: row.id }, 'a delivery had no job and is queued again')
      await queueRun(tx, taskFor(row), row)
    }
  })
}
