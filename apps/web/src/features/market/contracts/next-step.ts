import { type ContractSummary, contractCan, type Side } from '@semblance/contract'
import { paths } from '@/paths.ts'

type Contract = Pick<ContractSummary, 'id' | 'offerId' | 'dprId' | 'status' | 'isPaymentUnderway'>

/** Returns the next step of one side on its contract, if any. */
export function nextStepOf(contract: Contract, side: Side) {
  const { id, offerId, dprId, status, isPaymentUnderway } = contract
  if (side === 'vendor')
    return contractCan.deliver(status) ? { label: 'Upload Delivery', to: paths.upload(id) } : null
  if (contractCan.fund(status))
    return {
      label: isPaymentUnderway ? 'View Payment' : 'Pay into escrow',
      to: paths.payment(offerId),
    }
  if (contractCan.release(status))
    return { label: 'Review and download', to: paths.download(dprId) }
  if (contractCan.download(status)) return { label: 'Download', to: paths.download(dprId) }
  return null
}
