/** Looks at what a connection may read, in processes of their own, of which a server has few at a time. */
import type { ConnectedObject, ConnectionSecret, ConnectionSettings } from '@semblance/contract'
import type { Platform } from '../../platform/http/context.ts'
import { probeInProcess, runLimits, SourceAwayError, withWorkDir } from '../engine/service.ts'
import { ConnectionError, guardOf, warehouseOf } from './connecting.ts'
import { bucketOf, listBucket } from './s3-bucket.ts'

/** Limits a look, a wait for its turn included. */
const LOOK_MS = 45_000
/** Limits the looks at one time, and the memory of each. */
const LOOKS_AT_ONCE = 2
const LOOK_MEMORY_MB = 512

export type Look = { objects: ConnectedObject[]; isComplete: boolean; canWrite: boolean | null }

/** Says what a warehouse answered, in words for its owner. */
export class LookRefusedError extends Error {}

/** Lists what a connection may read. Throws ConnectionError and LookRefusedError. */
export async function lookAt(
  { config }: Pick<Platform, 'config'>,
  settings: ConnectionSettings,
  secret: ConnectionSecret,
): Promise<Look> {
  const signal = AbortSignal.timeout(LOOK_MS)
  return await inTurn(signal, async () => {
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

let looking = 0
const waiting: (() => void)[] = []

async function inTurn<T>(signal: AbortSignal, look: () => Promise<T>): Promise<T> {
  while (looking >= LOOKS_AT_ONCE) {
    await new Promise<void>((resolve) => waiting.push(resolve))
    if (signal.aborted) throw new ConnectionError('unreachable', { isPassing: true })
  }
  looking += 1
  try {
    return await look()
  } finally {
    looking -= 1
    waiting.shift()?.()
  }
}
