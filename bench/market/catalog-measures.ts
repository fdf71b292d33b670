/** Measures the catalog of twins that are for sale, through its route. */
import type { ContractRouterClient } from '@orpc/contract'
import { type Category, categories, type contract, listingSorts } from '@semblance/contract'
import { columnNames } from './catalog-data.ts'
import { words } from './market-data.ts'

type Listings = ContractRouterClient<typeof contract>['listings']
type Input = NonNullable<Parameters<Listings['list']>[0]>
type Measure = (round: number) => Promise<unknown>

const of = <T>(list: readonly T[], round: number): T => list[round % list.length] as T

/** Finds many listings, or few: a word, a column, and each figure. */
const filters: Record<string, (round: number) => Input> = {
  everything: () => ({}),
  'common word': (round) => ({ search: of(words.common, round) }),
  'middling word': (round) => ({ search: of(words.middling, round) }),
  'rare word': (round) => ({ search: `rare${round * 37}` }),
  'absent word': (round) => ({ search: `absent${round}` }),
  'two words': (round) => ({ search: `${of(words.middling, round)} ${of(words.common, round)}` }),
  'common column': (round) => ({ columns: [columnNames.common(round)] }),
  'middling column': (round) => ({ columns: [columnNames.middling(round)] }),
  'rare column': (round) => ({ columns: [columnNames.rare(round)] }),
  'two columns': (round) => ({
    columns: [columnNames.common(round), columnNames.middling(round)],
  }),
  category: (round) => ({ category: of(Object.keys(categories) as Category[], round) }),
  'most rows': () => ({ minRecords: 9_900_000 }),
  'low price': () => ({ maxPriceCents: 1_100n }),
  'high accuracy': () => ({ minAccuracyPercent: 99.9 }),
  'low epsilon': () => ({ maxEpsilon: 0.01 }),
  'all figures': () => ({
    ...{ minRecords: 100_000, maxPriceCents: 500_000n },
    ...{ maxEpsilon: 5, minAccuracyPercent: 80 },
  }),
}

export async function catalogMeasures(listings: Listings): Promise<Record<string, Measure>> {
  const all: Record<string, Measure> = {}
  for (const sort of listingSorts) {
    for (const [name, filter] of Object.entries(filters))
      all[`catalog ${name} ${sort}`] = (round) =>
        listings.list({ limit: 12, ...filter(round), sort })
    let cursor: string | undefined
    for (const limit of [100, 100, 100, 100, 100])
      cursor = (await listings.list({ sort, limit, cursor })).nextCursor ?? undefined
    all[`catalog page 42 ${sort}`] = () => listings.list({ sort, limit: 12, cursor })
  }
  return all
}
