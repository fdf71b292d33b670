/** Explains the catalog's lists by what finds little, and names those that do not use the index of it. */
import { type CatalogFilter, listingSorts } from '@semblance/contract'
import { listCards } from '../../apps/server/src/delivery/listings/catalog-queries.ts'
import { type Database, system } from '../../apps/server/src/platform/database/db.ts'
import { explaining, type Plan } from './market-plans.ts'

/** Maps filters that find little to the index that finds it. */
const selective: [string, Partial<CatalogFilter>, string][] = [
  ['rare word', { search: 'rare37' }, 'listing_revisions__search'],
  ['rare column', { columns: ['detail_37'] }, 'listing_revisions__columns'],
  ['rare word of a category', { search: 'rare37', category: 'iot' }, 'listing_revisions__search'],
  ['most rows', { minRecords: 9_900_000 }, 'listing_revisions__records'],
  ['low epsilon', { maxEpsilon: 0.01 }, 'listing_revisions__epsilon'],
  ['low price', { maxPriceCents: 1_100n }, 'listing_revisions__price'],
]

const uses = (plan: Plan, index: string): boolean =>
  plan['Index Name'] === index || (plan.Plans ?? []).some((part) => uses(part, index))

/** Returns the number of explained lists, and the names of those without the index. */
export async function explainCatalog(
  db: Database,
): Promise<{ explained: number; withoutIndex: string[] }> {
  const withoutIndex: string[] = []
  let explained = 0
  await db.transaction(system, async (tx) => {
    for (const samplesOnly of [false, true])
      for (const [name, part, index] of selective)
        for (const sort of listingSorts) {
          const take = (plan: Plan) => {
            explained++
            if (!uses(plan, index))
              withoutIndex.push(`${sort}: ${name}${samplesOnly ? ', as a visitor' : ''}`)
          }
          const filter = { search: '', columns: [], ...part }
          const page = { sort, after: null, limit: 12 }
          await listCards(tx.withPlugin(explaining(take)), { samplesOnly }, filter, page)
        }
  })
  return { explained, withoutIndex }
}
