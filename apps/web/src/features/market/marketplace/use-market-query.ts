import { useUrlParams, writeParams } from '@/lib/api/use-address-params.ts'
import {
  type MarketQuery,
  type MarketView,
  marketParams,
  readMarketQuery,
  readShown,
  readView,
  writeMarketQuery,
} from './market-query.ts'

/** Returns the query, the view and the number of shown requests, which are in the address. */
export function useMarketQuery() {
  const [params, changeParams] = useUrlParams()
  const change = (next: Partial<MarketQuery>) =>
    changeParams((current) => {
      const query = writeMarketQuery({ ...readMarketQuery(current), ...next })
      for (const name of [...marketParams, 'shown']) current.delete(name)
      writeParams(current, Object.fromEntries(query))
    })
  const setShown = (shown: number) => changeParams((current) => current.set('shown', String(shown)))
  const setView = (view: MarketView) =>
    changeParams((current) => writeParams(current, { view: view === 'cards' ? view : '' }))
  return {
    query: readMarketQuery(params),
    shown: readShown(params),
    view: readView(params),
    change,
    setShown,
    setView,
  }
}
