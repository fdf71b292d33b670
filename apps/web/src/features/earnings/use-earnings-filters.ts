import { type EarningStatus, earningStatuses } from '@semblance/contract'
import { useAddressParams, writeParams } from '@/lib/use-address-params.ts'
import { type PeriodKey, periods } from './periods.ts'

/** Status, period and words of the transactions, kept in the address bar. */
export function useEarningsFilters() {
  const [params, changeParams] = useAddressParams()
  const status: EarningStatus | undefined = earningStatuses.find(
    (known) => known === params.get('status'),
  )
  const asked = params.get('period') ?? 'all'
  const period: PeriodKey = asked in periods ? (asked as PeriodKey) : 'all'
  const search = (params.get('q') ?? '').slice(0, 200)
  const change = (next: { status?: string; period?: string; q?: string }) =>
    changeParams((current) => {
      writeParams(current, next)
      for (const name of ['status', 'period']) if (current.get(name) === 'all') current.delete(name)
    })
  return { status, period, search, change }
}
