/** Shares of delivered twins for readers of Delta Sharing: a request is a share, each of its tables a table. */
import { contractCan } from '@semblance/contract'
import { signedIn, viewerOrganization } from '../../core/api/service.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { splitExtension } from '../../platform/storage/file-names.ts'
import { convertFile, type OpenFile, openFile } from '../deliveries/service.ts'
import { findShared, listDeliveredTables, listShared } from './queries.ts'

/** Names the one schema of each share. */
export const SCHEMA = 'twin'

/** Describes a delivered table; `number` is the place of its delivery among the ready ones of the contract. */
export type TableVersion = { number: number; fileId: string; deliveryId: string; at: Date }

/** Describes a table by its name, with the versions that may be fetched, oldest first. */
export type SharedTable = { share: string; name: string; versions: TableVersion[] }

/** Lists the requests of which the caller's organization may fetch a delivery, newest first. */
export async function listShares(ctx: Ctx, { cursor, limit }: Page) {
  const after = decodeCursor(cursor)
  const rows = await listShared(ctx.tx, clientOf(ctx), { after, limit })
  return pageOf(
    rows,
    limit,
    ({ created_at, id }) => ({ at: created_at, id }),
    ({ dpr_id }) => dpr_id,
  )
}

/** Returns a share by its name, in upper or lower case. Throws not_found. */
export async function getShare(ctx: Ctx, name: string): Promise<string> {
  return (await getSharedContract(ctx, name)).dpr_id
}

/** Lists the tables of the newest delivery of a share that may be fetched, with their earlier versions. */
export async function listTables(ctx: Ctx, name: string): Promise<SharedTable[]> {
  const contract = await getSharedContract(ctx, name)
  const rows = await listDeliveredTables(ctx.tx, contract.id)
  const deliveries = [...Map.groupBy(rows, ({ delivery_id }) => delivery_id).values()]
  const found = new Map<string, SharedTable>()
  let newest = -1
  for (const [number, files] of deliveries.entries()) {
    const isSuperseded = files.some(({ superseded_at }) => superseded_at !== null)
    if (!(isSuperseded ? contractCan.lookBack : contractCan.download)(contract.status)) continue
    newest = number
    const names = tableNames(files.map((file) => file.name))
    for (const [index, { id, delivery_id, finished_at }] of files.entries()) {
      const table = names[index] ?? ''
      const known = found.get(table) ?? { share: contract.dpr_id, name: table, versions: [] }
      const at = finished_at ?? new Date(0)
      known.versions.push({ number, fileId: id, deliveryId: delivery_id, at })
      found.set(table, known)
    }
  }
  return [...found.values()].filter(({ versions }) => versions.at(-1)?.number === newest)
}

/** Returns a table of a share by their names, in upper or lower case. Throws not_found. */
export async function getTable(
  ctx: Ctx,
  { share, schema, table }: { share: string; schema: string; table: string },
): Promise<SharedTable> {
  checkSchema(schema)
  const tables = await listTables(ctx, share)
  const found = tables.find(({ name }) => name.toLowerCase() === table.toLowerCase())
  if (!found) throw new AppError('not_found')
  return found
}

/** Throws not_found for a schema that no share has. */
export function checkSchema(schema: string): void {
  if (schema.toLowerCase() !== SCHEMA) throw new AppError('not_found')
}

/** Says which version is meant; of neither, the newest. */
export type Wanted = { version?: number | undefined; timestamp?: Date | undefined }

/** Returns the wanted version: the one of this number, or the newest at a time. Throws bad_input. */
export function versionOf({ versions }: SharedTable, { version, timestamp }: Wanted): TableVersion {
  const found =
    version !== undefined
      ? versions.find(({ number }) => number === version)
      : versions.findLast(({ at }) => !timestamp || at <= timestamp)
  if (!found)
    throw new AppError('bad_input', { field: 'version', message: 'There is no such version.' })
  return found
}

/** Returns the first version that was delivered at a time or later. Throws bad_input. */
export function versionSince({ versions }: SharedTable, since: Date): TableVersion {
  const found = versions.find(({ at }) => at >= since)
  if (!found)
    throw new AppError('bad_input', {
      field: 'startingTimestamp',
      message: 'Nothing was delivered at this time or later.',
    })
  return found
}

/**
 * Returns a version as a Parquet file to be read. Has it written where it is not there yet, and returns null
 * until it is: an error would take that back. Throws not_converted if it cannot be written.
 */
export async function openParquet(ctx: Ctx, { fileId }: TableVersion): Promise<OpenFile | null> {
  const made = await convertFile(ctx, { fileId, format: 'parquet' })
  return made && (await openFile(ctx, made.id))
}

async function getSharedContract(ctx: Ctx, name: string) {
  const found = await findShared(ctx.tx, clientOf(ctx), name.toUpperCase())
  if (!found) throw new AppError('not_found')
  return found
}

function clientOf(ctx: Ctx): string {
  signedIn(ctx)
  return viewerOrganization(ctx, 'client')
}

/** Names the tables of a delivery after their files, in characters that need no quotes and contain no dot. */
function tableNames(fileNames: string[]): string[] {
  const taken = new Set<string>()
  return fileNames.map((fileName) => {
    const plain = splitExtension(fileName).stem.replace(/[^A-Za-z0-9_]/g, '_')
    let name = plain
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${plain}_${n}`
    taken.add(name.toLowerCase())
    return name
  })
}
