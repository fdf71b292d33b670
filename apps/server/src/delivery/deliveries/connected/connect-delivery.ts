/** Begins a delivery that is read through a connection: no file is uploaded, and the review follows as with files. */
import { createHmac } from 'node:crypto'
import { type Delivery, deliveryCan, hasRole, tableNameOf } from '@semblance/contract'
import { type ContractRow, markSubmissionStarted } from '../../../market/contracts/service.ts'
import { type Tx, withSystemRole } from '../../../platform/database/db.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { sanitizeFileName } from '../../../platform/storage/file-names.ts'
import { type ConnectionRow, isPlainKey, lockConnection } from '../../connections/service.ts'
import { openPrintKey } from '../../sources/service.ts'
import { toDelivery } from '../delivery.ts'
import { insertDraft, lockLiveDelivery, setInspecting } from '../files/draft-queries.ts'
import { publishProgress } from '../files/publish-progress.ts'
import { listOriginals } from '../files/upload-queries.ts'
import { getDeliverableContract } from '../files/uploads.ts'
import { distinctNamesOfKeys } from '../originals/distinct-names.ts'
import type { DeliveryRow } from '../queries.ts'
import { queueRun } from '../queue-run.ts'
import { setConnected } from './connected-queries.ts'

type Connecting = { contractId: string; connectionId: string; objects: string[]; notes?: string }

/** Throws not_found, bad_input, not_awaiting_delivery, and what `getDeliverableContract` does. */
export async function connectDelivery(ctx: Ctx, input: Connecting): Promise<Delivery> {
  const { tx } = ctx
  const contract = await getDeliverableContract(ctx, input.contractId)
  const row = await withSystemRole(tx, async () => {
    const connection = await lockConnection(tx, contract.vendor, input.connectionId)
    if (!connection) throw new AppError('not_found', { field: 'connectionId' })
    const objects = [...new Set(input.objects.map((object) => nameOf(connection, object)))]
    const name = fileNameOf(connection, objects)
    const draft = await takeDraft(ctx, contract, name)
    await setConnected(tx, {
      delivery_id: draft.id,
      vendor: contract.vendor,
      connection_id: connection.id,
      connection_name: connection.name,
      kind: connection.kind,
      objects: objects.map((object) => ({ name: object })),
      places: await placesOf(ctx, connection, objects),
    })
    return await setInspecting(tx, draft.id, {
      file_name: name,
      file_count: objects.length,
      file_bytes: 0n,
      notes: input.notes || null,
    })
  })
  await markSubmissionStarted(tx, contract.id)
  await queueRun(tx, 'delivery.inspect', { ...row, is_connected: true })
  await publishProgress(tx, row)
  return await toDelivery(ctx, { ...row, is_connected: true })
}

/** Returns the one name of a table or object. Throws bad_input. */
function nameOf({ kind, settings }: ConnectionRow, object: string): string {
  const refuse = (message: string) => new AppError('bad_input', { field: 'objects', message })
  if (kind !== 's3') {
    const name = tableNameOf(kind === 'trino' ? 'trino' : 'postgres', object)
    if (!name) throw refuse(`Name the table ${object} as schema.table.`)
    return name
  }
  const { prefix } = settings as { prefix: string }
  if (!object.startsWith(prefix)) throw refuse(`${object} is not below ${prefix}.`)
  if (!isPlainKey(object))
    throw refuse(`${object} has . or .. for a folder, control characters, or is too long.`)
  if (!hasRole(object, 'upload')) throw refuse(`${object} has no format that we read.`)
  return object
}

/** Names the delivery after its first table, as its twin will be. */
function fileNameOf({ kind }: ConnectionRow, [first = '']: string[]): string {
  if (kind === 's3') return distinctNamesOfKeys([first])[0] ?? first
  const parts = first.match(/"(?:[^"]|"")+"|[^."]+/g) ?? [first]
  return `${sanitizeFileName((parts.at(-1) ?? first).replaceAll('"', '')) || 'table'}.csv`
}

/** Returns the contract's draft, begun if there is none; a review becomes a draft again. Locks it. */
async function takeDraft(
  { tx, actor }: Ctx,
  { id, client, vendor }: ContractRow,
  file_name: string,
): Promise<DeliveryRow> {
  const parties = { contract_id: id, client, vendor, created_by: actor.userId }
  await insertDraft(tx, { ...parties, file_name, file_bytes: 0n })
  const live = await lockLiveDelivery(tx, { contractId: id })
  if (!live || !deliveryCan.change(live.status)) throw new AppError('not_awaiting_delivery')
  if ((await listOriginals(tx, live.id)).length > 0)
    throw new AppError('bad_input', {
      field: 'objects',
      message: 'Remove the uploaded files first: a delivery is of files or of a connection.',
    })
  return live
}

/**
 * Hashes where tables are under the vendor's own key: by the address of their server, and by their connection. What a bucket
 * holds is known by its content.
 */
async function placesOf(
  { tx, platform }: { tx: Tx; platform: Ctx['platform'] },
  { id, organization, settings, kind }: ConnectionRow,
  objects: string[],
): Promise<string[]> {
  if (kind === 's3') return []
  const key = await openPrintKey(tx, platform.secrets, organization)
  const { host = '', port, database, catalog } = settings as Record<string, string>
  const server = [kind, host.toLowerCase().replace(/\.$/, ''), port, database ?? catalog]
  const hashOf = (place: unknown[]) =>
    createHmac('sha256', key).update(JSON.stringify(place)).digest('hex')
  return objects.flatMap((object) => [hashOf([...server, object]), hashOf([id, object])])
}
