import { type ReviewChoices, type SourceChoice, sourceChoice } from '@semblance/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Desk } from '../desk.ts'

const pauseMs = 400

type Asked = { desk: Desk; chosen: ReviewChoices; source: SourceChoice | undefined }

export type ForecastQuery = Pick<
  ReturnType<typeof useForecast>,
  'data' | 'error' | 'isPlaceholderData'
>

/** Returns the forecast of the review's cost, updated after a pause in the choices. */
export function useForecast({ desk, chosen, source }: Asked) {
  const settled = useSettled({ chosen, source })
  const isNamed = settled.source === undefined || sourceChoice.safeParse(settled.source).success
  return useQuery({
    ...desk.forecast({ source: settled.source, ...settled.chosen }),
    enabled: isNamed,
    placeholderData: keepPreviousData,
  })
}

/** Returns the value of the last pause. */
function useSettled({ chosen, source }: Omit<Asked, 'desk'>) {
  const [settled, setSettled] = useState({ chosen, source })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ chosen, source }), pauseMs)
    return () => clearTimeout(timer)
  }, [chosen, source])
  return settled
}
