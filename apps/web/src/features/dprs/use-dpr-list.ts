import { type DprSort, dprSorts, dprTabs } from '@semblance/contract'
import { useSearchParams } from 'react-router'

export const listTabs = [...dprTabs, 'drafts'] as const
export type ListTab = (typeof listTabs)[number]

/** Tab, search and order of the own requests, kept in the address bar. */
export function useDprList() {
  const [params, setParams] = useSearchParams()
  const tab = listTabs.find((key) => key === params.get('tab')) ?? 'active'
  const sort: DprSort = dprSorts.find((key) => key === params.get('sort')) ?? 'newest'
  const search = (params.get('search') ?? '').slice(0, 200)
  const change = (next: { tab?: string; search?: string; sort?: DprSort }) =>
    setParams(
      (current) => {
        for (const [name, value] of Object.entries(next))
          if (value && !(name === 'sort' && value === 'newest')) current.set(name, value)
          else current.delete(name)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  return { tab, search, sort, change }
}
