import type { ContractDetail } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '@/lib/api/api.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

const pollMs = 4000

/** Maps the reader's side to the list of its contracts. */
export const backLinks = {
  client: { label: 'Active contracts', to: paths.contracts },
  vendor: { label: 'My contracts', to: paths.vendorContracts },
}

export const contractQuery = (contractId: string) =>
  orpc.contracts.get.queryOptions({ input: { contractId } })

/** Reads a contract, again and again while it moves by itself, with the side it is read from. */
export function useContract(contractId: string) {
  const { roles } = useAuth()
  const query = useQuery({
    ...contractQuery(contractId),
    refetchInterval: ({ state }) => isMoving(state.data) && pollMs,
  })
  const onlyVendor = roles.includes('vendor') && !roles.includes('client')
  const side = query.data?.side ?? (onlyVendor ? ('vendor' as const) : ('client' as const))
  return { query, side }
}

/** Returns true from the vendor's upload to the end of synthesis, while the page polls. */
const isMoving = (contract?: ContractDetail) =>
  contract?.stage === 'data_submission' || contract?.status === 'synthetic_processing'
