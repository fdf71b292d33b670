/** Opens what a delivery reads through a connection, for one run: a warehouse to count in, or files of a bucket to count. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ConnectionSecret,
  type ConnectionSettings,
  connectionFailureTexts,
  connectionSettings,
  maxUploadBytes,
} from '@semblance/contract'
import type { DatabaseInput } from '@semblance/synth'
import { system } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import {
  bucketOf,
  ConnectionError,
  fetchObject,
  findConnection,
  guardOf,
  openSecret,
  warehouseOf,
} from '../../connections/service.ts'
import { isWorkDirInMemory, SourceAwayError } from '../../engine/service.ts'
import { distinctNamesOfKeys } from '../originals/distinct-names.ts'
import { type ConnectedObjectRow, findConnected, noteConnected } from './connected-queries.ts'

/** Holds what a run reads: files in its own directory, or tables where they are. */
export type Opened = { inputPaths: string[]; database?: DatabaseInput }

type Run = { platform: Platform; deliveryId: string; dir: string; signal: AbortSignal }

/** Returns what is to be read, or why nothing can be. Throws SourceAwayError for what may pass. */
export async function openConnected(run: Run): Promise<Opened | { reason: string }> {
  const found = await find(run)
  if ('reason' in found) return found
  const { settings, secret, objects } = found
  const { config } = run.platform
  try {
    if (settings.kind === 's3')
      return { inputPaths: await fetchAll(run, bucketOf(settings, secret), objects) }
    const warehouse = await warehouseOf(config, settings, secret)
    return { inputPaths: [], database: { ...warehouse, tables: objects.map(({ name }) => name) } }
  } catch (error) {
    if (!(error instanceof ConnectionError) || run.signal.aborted) throw error
    if (error.isPassing) throw new SourceAwayError(error.message, { cause: error })
    return { reason: error.message }
  }
}

type Found = {
  settings: ConnectionSettings
  secret: ConnectionSecret
  objects: ConnectedObjectRow[]
}

/** Notes before anything is read if that comes to a disk, as the certificate will state. */
async function find({ platform, deliveryId }: Run): Promise<Found | { reason: string }> {
  const isInMemory = await isWorkDirInMemory(platform.config)
  return await platform.db.transaction(system, async (tx) => {
    const connected = await findConnected(tx, deliveryId)
    if (!connected) throw new Error(`Delivery ${deliveryId} reads through no connection.`)
    const row =
      connected.connection_id &&
      (await findConnection(tx, connected.vendor, connected.connection_id))
    if (!row) return { reason: connectionFailureTexts.removed }
    if (!isInMemory) await noteConnected(tx, deliveryId, { was_on_disk: true })
    const secret = await openSecret(tx, platform.secrets, row).catch(() => null)
    if (!secret) return { reason: connectionFailureTexts.secret_unreadable }
    return { settings: connectionSettings.parse(row.settings), secret, objects: connected.objects }
  })
}

/** Fetches objects as they were when they were first read, and notes what they are. */
async function fetchAll(
  { platform, deliveryId, dir, signal }: Run,
  bucket: ReturnType<typeof bucketOf>,
  objects: ConnectedObjectRow[],
): Promise<string[]> {
  const names = distinctNamesOfKeys(objects.map(({ name }) => name))
  const guard = guardOf(platform.config)
  const paths: string[] = []
  const read: ConnectedObjectRow[] = []
  let left = maxUploadBytes
  for (const [i, object] of objects.entries()) {
    const ownDir = join(dir, String(i))
    await mkdir(ownDir, { mode: 0o700 })
    const path = join(ownDir, names[i] ?? String(i))
    const fetched = await fetchObject(bucket, object, { guard, signal, path, mostBytes: left })
    if (object.sha256 && object.sha256 !== fetched.sha256)
      throw new ConnectionError('object_changed')
    left -= fetched.bytes
    paths.push(path)
    read.push(fetched)
  }
  await platform.db.transaction(system, (tx) => noteConnected(tx, deliveryId, { objects: read }))
  return paths
}
