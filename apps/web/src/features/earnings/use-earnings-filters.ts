import { type EarningStatus, earningStatuses } from '@semblance/contract'
import { useSearchParams } from 'react-router'
import { type PeriodKey, periods } from './periods.ts'

/** Status, period and words of the transactions, kept in the address bar. */
export function useEarningsFilters() {
  const [params, setParams] = useSearchParams()
  const status: EarningStatus | undefined = earningStatuses.find(
    (known) => known === params.get('status'),
  )
  const asked = params.get('period') ?? 'all'
  const period: PeriodKey = asked in periods ? (asked as PeriodKey) : 'all'
  const search = (params.get('q') ?? '').slice(0, 200)
  const change = (next: { status?: string; period?: string; q?: string }) =>
    setParams(
      (current) => {
        for (const [name, value] of Object.entries(next))
          if (value && value !== 'all') current.set(name, value)
          else current.delete(name)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  return { status, period, search, change }
}
