import type { AccuracyEstimate, EstimatedTable } from '@semblance/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { orpc } from '@/lib/api/api.ts'

/** Returns what accuracy to expect of a table; null while nothing is known, and for no table. */
export function useAccuracyEstimate(table: EstimatedTable | null): AccuracyEstimate | null {
  const { data } = useQuery(
    orpc.estimates.accuracy.queryOptions({
      input: table ?? skipToken,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  return (table && data) ?? null
}

/** Fills an empty minimum with the estimate's, and follows the estimate until it is changed by hand. */
export function useProposedMinimum(
  estimate: AccuracyEstimate | null,
  value: string,
  onPropose: (value: string) => void,
): void {
  const proposed = useRef('')
  const propose = useEffectEvent(onPropose)
  const least = estimate?.minAccuracyPercent
  useEffect(() => {
    if (least === undefined || least === null || value !== proposed.current) return
    const next = String(least)
    if (next === value) return
    proposed.current = next
    propose(next)
  }, [least, value])
}
