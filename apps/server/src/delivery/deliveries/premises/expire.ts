import { notify } from '../../../core/notifications/service.ts'
import { system } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { endHold } from '../held/held-queries.ts'
import { findMeasurementOf, listExpiredMeasurements, lockDelivery } from './measurement-queries.ts'
import { endUnfinished, MEASURING_MS, RESERVED_MS } from './measurements.ts'

/** Ends measurements that nothing came of in time, and those of contracts that are over. */
export async function expireMeasurements(platform: Platform, now = new Date()): Promise<void> {
  const { db } = platform
  const before = {
    reserved: new Date(now.getTime() - RESERVED_MS),
    measuring: new Date(now.getTime() - MEASURING_MS),
  }
  const expired = await db.transaction(system, (tx) => listExpiredMeasurements(tx, before))
  for (const { deliveryId } of expired)
    await db.transaction(system, async (tx) => {
      const delivery = await lockDelivery(tx, deliveryId)
      // It may have begun, been stated or ended since it was listed.
      const [due] = await listExpiredMeasurements(tx, before, deliveryId)
      const row = due && (await findMeasurementOf(tx, deliveryId))
      if (!row) return
      if (delivery.status === 'held') await endHold(tx, deliveryId, now)
      await endUnfinished(tx, delivery, { why: due.why, now })
      const { contract_id: contract } = delivery
      const what =
        due.why === 'expired'
          ? `Nothing more came of the measurement for ${contract}, so that it has ended.`
          : `${contract} is over, so that its measurement has ended.`
      await notify(
        { tx, platform },
        {
          organizationId: delivery.vendor,
          type: 'contract',
          title: 'Measurement ended',
          message: `${what} ${row.begun_at ? 'Its privacy budget is spent, as counting had begun.' : 'Its privacy budget is free again, as counting had not begun.'}`,
          path: `/data-upload/${contract}`,
          mail: true,
        },
      )
    })
}
