/** Opens what a run reads: uploaded originals in its own directory, or what a connection leads to. */

import type { Platform } from '../../../platform/http/context.ts'
import type { Blobs } from '../../../platform/storage/blobs.ts'
import { type Opened, openConnected } from '../connected/open-connected.ts'
import type { DeliveryRow } from '../queries.ts'
import { decryptOriginals } from './decrypt-originals.ts'

/** Returns what is to be read, or the reason why a file or the source is refused. Throws SourceAwayError. */
export async function openOriginals(
  place: { platform: Platform; blobs: Blobs },
  { id, is_connected }: Pick<DeliveryRow, 'id' | 'is_connected'>,
  { dir, signal }: { dir: string; signal: AbortSignal },
): Promise<Opened | { reason: string }> {
  if (is_connected)
    return await openConnected({ platform: place.platform, deliveryId: id, dir, signal })
  const originals = await decryptOriginals(place, id, dir)
  return 'reason' in originals ? originals : { inputPaths: originals.paths }
}
