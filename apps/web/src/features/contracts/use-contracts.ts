import { type ContractFilter, contractFilters } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { orpc } from '@/lib/api.ts'
import { byCursor } from '@/lib/by-cursor.ts'

export type Side = 'client' | 'vendor'

/** `all` is told from `active`, which an address without a status means. */
export type ListFilter = ContractFilter | 'all'

/** The list's filter, kept in the address bar: `?status=completed&search=loyalty`. */
export function useContractFilter() {
  const [params, setParams] = useSearchParams()
  const named = params.get('status')
  const status: ListFilter =
    named === 'all' ? 'all' : (contractFilters.find((filter) => filter === named) ?? 'active')
  const change = (next: { status?: ListFilter; search?: string }) =>
    setParams(
      (current) => {
        for (const [name, value] of Object.entries(next))
          if (value && value !== 'active') current.set(name, value)
          else current.delete(name)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
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
