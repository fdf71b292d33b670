/** Explains the marketplace's lists in each pair of filters, and names those that read all requests. */
import { marketSorts } from '@semblance/contract'
import { type KyselyPlugin, RawNode } from 'kysely'
import {
  type Filter,
  listMarketDprs,
  type Reader,
} from '../../apps/server/src/market/marketplace/queries.ts'
import { type Database, system } from '../../apps/server/src/platform/database/db.ts'
import { organizationId, words } from './market-data.ts'

export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

/** Makes raw statements explain themselves instead of running; `take` gets each plan. */
export const explaining = (take: (plan: Plan) => void): KyselyPlugin => ({
  transformQuery: ({ node }) =>
    RawNode.is(node)
      ? {
          ...node,
          sqlFragments: [
            `explain (format json) ${node.sqlFragments[0]}`,
            ...node.sqlFragments.slice(1),
          ],
        }
      : node,
  transformResult: async ({ result }) => {
    const [row] = result.rows as { 'QUERY PLAN'?: { Plan: Plan }[] }[]
    if (row?.['QUERY PLAN']?.[0]) take(row['QUERY PLAN'][0].Plan)
    return result
  },
})

const readsAll = (plan: Plan): boolean =>
  (plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] === 'dprs') ||
  (plan.Plans ?? []).some(readsAll)

type Part = Partial<Omit<Filter, 'narrowing'>> & { narrowing?: Partial<Filter['narrowing']> }

/** Lists filters of each kind; those that find little, and those that find nearly all. */
const parts = (vendor: string): Record<string, Part> => ({
  nothing: {},
  'common word': { search: words.common[0] ?? '' },
  'rare word': { search: 'rare37' },
  category: { category: 'iot' },
  industry: { industry: ['finance'] },
  budget: { budget: ['30K'] },
  timeline: { timeline: ['urgent'] },
  'budget from': { narrowing: { budgetFromUsd: 60_000 } },
  'budget to': { narrowing: { budgetToUsd: 2_000 } },
  closing: { narrowing: { closing: 'week' } },
  'rare privacy': { narrowing: { privacy: ['maximum'] } },
  column: { narrowing: { column: 'column_7' } },
  invited: { narrowing: { wishes: ['invited'] } },
  'no offers': { narrowing: { wishes: ['no_offers'] } },
  'line of work': { narrowing: { wishes: ['profile'], lines: ['finance'], vendor } },
})

/** Returns the number of explained lists, and the names of those with a scan of all requests. */
export async function explainMarket(
  db: Database,
  vendorNumber: number,
): Promise<{ explained: number; readAll: string[] }> {
  const vendor = organizationId(vendorNumber)
  const now = new Date()
  const reader: Reader = { now, vendor, samplesOnly: false }
  const all = Object.entries(parts(vendor))
  const readAll: string[] = []
  let explained = 0
  await db.transaction(system, async (tx) => {
    for (const [index, [name, one]] of all.entries())
      for (const [otherName, other] of all.slice(index))
        for (const sort of marketSorts) {
          const narrowing = {
            ...{ privacy: [], column: '', wishes: [], lines: [], now, vendor },
            ...one.narrowing,
            ...other.narrowing,
          }
          const none = { search: '', category: null, budget: [], industry: [], timeline: [] }
          const filter = { ...none, ...one, ...other, narrowing } as Filter
          const take = (plan: Plan) => {
            explained++
            if (readsAll(plan)) readAll.push(`${sort}: ${name}, ${otherName}`)
          }
          const page = { sort, after: null, limit: 6 }
          await listMarketDprs(tx.withPlugin(explaining(take)), reader, filter, page)
        }
  })
  return { explained, readAll }
}
