import type { ContractDetail } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { SynthesisProgress } from '@/components/blocks/synthesis/synthesis-progress.tsx'
import { orpc } from '@/lib/api/api.ts'

const pollMs = 2000

/** Follows the latest delivery's twin, for both sides: while it is made here, and while its vendor measures. */
export function ContractSynthesis({ contract }: { contract: ContractDetail }) {
  const contractId = contract.id
  const isSynthesized = contract.status === 'synthetic_processing'
  const { data } = useQuery(
    orpc.deliveries.latest.queryOptions({
      input: { contractId },
      refetchInterval: ({ state }) =>
        isSynthesized || state.data?.status === 'measuring' ? pollMs : false,
    }),
  )
  if (!data || data.status === 'held') return null // ContractNotices shows held deliveries
  if (!isSynthesized && data.status !== 'measuring') return null
  return <SynthesisProgress delivery={data} side={contract.side} />
}
