/** Files that prove a statement. */
import type { AttachmentKind } from '../../core/attachments/service.ts'
import { getOwnContract } from '../../market/contracts/service.ts'

export const evidence: AttachmentKind = {
  name: 'evidence',
  table: 'dispute_files',
  place: 'contract_id',
  keyOwner: 'contract',
  carrier: 'statement_id',
  field: 'evidenceIds',
  enter: async (ctx, contractId) => {
    const { contract, side } = await getOwnContract(ctx, contractId, 'request')
    const { id, client, vendor } = contract
    return { id, client, vendor, own: contract[side] }
  },
}
