import { type Category, categories } from '@semblance/contract'
import { useUrlParams } from '@/lib/api/use-address-params.ts'

/** Returns the category and the quarter that the address names, and functions that change them. */
export function useInsightFilters() {
  const [params, change] = useUrlParams()
  const named = params.get('category')
  const category = named !== null && named in categories ? (named as Category) : null
  return {
    category,
    quarter: params.get('quarter'),
    choose: (name: 'category' | 'quarter', value: string) =>
      change((current) => {
        if (value === 'all') current.delete(name)
        else current.set(name, value)
      }),
  }
}
