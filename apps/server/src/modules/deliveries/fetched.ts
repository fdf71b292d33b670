/** How a client checks what it has fetched, and who has. */
import type { FetchedFile } from '@semblance/contract'
import { readerOrg } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/cursor.ts'
import { signLink } from '../../platform/links.ts'
import { listDownloads } from './download-queries.ts'
import { getReady } from './ready.ts'

export async function linkChecksums(ctx: Ctx, dprId: string) {
  const { delivery } = await getReady(ctx, dprId, readerOrg(ctx, 'client'))
  return await signLink(ctx, { kind: 'checksums', id: delivery.id })
}

/** Of all deliveries of the request, newest first. */
export async function listFetched(ctx: Ctx, input: { dprId: string } & Page) {
  const { delivery, earlier } = await getReady(ctx, input.dprId, readerOrg(ctx, 'client'))
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
