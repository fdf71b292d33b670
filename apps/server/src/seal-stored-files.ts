/** Seals what older servers stored in the clear in this server's data directory, while it already answers. */
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AttachmentKind,
  type SealedFiles,
  sealClearFiles,
} from './core/attachments/service.ts'
import { messageFiles } from './market/negotiation/service.ts'
import { evidence } from './money/disputes/service.ts'
import { system } from './platform/database/db.ts'
import { classifyFault } from './platform/faults.ts'
import type { Platform } from './platform/http/context.ts'
import { incidents } from './platform/process/incidents.ts'
import { recordFaults } from './platform/process/job-faults.ts'

/** Sets the pause after a fault, such as a store that is away. */
const RETRY_MS = 60_000

/** Sets the pause after a run that left files in the clear; their incident ends after two of them. */
const REPEAT_MS = 6 * 3_600_000

/** Limits the wait of a stop for the file that is being sealed. */
const END_MS = 5_000

type Pauses = { retryMs: number; repeatMs: number }

/**
 * Begins to seal, and tries again while files remain. Returns the function that ends it, after the
 * file that is being sealed or 5 s; the next start goes on.
 */
export function startSealing(
  platform: Platform,
  { retryMs = RETRY_MS, repeatMs = REPEAT_MS }: Partial<Pauses> = {},
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const sealing = (async () => {
    while (!signal.aborted) {
      let keptCount = 0
      for (const kind of [messageFiles, evidence])
        keptCount += await sealKind(platform, kind, { signal, retryMs })
      if (keptCount === 0) return
      await pause(repeatMs, signal)
    }
  })()
  return () => {
    stopping.abort()
    return Promise.race([sealing, sleep(END_MS, undefined, { ref: false })])
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => {})

/** Seals the files of one kind. Returns how many remain in the clear. */
async function sealKind(
  platform: Platform,
  kind: AttachmentKind,
  { signal, retryMs }: { signal: AbortSignal; retryMs: number },
): Promise<number> {
  const { log } = platform
  while (!signal.aborted) {
    try {
      const found = await sealClearFiles(platform, kind, { signal, now: new Date() })
      if (signal.aborted) break
      logOutcome(platform, kind, found)
      const { changed, failed } = found
      if (changed + failed > 0)
        await report(platform, `${changed} changed and ${failed} failed of ${kind.name}`)
      return changed + failed + found.unnamed
    } catch (error) {
      if (signal.aborted) break
      log.warn({ err: error, files: kind.name }, 'files wait to be sealed')
      const fault = classifyFault(error)
      if (fault.kind === 'dependency') incidents.countRequest(fault.dependency, error)
      else await report(platform, `${kind.name}: ${(error as Error).message}`)
      await pause(retryMs, signal)
    }
  }
  return 0
}

function logOutcome({ log }: Platform, { name }: AttachmentKind, found: SealedFiles): void {
  const keptCount = found.changed + found.failed + found.unnamed
  if (keptCount > 0)
    log.warn({ files: name, ...found }, 'files remain in the clear in the data directory')
  if (found.absent > 0)
    log.warn(
      { files: name, count: found.absent },
      'files in the clear are not in this data directory; another server has them, or they are lost',
    )
  if (keptCount === 0 && found.sealed > 0)
    log.info({ files: name, ...found }, 'all files in the data directory are sealed')
}

/** Opens the incident of files in the clear, or keeps it open. A failure to do so is logged. */
async function report({ config, db, log }: Platform, text: string): Promise<void> {
  const now = new Date()
  const lastError = new Error(`${hostname()}, ${config.dataDir}: ${text}.`)
  const met = { faults: 1, firstAt: now, lastAt: now, lastError }
  await db
    .transaction(system, (tx) => recordFaults(tx, 'clear_files', met))
    .catch((error) => log.warn({ err: error }, 'files in the clear were not reported to staff'))
}
