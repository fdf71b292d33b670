import { useUrlParams, writeParams } from '@/lib/api/use-address-params.ts'
import { type MarketQuery, readMarketQuery, readShown, writeMarketQuery } from './market-query.ts'

/** Returns search, category, sort and the number of shown cards, which are in the address. */
export function useMarketQuery() {
  const [params, changeParams] = useUrlParams()
  const change = (next: Partial<MarketQuery>) =>
    changeParams((current) => {
      const query = writeMarketQuery({ ...readMarketQuery(current), ...next })
      for (const name of ['search', 'category', 'sort', 'shown']) current.delete(name)
      writeParams(current, Object.fromEntries(query))
    })
  const setShown = (shown: number) => changeParams((current) => current.set('shown', String(shown)))
  return { query: readMarketQuery(params), shown: readShown(params), change, setShown }
}
