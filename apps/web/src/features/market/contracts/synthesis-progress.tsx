import type { ContractDetail } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { SynthesisProgress } from '@/components/blocks/synthesis/synthesis-progress.tsx'
import { orpc } from '@/lib/api/api.ts'

const pollMs = 2000

/** Follows the latest delivery's twin, for both sides, while it is made. */
export function ContractSynthesis({ contract }: { contract: ContractDetail }) {
  const contractId = contract.id
  const { data } = useQuery(
    orpc.deliveries.latest.queryOptions({ input: { contractId }, refetchInterval: pollMs }),
  )
  if (!data || data.status === 'held') return null // ContractNotices tells of a held one
  return <SynthesisProgress delivery={data} side={contract.side} />
}
