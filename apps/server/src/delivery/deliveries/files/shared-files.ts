/** Hands delivered files to readers of Delta Sharing and of the page, by links that many requests of one reading follow. */

import { recordFor } from '../../../core/audit/service.ts'
import { withSystemRole } from '../../../platform/database/db.ts'
import { publish } from '../../../platform/events/events.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { signLink } from '../../../platform/http/links.ts'
import { findStoredFile } from '../queries.ts'
import { convertFile } from './conversions.ts'
import { insertDownload } from './download-queries.ts'
import { type OpenFile, withKeys } from './twin-files.ts'

const LIFETIME_MS = 3600_000

/** Returns a file with the key that opens it. Check before that the caller may fetch it. Throws not_found. */
export async function openFile({ tx, platform }: Ctx, fileId: string): Promise<OpenFile> {
  return await withSystemRole(tx, async () => {
    const stored = await findStoredFile(tx, fileId)
    const [file] = stored ? await withKeys(tx, platform, [stored]) : []
    if (!file) throw new AppError('not_found')
    return file
  })
}

/** Returns a link that lives for an hour and logs nothing, and logs here that the caller fetches the file. */
export async function linkShared(
  ctx: Ctx,
  file: OpenFile,
): Promise<{ url: string; expiresAt: Date }> {
  const { tx, actor } = ctx
  await withSystemRole(tx, async () => {
    const { client } = await insertDownload(tx, {
      delivery_id: file.delivery_id,
      person: actor.userId,
      file_name: file.name,
      bytes: file.bytes,
    })
    await publish(tx, { organization: client }, { topic: 'delivery.fetched', id: file.delivery_id })
    if (!actor.userId) return
    await recordFor(
      tx,
      { userId: actor.userId, organization: client },
      {
        action: 'data.download',
        object: `delivery:${file.delivery_id}`,
        detail: { kind: 'table', bytes: file.bytes, ...(actor.key && { key: actor.key.id }) },
      },
    )
  })
  return await signLink(ctx, { kind: 'shared', id: file.id }, { lifetimeMs: LIFETIME_MS })
}

/**
 * Returns a link to a delivered table as Parquet, of which the page reads parts; null while it is being made.
 * A visitor's reading of the sample marketplace is not logged, as it has no person.
 */
export async function readTable(
  ctx: Ctx,
  fileId: string,
): Promise<{ url: string; expiresAt: Date; bytes: number } | null> {
  const made = await convertFile(ctx, { fileId, format: 'parquet' })
  if (!made) return null
  const file = await openFile(ctx, made.id)
  const link = ctx.actor.userId
    ? await linkShared(ctx, file)
    : await signLink(ctx, { kind: 'shared', id: file.id })
  return { ...link, bytes: made.bytes }
}
