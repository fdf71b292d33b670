import { type DprSort, dprSorts, dprTabs } from '@semblance/contract'
import { useUrlParams, writeParams } from '@/lib/api/use-address-params.ts'

export const listTabs = [...dprTabs, 'drafts'] as const
export type ListTab = (typeof listTabs)[number]

export function readDprList(params: URLSearchParams) {
  const tab = listTabs.find((key) => key === params.get('tab')) ?? 'active'
  const sort: DprSort = dprSorts.find((key) => key === params.get('sort')) ?? 'newest'
  const search = (params.get('search') ?? '').slice(0, 200)
  return { tab, search, sort }
}

/** Returns tab, search and order of the user's own requests, which are in the address. */
export function useDprList() {
  const [params, changeParams] = useUrlParams()
  const change = (next: { tab?: string; search?: string; sort?: DprSort }) =>
    changeParams((current) => {
      writeParams(current, next)
      if (next.sort === 'newest') current.delete('sort')
    })
  return { ...readDprList(params), change }
}
