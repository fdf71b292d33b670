/** The catalog of twins that are for sale. */
import { Readable } from 'node:stream'
import {
  type CatalogFilter,
  LISTED_ROWS,
  type ListingCard,
  type ListingDetail,
  type ListingSample,
  type ListingSort,
  type PreviewTable,
} from '@semblance/contract'
import { decodeRankCursor, encodeRankCursor, type Page } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { csvRecords } from '../../platform/storage/csv-records.ts'
import { accountOfTwin, readTwin } from '../deliveries/service.ts'
import { findPreviewOf } from '../previews/service.ts'
import { noteUse } from '../usage/service.ts'
import { type CardRow, findCard, listCards, orders, type Reader } from './catalog-queries.ts'
import { columnsOf, figuresOf, fromStored } from './facts.ts'
import { listRevisions } from './queries.ts'

export async function listCatalog(ctx: Ctx, input: Page & CatalogFilter & { sort: ListingSort }) {
  const { sort, limit } = input
  const order = orders[sort]
  const after = decodeRankCursor(input.cursor, order.ranks)
  const rows = await withSystemRole(ctx.tx, () =>
    listCards(ctx.tx, readerOf(ctx), input, { sort, after, limit }),
  )
  const kept = rows.slice(0, limit)
  const last = rows.length > limit ? kept.at(-1) : undefined
  return {
    items: kept.map((row) => toCard(ctx, row)),
    nextCursor: last ? encodeRankCursor({ rank: order.rankOf(last), id: last.listing_id }) : null,
  }
}

const readerOf = ({ actor }: Ctx): Reader => ({ samplesOnly: actor.userId === null })

/** Returns a listing that is for sale, and records the look at it. Throws not_found for all others. */
export async function getListing(ctx: Ctx, listingId: string): Promise<ListingDetail> {
  const row = await withSystemRole(ctx.tx, () => findCard(ctx.tx, readerOf(ctx), listingId))
  if (!row) throw new AppError('not_found')
  const { twin, account, sample, revisions } = await withSystemRole(ctx.tx, async () => ({
    twin: await readTwin(ctx.tx, row.delivery_id),
    account: await accountOfTwin(ctx.tx, row.delivery_id),
    sample: (await findPreviewOf(ctx.tx, row.delivery_id)) ?? [],
    revisions: await listRevisions(ctx.tx, listingId),
  }))
  const main = twin?.tables[0]?.report
  const figures = twin && figuresOf(twin)
  if (!main || !figures) throw new Error(`The twin of listing ${listingId} is not there.`)
  await noteUse(ctx, { kind: 'listing', objectId: listingId, vendor: row.vendor })
  const { options, dictionary } = fromStored(row.content)
  return {
    ...toCard(ctx, row),
    description: row.description,
    ...{ options, figures, account },
    sample: await Promise.all(sample.map(firstRows)),
    dictionary: columnsOf(twin, dictionary),
    fidelity: main.fidelity,
    checks: main.privacy.checks,
    guarantee: main.privacy.guarantee,
    revisions: revisions.map(({ revision, published_at }) => ({
      revision,
      publishedAt: published_at,
    })),
  }
}

async function firstRows({ name, columns, totalRows, csv }: PreviewTable): Promise<ListingSample> {
  const rows: string[][] = []
  for await (const records of csvRecords(Readable.from([csv]))) rows.push(...records)
  return { name, columns, totalRows, rows: rows.slice(1, LISTED_ROWS + 1) }
}

const toCard = ({ actor }: Ctx, row: CardRow): ListingCard => ({
  id: row.listing_id,
  revision: row.revision,
  title: row.title,
  category: row.category,
  vendor: {
    id: row.vendor,
    name: row.vendor_name,
    slug: row.vendor_slug,
    rating: row.rating === null ? null : Number(row.rating),
  },
  records: Number(row.records),
  columns: row.columns,
  accuracyPercent: row.accuracy_tenths / 10,
  epsilon: row.epsilon,
  lowestPriceCents: BigInt(row.lowest_price_cents),
  optionsCount: row.content.options.length,
  publishedAt: row.published_at,
  shape: row.shape,
  isOwn: actor.userId !== null && row.vendor === actor.organization?.id,
})
