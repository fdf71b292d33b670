/** Queues runs of deliveries. Those that read sources of one vendor run in turn: slow sources keep one place of it at a time. */
import type { Tx } from '../../platform/database/db.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import type { DeliveryRow } from './queries.ts'

type Task = 'delivery.copy' | 'delivery.inspect' | 'delivery.sample' | 'delivery.synthesize'

/** Adds the job in the transaction; `runAt` is the earliest time. */
export async function queueRun(
  tx: Tx,
  task: Task,
  { id, vendor, is_connected }: Pick<DeliveryRow, 'id' | 'vendor' | 'is_connected'>,
  runAt?: Date,
): Promise<void> {
  await enqueue(
    tx,
    task,
    { deliveryId: id },
    { ...(is_connected && { queueName: `sources:${vendor}` }), ...(runAt && { runAt }) },
  )
}
