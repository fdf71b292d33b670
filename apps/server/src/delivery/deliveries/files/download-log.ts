/** Serves a client's checksums and download log. */
import type { FetchedFile } from '@semblance/contract'
import { viewerOrganization } from '../../../core/api/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../../platform/database/cursor.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { signLink } from '../../../platform/http/links.ts'
import { getReady } from '../get-ready-delivery.ts'
import { listDownloads } from './download-queries.ts'

export async function linkChecksums(ctx: Ctx, dprId: string) {
  const { delivery } = await getReady(ctx, dprId, viewerOrganization(ctx, 'client'))
  return await signLink(ctx, { kind: 'checksums', id: delivery.id })
}

/** Lists the downloads from all deliveries of a request, newest first. */
export async function listDownloadsByParty(ctx: Ctx, input: { dprId: string } & Page) {
  const { delivery, earlier } = await getReady(ctx, input.dprId, viewerOrganization(ctx, 'client'))
  const rows = await listDownloads(
    ctx.tx,
    [delivery, ...earlier].map(({ id }) => id),
    { after: decodeUuidCursor(input.cursor), limit: input.limit },
  )
  return pageOf(rows, input.limit, toPosition, toFetched)
}

type DownloadRow = Awaited<ReturnType<typeof listDownloads>>[number]

const toPosition = ({ created_at, id }: DownloadRow) => ({ at: created_at, id })

const toFetched = (row: DownloadRow): FetchedFile => ({
  id: row.id,
  fileName: row.file_name,
  bytes: Number(row.bytes),
  by: row.name,
  at: row.created_at,
})
