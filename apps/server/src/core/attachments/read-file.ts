/** Reads attachments and evidence: sealed blobs and, from older servers, files in the clear. */
import { system, type Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { serveFile } from '../../platform/http/file-transfer.ts'
import { readLink } from '../../platform/http/links.ts'
import type { Blobs, SealedBlob } from '../../platform/storage/blobs.ts'
import { clearFileBytes, readClearFile } from '../../platform/storage/clear-files.ts'
import { startReading } from '../../platform/storage/start-reading.ts'
import { openBlobKey } from './keys.ts'
import type { AttachmentKind } from './kind.ts'
import { findFile, type KeptFile } from './queries.ts'

/** Serves the file of a signed link. Throws not_found, file_destroyed, file_not_here. */
export async function sendFile(
  platform: Platform,
  blobs: Blobs,
  kind: AttachmentKind,
  { request, token }: { request: Request; token: string },
): Promise<Response> {
  const { id } = await readLink(platform, token, [kind.name])
  const { file, stored } = await findContent(platform, kind, id)
  const content =
    typeof stored === 'string'
      ? await readClear(platform, blobs, kind, { file, clearKey: stored })
      : await startReading(blobs.read(stored, Number(file.bytes)))
  return serveFile(request, { name: file.file_name, bytes: Number(file.bytes) }, content)
}

/** Throws file_destroyed or file_not_here if this server cannot open the file. */
export async function requireContent(
  { tx, platform }: { tx: Tx; platform: Platform },
  file: KeptFile,
): Promise<void> {
  if (file.storage_key === null) await openBlob(tx, platform, file)
  else if ((await clearFileBytes(platform.config.dataDir, file.storage_key)) === null)
    throw new AppError('file_not_here')
}

/** Names where a file's content is: a blob, or the key of a file in the clear. */
type Content = { file: KeptFile; stored: SealedBlob | string }

const findContent = (platform: Platform, kind: AttachmentKind, id: string): Promise<Content> =>
  platform.db.transaction(system, async (tx) => {
    const file = await findFile(tx, kind, id)
    if (!file) throw new AppError('not_found')
    const stored = file.storage_key === null ? await openBlob(tx, platform, file) : file.storage_key
    return { file, stored }
  })

async function openBlob(
  tx: Tx,
  { secrets }: Platform,
  { blob_id: id, key_id }: KeptFile & { storage_key: null },
): Promise<SealedBlob> {
  const key = await openBlobKey(tx, secrets, key_id)
  if (!key) throw new AppError('file_destroyed')
  return { id, key }
}

/** Reads a file in the clear or, where it has just been sealed, its blob. */
async function readClear(
  platform: Platform,
  blobs: Blobs,
  kind: AttachmentKind,
  { file: { id, bytes }, clearKey }: { file: KeptFile; clearKey: string },
): Promise<AsyncIterable<Buffer>> {
  const content = await readClearFile(platform.config.dataDir, clearKey)
  if (content) {
    if (content.length !== Number(bytes)) throw new Error(`The bytes of file ${id} are changed.`)
    return inOne(content)
  }
  const { stored } = await findContent(platform, kind, id)
  if (typeof stored === 'string') throw new AppError('file_not_here')
  return await startReading(blobs.read(stored, Number(bytes)))
}

async function* inOne(content: Buffer) {
  yield content
}
