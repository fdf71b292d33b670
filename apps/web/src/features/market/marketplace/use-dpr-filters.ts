import {
  budgetThresholds,
  filterIndustries,
  type MarketFilters,
  timelineRanges,
} from '@semblance/contract'
import { useUrlParams, writeParams } from '@/lib/api/use-address-params.ts'

export function readDprFilters(params: URLSearchParams): MarketFilters {
  const chosen = <V extends string>(group: string, known: readonly V[]) => {
    const listed = params.get(group)?.split(',') ?? []
    return known.filter((value) => listed.includes(value))
  }
  return {
    search: params.get('search')?.trim().slice(0, 200) ?? '',
    budget: chosen('budget', budgetThresholds),
    industry: chosen('industry', filterIndustries),
    timeline: chosen('timeline', timelineRanges),
  }
}

/**
 * Returns the dashboard's filters, which are in the address: `?search=…&industry=retail,finance`.
 */
export function useDprFilters() {
  const [params, changeParams] = useUrlParams()
  const change = (next: Partial<MarketFilters>) =>
    changeParams((current) => {
      const written = Object.entries(next).map(([name, value]) => [name, String(value)])
      writeParams(current, Object.fromEntries(written))
    })
  const clear = () => change({ search: '', budget: [], industry: [], timeline: [] })
  return { filters: readDprFilters(params), change, clear }
}
