import type { ListingContent, ListingFigures } from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import type { Twin } from '../deliveries/service.ts'
import { lowestPriceOf, shapeOf, toStored } from './facts.ts'
import { insertRevision, type ListingRow } from './queries.ts'

type Published = {
  content: ListingContent
  twin: Twin
  figures: ListingFigures
  publishedBy: string | null
  at: Date
}

/** Puts the next revision of a listing into the catalog; the one before is not for sale any more. Requires the system role. */
export async function insertPublished(
  tx: Tx,
  row: ListingRow,
  { content, twin, figures, publishedBy, at }: Published,
): Promise<void> {
  const lowest = lowestPriceOf(content)
  if (lowest === null) throw new Error(`Listing ${row.id} has no option.`)
  await insertRevision(tx, {
    listing_id: row.id,
    revision: row.revision + 1,
    vendor: row.vendor,
    delivery_id: row.delivery_id,
    title: content.title,
    category: content.category,
    description: content.description,
    content: toStored(content),
    column_names: content.dictionary.map(({ name }) => name.toLowerCase()),
    shape: shapeOf(twin),
    records: BigInt(figures.records),
    accuracy_tenths: Math.round(figures.accuracy.percent * 10),
    epsilon: figures.epsilon,
    delta: figures.delta,
    lowest_price_cents: lowest,
    published_by: publishedBy,
    published_at: at,
    is_live: true,
  })
}
