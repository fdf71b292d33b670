/** Looks at what a connection may read, in processes of their own, of which a server has few at a time. */
import type { ConnectedObject, ConnectionSecret, ConnectionSettings } from '@semblance/contract'
import type { Platform } from '../../platform/http/context.ts'
import { probeInProcess, runLimits, SourceAwayError, withWorkDir } from '../engine/service.ts'
import { ConnectionError, guardOf, warehouseOf } from './connecting.ts'
import { bucketOf, listBucket } from './s3-bucket.ts'
import { openTurns } from './turns.ts'

/** Limits a look, a wait for its turn included. */
const LOOK_MS = 45_000
/** Limits the memory of a look, and the looks of this server: two at a time, and a few that wait. */
const LOOK_MEMORY_MB = 512
const turns = openTurns({ atOnce: 2, mostWaiting: 20 })

/** Names where a connection leads, and what opens it. */
export type Opening = { settings: ConnectionSettings; secret: ConnectionSecret }

export type Look = { objects: ConnectedObject[]; isComplete: boolean; canWrite: boolean | null }

/** Says what a warehouse answered, in words for its owner. */
export class LookRefusedError extends Error {}

/** Lists what a connection of an organization may read. Throws ConnectionError, LookRefusedError and TurnRefusedError. */
export async function lookAt(
  { config }: Pick<Platform, 'config'>,
  organization: string,
  { settings, secret }: Opening,
): Promise<Look> {
  const signal = AbortSignal.timeout(LOOK_MS)
  return await turns.take(organization, signal, async () => {
    if (settings.kind === 's3') {
      const reaching = { guard: guardOf(config), signal }
      const { objects, isComplete } = await listBucket(bucketOf(settings, secret), reaching)
      const listed = objects.map(({ name, bytes }) => ({ name, bytes, rows: null }))
      // Only writing would show if a key may write.
      return { objects: listed, isComplete, canWrite: null }
    }
    const database = await warehouseOf(config, settings, secret)
    const limits = { ...runLimits(config), memoryMb: LOOK_MEMORY_MB, signal }
    const seen = await withWorkDir(config, (tempDir) =>
      probeInProcess({ database, tempDir }, limits),
    ).catch((error: unknown) => {
      throw error instanceof SourceAwayError ? new LookRefusedError(error.message) : error
    })
    if (seen.type === 'aborted') throw new ConnectionError('unreachable', { isPassing: true })
    if (seen.type === 'refused') throw new LookRefusedError(seen.reason)
    const { tables, isComplete, canWrite } = seen.result
    return { objects: tables.map((table) => ({ ...table, bytes: null })), isComplete, canWrite }
  })
}
