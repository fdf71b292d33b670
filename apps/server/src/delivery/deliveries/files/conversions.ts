/** Tables in other formats than the engine writes: those that were agreed on come with a delivery, others on demand. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  contractCan,
  type DeliveryFile,
  MAX_SHEET_ROWS,
  type OtherFormat,
} from '@semblance/contract'
import { requireMemberOrganization, viewerOrganization } from '../../../core/api/service.ts'
import { system } from '../../../platform/database/db.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { enqueue, findKeyedJob } from '../../../platform/process/jobs.ts'
import type { Blobs } from '../../../platform/storage/blobs.ts'
import { splitExtension } from '../../../platform/storage/file-names.ts'
import type { WrittenFile } from '../../certificates/service.ts'
import { convertInProcess, withWorkDir } from '../../engine/service.ts'
import { filesKey } from '../originals/keys.ts'
import { findFile, findStoredFile, type StoredFile } from '../queries.ts'
import { findFileNamed, insertFiles } from './file-queries.ts'
import { discardFiles, encryptFiles, readerOf, withKeys } from './twin-files.ts'

type Work = { platform: Platform; blobs: Blobs; signal: AbortSignal }

const nameIn = (format: OtherFormat, name: string) => `${splitExtension(name).stem}.${format}`

/** Writes each table in the other formats, in the same directory. */
export async function writeConversions(
  { platform, signal }: Pick<Work, 'platform' | 'signal'>,
  dir: string,
  twins: WrittenFile[],
  formats: OtherFormat[],
): Promise<WrittenFile[]> {
  const written: WrittenFile[] = []
  if (formats.length === 0) return written
  for (const twin of twins) {
    const files = formats.map((format) => ({ format, path: `${twin.path}.${format}` }))
    await convertInProcess(
      { inputPath: twin.path, outputs: files, tempDir: dir },
      { platform, signal },
    )
    written.push(...files.map(({ format, path }) => ({ path, name: nameIn(format, twin.name) })))
  }
  return written
}

/**
 * Returns a delivered table in another format, or null while it is being made. Visitors cannot
 * start that.
 */
export async function convertFile(
  ctx: Ctx,
  { fileId, format }: { fileId: string; format: OtherFormat },
): Promise<DeliveryFile | null> {
  viewerOrganization(ctx, 'client')
  const file = await findFile(ctx.tx, fileId)
  if (!file?.name.endsWith('.csv')) throw new AppError('not_found')
  const may = file.superseded_at ? contractCan.lookBack : contractCan.download
  if (!may(file.contract_status)) throw new AppError('not_awaiting_review')
  const made = await findFileNamed(ctx.tx, file.delivery_id, nameIn(format, file.name))
  if (made) return { ...made, bytes: Number(made.bytes) }
  if (format === 'xlsx' && (file.report?.rows.synthetic ?? 0) > MAX_SHEET_ROWS)
    throw new AppError('bad_input', { field: 'format', message: TOO_LONG })
  requireMemberOrganization(ctx, 'client')
  const jobKey = `convert:${fileId}:${format}`
  const job = await findKeyedJob(ctx.tx, jobKey)
  if (job?.state === 'failed') throw new AppError('not_converted')
  // A waiting caller polls: the job key alone would start a second conversion next to the running
  // one.
  if (!job) await enqueue(ctx.tx, 'file.convert', { fileId, format }, { jobKey, ...onceAtATime })
  return null
}

const onceAtATime = { queueName: 'conversions', maxAttempts: 3 }

const TOO_LONG = 'A worksheet holds 1,048,575 records; this table has more. Choose another format.'

/**
 * Decrypts a table, converts it and encrypts the result, as a job. Does nothing if the result
 * exists.
 */
export async function makeConversion(
  work: Work,
  { fileId, format }: { fileId: string; format: OtherFormat },
): Promise<void> {
  const { platform, blobs } = work
  const file = await platform.db.transaction(system, async (tx) => {
    const stored = await findStoredFile(tx, fileId)
    const made =
      stored && (await findFileNamed(tx, stored.delivery_id, nameIn(format, stored.name)))
    return stored && !made ? (await withKeys(tx, platform, [stored]))[0]! : null
  })
  if (!file) return
  await withWorkDir(platform.config, async (dir) => {
    const path = join(dir, 'table.csv')
    const whole = { start: 0, end: Number(file.bytes) - 1 }
    await pipeline(readerOf(platform, blobs)(file, whole), createWriteStream(path, { mode: 0o600 }))
    const [converted] = await writeConversions(work, dir, [{ path, name: file.name }], [format])
    if (converted) await keep(work, file, converted)
  })
}

async function keep(
  { platform, blobs }: Work,
  { delivery_id, draw_id: drawId }: StoredFile,
  converted: WrittenFile,
): Promise<void> {
  const key = await platform.db.transaction(system, (tx) =>
    filesKey(tx, platform.secrets, delivery_id),
  )
  const sealed = await encryptFiles(blobs, key, [converted])
  const isKept = await platform.db.transaction(system, (tx) =>
    insertFiles(tx, { id: delivery_id, drawId }, sealed),
  )
  if (!isKept) await discardFiles(blobs, sealed)
}
