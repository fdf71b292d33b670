import { useSearchParams } from 'react-router'
import { type MarketQuery, readMarketQuery, readShown, writeMarketQuery } from './market-query.ts'

/** Search, category, sort and how many cards are shown, kept in the address bar. */
export function useMarketQuery() {
  const [params, setParams] = useSearchParams()
  const options = { replace: true, preventScrollReset: true }
  const change = (next: Partial<MarketQuery>) =>
    setParams((current) => writeMarketQuery({ ...readMarketQuery(current), ...next }), options)
  const setShown = (shown: number) =>
    setParams((current) => {
      current.set('shown', String(shown))
      return current
    }, options)
  return { query: readMarketQuery(params), shown: readShown(params), change, setShown }
}
