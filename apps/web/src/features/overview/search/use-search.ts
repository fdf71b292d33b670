import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { orpc } from '@/lib/api/api.ts'

const pauseMs = 150
/** Typing back and forth asks once. */
const freshMs = 10_000

/** Searches what is typed after a short pause; previous hits stay until the new ones arrive. */
export function useSearch(typed: string, isOpen: boolean) {
  const text = typed.trim()
  const asked = usePaused(text)
  const query = useQuery({
    ...orpc.search.everything.queryOptions({ input: { text: asked || '-' } }),
    enabled: isOpen && asked !== '',
    staleTime: freshMs,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const isAsked = text !== ''
  return {
    groups: isAsked && !query.isError ? (query.data?.groups ?? []) : [],
    isLoading: isAsked && (asked !== text || query.isFetching),
    error: isAsked && asked === text && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  }
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === '' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
