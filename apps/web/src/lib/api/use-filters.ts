import { useUrlParams, writeParams } from './use-address-params.ts'

/** Returns a list's filters, which are in the address; an empty one leaves it. */
export function useFilters() {
  const [params, change] = useUrlParams()
  const set = (name: string, value: string) =>
    change((current) => writeParams(current, { [name]: value }), { replace: true })
  return { params, get: (name: string) => params.get(name) ?? '', set }
}
