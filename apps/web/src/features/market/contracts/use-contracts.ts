import { type ContractFilter, contractFilters, type Side } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useUrlParams, writeParams } from '@/lib/api/use-address-params.ts'

/** Describes the filter. `all` is distinct from `active`, the default of an address without a status. */
export type ListFilter = ContractFilter | 'all'

export function readContractFilter(params: URLSearchParams): {
  status: ListFilter
  search: string
} {
  const named = params.get('status')
  const status =
    named === 'all' ? 'all' : (contractFilters.find((filter) => filter === named) ?? 'active')
  return { status, search: params.get('search') ?? '' }
}

/** Returns the list's filter, which is in the address: `?status=completed&search=loyalty`. */
export function useContractFilter() {
  const [params, changeParams] = useUrlParams()
  const change = (next: { status?: ListFilter; search?: string }) =>
    changeParams((current) => {
      writeParams(current, next)
      if (next.status === 'active') current.delete('status')
    })
  return { ...readContractFilter(params), change }
}

type ChosenFilter = { status: ListFilter; search?: string }

/** Returns the input of the list's query. */
export const toQueryInput = (side: Side, { status, search }: ChosenFilter) => ({
  side,
  status: status === 'all' ? undefined : status,
  search: search || undefined,
})

/** Returns the query of contracts on one side, newest first. */
export const contractsQuery = (side: Side, filter: ChosenFilter & { limit: number }) =>
  orpc.contracts.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      ...toQueryInput(side, filter),
      cursor,
      limit: filter.limit,
    }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })

/** Returns the query of either side's contract list, page by page. */
export const contractListQuery = (side: Side, filter: ChosenFilter) =>
  contractsQuery(side, { ...filter, limit: 10 })

export const useContractList = (side: Side, filter: ChosenFilter) =>
  useInfiniteQuery(contractListQuery(side, filter))
