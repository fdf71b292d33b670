/** Listings of the sample marketplace, published without their vendor's own steps. */
import type { ListingContent } from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import { readTwin } from '../deliveries/service.ts'
import { describeColumns, figuresOf, toStored } from './facts.ts'
import { insertPublished } from './publish.ts'
import { findListable, findNewestOf, insertListing, updateListing } from './queries.ts'

/** Lists the twin of a contract's delivery; does nothing where it cannot be listed. Requires the system role. */
export async function backfillListing(
  tx: Tx,
  contract: { id: string; vendor: string },
  {
    at,
    columns,
    ...content
  }: Omit<ListingContent, 'dictionary' | 'category'> & {
    columns: Record<string, string>
    at: Date
  },
): Promise<void> {
  const { vendor } = contract
  const newest = await findNewestOf(tx, contract.id)
  const found = newest && (await findListable(tx, vendor, newest))
  const twin = found && (await readTwin(tx, found.id))
  const figures = twin && figuresOf(twin)
  if (!found || !figures) return
  const dictionary = describeColumns(twin, []).map((column) => ({
    ...column,
    description: columns[column.name] ?? '',
  }))
  const written = { ...content, category: found.category as ListingContent['category'], dictionary }
  const row = await insertListing(tx, {
    ...{ vendor, delivery_id: found.id, content: toStored(written) },
    ...{ created_by: null, created_at: at, changed_at: at },
  })
  if (!row) return
  await insertPublished(tx, row, { content: written, twin, figures, publishedBy: null, at })
  await updateListing(tx, row.id, { status: 'published', revision: 1 })
}
