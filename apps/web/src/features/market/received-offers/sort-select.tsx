import { type ReceivedSort, receivedSorts } from '@semblance/contract'
import { Select } from '@/components/ui/select.tsx'
import { useUrlParams } from '@/lib/api/use-address-params.ts'
import { sortLabels } from './received-offers.ts'

export const sortIn = (params: URLSearchParams) =>
  receivedSorts.find((key) => key === params.get('sort')) ?? 'price'

/** Returns the order of offers, which is in the address. */
export function useOfferSort() {
  const [params, change] = useUrlParams()
  const sort = sortIn(params)
  const setSort = (next: ReceivedSort) => change((current) => current.set('sort', next))
  return { sort, setSort }
}

type SortSelectProps = { sort: ReceivedSort; onSortChange: (sort: ReceivedSort) => void }

export function SortSelect({ sort, onSortChange }: SortSelectProps) {
  return (
    <Select
      aria-label="Sort"
      prefix="Sort"
      className="md:w-60"
      value={sort}
      onValueChange={onSortChange}
      options={receivedSorts.map((value) => ({ value, label: sortLabels[value] }))}
    />
  )
}
