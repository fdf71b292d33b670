import { type EarningStatus, earningStatuses } from '@semblance/contract'
import { useUrlParams, writeParams } from '@/lib/api/use-address-params.ts'
import { type PeriodKey, periods } from './periods.ts'

export function readEarningsFilters(params: URLSearchParams) {
  const status: EarningStatus | undefined = earningStatuses.find(
    (known) => known === params.get('status'),
  )
  const asked = params.get('period') ?? 'all'
  const period: PeriodKey = Object.hasOwn(periods, asked) ? (asked as PeriodKey) : 'all'
  const search = (params.get('q') ?? '').slice(0, 200)
  return { status, period, search }
}

/** Returns status, period and search of the transactions, which are in the address. */
export function useEarningsFilters() {
  const [params, changeParams] = useUrlParams()
  const change = (next: { status?: string; period?: string; q?: string }) =>
    changeParams((current) => {
      writeParams(current, next)
      for (const name of ['status', 'period']) if (current.get(name) === 'all') current.delete(name)
    })
  return { ...readEarningsFilters(params), change }
}
