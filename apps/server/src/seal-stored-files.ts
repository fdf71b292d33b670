/** Seals what older servers stored in the clear in this server's data directory, while it already answers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type AttachmentKind, sealClearFiles } from './core/attachments/service.ts'
import { messageFiles } from './market/negotiation/service.ts'
import { evidence } from './money/disputes/service.ts'
import type { Platform } from './platform/http/context.ts'

/** Sets the pause after a fault, such as a store that is away. */
const RETRY_MS = 60_000

/** Limits the wait of a stop for the file that is being sealed. */
const END_MS = 5_000

/**
 * Begins to seal. Returns the function that ends it, after the file that is being sealed or 5 s; the
 * next start goes on.
 */
export function startSealing(platform: Platform, retryMs = RETRY_MS): () => Promise<void> {
  const stopping = new AbortController()
  const given = { signal: stopping.signal, retryMs }
  const sealing = (async () => {
    for (const kind of [messageFiles, evidence]) await sealKind(platform, kind, given)
  })()
  return () => {
    stopping.abort()
    return Promise.race([sealing, sleep(END_MS, undefined, { ref: false })])
  }
}

async function sealKind(
  platform: Platform,
  kind: AttachmentKind,
  { signal, retryMs }: { signal: AbortSignal; retryMs: number },
): Promise<void> {
  const { log } = platform
  while (!signal.aborted) {
    try {
      const found = await sealClearFiles(platform, kind, { signal, now: new Date() })
      if (signal.aborted) return
      const keptCount = found.changed + found.failed + found.unnamed
      if (keptCount > 0)
        log.warn({ files: kind.name, ...found }, 'files remain in the clear in the data directory')
      if (found.absent > 0)
        log.warn(
          { files: kind.name, count: found.absent },
          'files in the clear are not in this data directory; another server has them, or they are lost',
        )
      if (keptCount === 0 && found.sealed > 0)
        log.info({ files: kind.name, ...found }, 'all files in the data directory are sealed')
      return
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error, files: kind.name }, 'files wait to be sealed')
      await sleep(retryMs, undefined, { signal }).catch(() => {})
    }
  }
}
