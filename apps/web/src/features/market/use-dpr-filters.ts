import { budgetMarks, filterIndustries, type MarketFilters, paces } from '@semblance/contract'
import { useSearchParams } from 'react-router'

const groups = ['budget', 'industry', 'timeline'] as const

/** The dashboard's filters, kept in the address bar: `?search=…&industry=retail,finance`. */
export function useDprFilters() {
  const [params, setParams] = useSearchParams()
  const chosen = <V extends string>(group: string, known: readonly V[]) => {
    const listed = params.get(group)?.split(',') ?? []
    return known.filter((value) => listed.includes(value))
  }
  const filters: MarketFilters = {
    search: params.get('search')?.trim().slice(0, 200) ?? '',
    budget: chosen('budget', budgetMarks),
    industry: chosen('industry', filterIndustries),
    timeline: chosen('timeline', paces),
  }
  const change = (next: Partial<MarketFilters>) =>
    setParams(
      (current) => {
        const changed = { ...filters, ...next }
        const write = (name: string, value: string) =>
          value ? current.set(name, value) : current.delete(name)
        write('search', changed.search)
        for (const group of groups) write(group, changed[group].join(','))
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  const clear = () => change({ search: '', budget: [], industry: [], timeline: [] })
  return { filters, change, clear }
}
