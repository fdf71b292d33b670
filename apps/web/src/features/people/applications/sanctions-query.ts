import { useQuery } from '@tanstack/react-query'
import { orpc } from '@/lib/api/api.ts'

export const sanctionsQuery = (id: string) =>
  orpc.applications.sanctions.queryOptions({ input: { id } })

/** Returns what a decision states of the comparison on screen: its digest, or nothing before it is there. */
export function useSeenSanctions(id: string): { sanctions?: string } {
  const { data } = useQuery(sanctionsQuery(id))
  return data ? { sanctions: data.digest } : {}
}
