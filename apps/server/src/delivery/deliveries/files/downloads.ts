/**
 * Serves the target of a signed link: a delivered file, its delivery's checksums, or all files as
 * one archive.
 */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { recordFor } from '../../../core/audit/service.ts'
import { system } from '../../../platform/database/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { answerRange, type Content, isResumption } from '../../../platform/http/byte-ranges.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { type FollowedLink, readResumableLink } from '../../../platform/http/links.ts'
import type { Blobs, Span } from '../../../platform/storage/blobs.ts'
import { storedZip, type ZipEntry } from '../../../platform/storage/stored-zip.ts'
import { findStoredArchive, findStoredFile, type StoredArchive } from '../queries.ts'
import { hasDownloaded, insertDownload } from './download-queries.ts'
import { type OpenFile, type Reader, readerOf, withKeys } from './twin-files.ts'

/** Lists what links name; a `shared` file was logged when its link was made. */
const kinds = ['file', 'shared', 'checksums', 'archive'] as const
type Link = FollowedLink<(typeof kinds)[number]>

export async function download(
  platform: Platform,
  blobs: Blobs,
  request: Request,
  token: string,
): Promise<Response> {
  const link = await readResumableLink(platform, token, kinds)
  const { deliveryId, content } = await findContent(platform, blobs, link)
  // A shared link is followed many times within its hour: none of that is one download, which could go on.
  const mayGoOn = link.userId !== null && link.kind !== 'shared' && isResumption(request, content)
  if (link.isOver && !mayGoOn) throw new AppError('link_expired')
  const { response, begins } = await answerRange(request, content)
  const { userId } = link
  if (userId === null || link.kind === 'shared') return response
  const isLater = !begins && response.body !== null
  if (begins || isLater)
    await platform.db.transaction(system, async (tx) => {
      const row = {
        ...{ delivery_id: deliveryId, person: userId, file_name: content.name },
        link: createHash('sha256').update(token).digest('hex'),
      }
      if (isLater && (await hasDownloaded(tx, row))) return
      const { client } = await insertDownload(tx, { ...row, bytes: BigInt(content.bytes) })
      await publish(tx, { organization: client }, { topic: 'delivery.fetched', id: deliveryId })
      await recordFor(
        tx,
        { userId, organization: client },
        {
          action: 'data.download',
          object: `delivery:${deliveryId}`,
          detail: { kind: link.kind, bytes: content.bytes },
        },
      )
    })
  return response
}

type Found = { deliveryId: string; content: Content }

async function findContent(platform: Platform, blobs: Blobs, { kind, id }: Link): Promise<Found> {
  const read = readerOf(platform, blobs)
  const found = await platform.db.transaction(system, async (tx) => {
    if (kind === 'file' || kind === 'shared') {
      const stored = await findStoredFile(tx, id)
      return stored && { delivery: null, files: await withKeys(tx, platform, [stored]) }
    }
    const delivery = await findStoredArchive(tx, id)
    return delivery && { delivery, files: await withKeys(tx, platform, delivery.files) }
  })
  if (!found) throw new AppError('not_found')
  const { delivery, files } = found
  if (!delivery) return { deliveryId: files[0]!.delivery_id, content: contentOf(files[0]!, read) }
  const content =
    kind === 'checksums' ? checksumsOf(delivery) : await archiveOf(delivery, files, read)
  return { deliveryId: id, content }
}

const contentOf = (file: OpenFile, read: Reader): Content => ({
  name: file.name,
  bytes: Number(file.bytes),
  etag: file.sha256,
  read: (span) => read(file, span),
})

/** Returns the file SHA256SUMS in the format of `sha256sum --check`. */
function checksumsOf({ files }: StoredArchive): Content & { crc32: number } {
  const text = files.map(({ sha256, name }) => `${sha256}  ${name}\n`).join('')
  return { name: 'SHA256SUMS', ...fixed(Buffer.from(text)) }
}

async function archiveOf(
  delivery: StoredArchive,
  files: OpenFile[],
  read: Reader,
): Promise<Content> {
  const modifiedAt = delivery.finished_at!
  const entries: ZipEntry[] = []
  for (const file of files)
    entries.push({
      ...contentOf(file, read),
      crc32: Number(file.crc32 ?? (await crcOf(file, read))),
      modifiedAt,
    })
  const sums = checksumsOf(delivery)
  const all = [...entries, { ...sums, modifiedAt }]
  return { name: `${delivery.dpr_id}_synthetic.zip`, etag: sums.etag, ...storedZip(all) }
}

async function crcOf(file: OpenFile, read: Reader): Promise<number> {
  let sum = 0
  for await (const part of read(file, { start: 0, end: Number(file.bytes) - 1 }))
    sum = crc32(part, sum)
  return sum
}

function fixed(content: Buffer) {
  return {
    bytes: content.length,
    etag: createHash('sha256').update(content).digest('hex'),
    crc32: crc32(content),
    read: async function* ({ start, end }: Span) {
      yield content.subarray(start, end + 1)
    },
  }
}
