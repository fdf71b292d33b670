import { type ContractFilter, contractFilters } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { orpc } from '@/lib/api.ts'
import { byCursor } from '@/lib/by-cursor.ts'
import { useAddressParams, writeParams } from '@/lib/use-address-params.ts'

export type Side = 'client' | 'vendor'

/** `all` is told from `active`, which an address without a status means. */
export type ListFilter = ContractFilter | 'all'

/** The list's filter, kept in the address bar: `?status=completed&search=loyalty`. */
export function useContractFilter() {
  const [params, changeParams] = useAddressParams()
  const named = params.get('status')
  const status: ListFilter =
    named === 'all' ? 'all' : (contractFilters.find((filter) => filter === named) ?? 'active')
  const change = (next: { status?: ListFilter; search?: string }) =>
    changeParams((current) => {
      writeParams(current, next)
      if (next.status === 'active') current.delete('status')
    })
  return { status, search: params.get('search') ?? '', change }
}

type ChosenFilter = { status: ListFilter; search?: string }

/** What the list asks for. */
export const askedOf = (side: Side, { status, search }: ChosenFilter) => ({
  side,
  status: status === 'all' ? undefined : status,
  search: search || undefined,
})

/** Contracts on one side, newest first. */
export function useContracts(side: Side, filter: ChosenFilter & { limit: number }) {
  return useInfiniteQuery(
    orpc.contracts.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...askedOf(side, filter),
        cursor,
        limit: filter.limit,
      }),
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  )
}
