/** Copies of twins that were made once: the same tables under a contract of their own, without a look at any original. */
import { accountOf, type Certificate, type DrawnAccount } from '@semblance/contract'
import type { ContractRow } from '../../../market/contracts/service.ts'
import { markProcessing } from '../../../market/contracts/service.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { SystemCtx } from '../../../platform/http/context.ts'
import { splitExtension } from '../../../platform/storage/file-names.ts'
import { findCertificateOf } from '../../certificates/service.ts'
import { getAccountOfCopies, getDrawnAccount } from '../../sources/service.ts'
import { subjectOf } from '../measurement.ts'
import { type DeliveryRow, findReadyDelivery, insertPastDelivery } from '../queries.ts'
import { queueRun } from '../queue-run.ts'

/** Starts the delivery of a copy on a contract whose price is in escrow. Requires the system role. */
export async function startCopy(
  { tx, now }: SystemCtx,
  contract: Pick<ContractRow, 'id' | 'client' | 'vendor'>,
  sourceId: string,
): Promise<void> {
  const source = await findReadyDelivery(tx, { id: sourceId })
  if (!source) throw new Error(`Delivery ${sourceId} is not ready.`)
  const { client, vendor } = contract
  const { file_name, file_bytes } = source
  await markProcessing(tx, contract.id, now)
  const { id } = await insertPastDelivery(tx, {
    ...{ contract_id: contract.id, client, vendor, file_name, file_bytes },
    status: 'queued',
    copied_from: sourceId,
  })
  await queueRun(tx, 'delivery.copy', { id, vendor, is_connected: false })
}

export type TwinTable = { name: string; file: string; report: NonNullable<DeliveryRow['report']> }
export type Twin = { delivery: DeliveryRow; tables: TwinTable[]; certificate: Certificate }

/** Returns a ready twin with its tables, the main one first, as it was certified; null if there is none. Requires the system role. */
export async function readTwin(tx: Tx, deliveryId: string): Promise<Twin | null> {
  const delivery = await findReadyDelivery(tx, { id: deliveryId })
  const certificate = delivery && (await findCertificateOf(tx, delivery.id))?.stated
  if (!delivery?.report || !certificate) return null
  const reports = [delivery.report, ...delivery.other_reports.map(({ report }) => report)]
  const tables = reports.flatMap((report, i) => {
    const file = certificate.tables[i]?.file
    return file ? [{ name: tableNameOf(file), file, report }] : []
  })
  return { delivery, tables, certificate }
}

const tableNameOf = (file: string) => splitExtension(file).stem.replace(/_synthetic$/, '')

/**
 * Returns the account of the source as the measurement of a twin left it, with the runs so far that its vendor could choose from;
 * null where none is on record. Requires the system role.
 */
export async function accountOfTwin(tx: Tx, deliveryId: string): Promise<DrawnAccount | null> {
  const drawn = await getDrawnAccount(tx, subjectOf(deliveryId))
  const account = await getAccountOfCopies(tx, subjectOf(deliveryId))
  if (!drawn || !account) return null
  const { beforeShare, withShare } = drawn
  return { ...account, beforeShare, withShare }
}

/** Returns the account of a delivered copy, with the choice that its certificate states, if it states one. Requires the system role. */
export async function accountOfCopy(
  tx: Tx,
  { id, copiedFrom }: { id: string; copiedFrom: string },
): Promise<DrawnAccount | null> {
  const account = await accountOfTwin(tx, copiedFrom)
  if (!account) return null
  const stated = (await findCertificateOf(tx, id))?.stated
  const { choice: _, ...rest } = account
  const choice = stated && accountOf(stated)?.choice
  return { ...rest, ...(choice && { choice }) }
}
