import { useSearchParams } from 'react-router'
import { Select } from '@/components/ui/select.tsx'
import { type OfferSort, offerSorts } from './received-offers.ts'

const keys = Object.keys(offerSorts) as OfferSort[]

/** The order of offers, kept in the address bar. */
export function useOfferSort() {
  const [params, setParams] = useSearchParams()
  const sort = keys.find((key) => key === params.get('sort')) ?? 'price'
  return { sort, setSort: (next: OfferSort) => setParams({ sort: next }, { replace: true }) }
}

type SortSelectProps = { sort: OfferSort; onSortChange: (sort: OfferSort) => void }

export function SortSelect({ sort, onSortChange }: SortSelectProps) {
  return (
    <Select
      aria-label="Sort"
      prefix="Sort"
      className="md:w-60"
      value={sort}
      onValueChange={onSortChange}
      options={keys.map((value) => ({ value, label: offerSorts[value] }))}
    />
  )
}
