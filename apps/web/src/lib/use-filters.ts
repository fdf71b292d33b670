import { useSearchParams } from 'react-router'

/** Filters of a list in the address; an empty one leaves it. */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string) =>
    setParams(
      (known) => {
        if (value) known.set(name, value)
        else known.delete(name)
        return known
      },
      { replace: true },
    )
  return { get: (name: string) => params.get(name) ?? '', set }
}
