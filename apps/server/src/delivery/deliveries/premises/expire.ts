import { notify } from '../../../core/notifications/service.ts'
import { system } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { findMeasurementOf, listExpiredMeasurements, lockDelivery } from './measurement-queries.ts'
import { endUnstated, MEASURING_MS, RESERVED_MS } from './measurements.ts'

/** Ends measurements that nothing came of in time, and those of contracts that are over. */
export async function expireMeasurements(platform: Platform, now = new Date()): Promise<void> {
  const { db } = platform
  const before = {
    reserved: new Date(now.getTime() - RESERVED_MS),
    measuring: new Date(now.getTime() - MEASURING_MS),
  }
  const expired = await db.transaction(system, (tx) => listExpiredMeasurements(tx, before))
  for (const id of expired)
    await db.transaction(system, async (tx) => {
      const delivery = await lockDelivery(tx, id)
      const row = await findMeasurementOf(tx, id)
      const isOpen = row?.state === 'reserved' || row?.state === 'measuring'
      if (!isOpen) return
      await endUnstated(tx, delivery, { why: 'expired', now })
      await notify(
        { tx, platform },
        {
          organizationId: delivery.vendor,
          type: 'contract',
          title: 'Measurement ended',
          message: `Nothing more came of the measurement for ${delivery.contract_id}, so that it has ended. ${row.begun_at ? 'Its privacy budget is spent, as counting had begun.' : 'Its privacy budget is free again, as counting had not begun.'}`,
          path: `/data-upload/${delivery.contract_id}`,
          mail: true,
        },
      )
    })
}
