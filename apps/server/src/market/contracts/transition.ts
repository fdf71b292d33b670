/** Every move of a contract's status goes through here: it claims the status it leaves, and both parties' browsers hear of it. */
import { type ContractStatus, endedContractStatuses } from '@semblance/contract'
import { announceEvent } from '../../core/webhooks/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { type ContractChange, type ContractRow, claimContract } from './queries.ts'

/** Publishes `contract.changed` to both parties. */
export async function announce(
  tx: Tx,
  { id, client, vendor }: Pick<ContractRow, 'id' | 'client' | 'vendor'>,
): Promise<void> {
  const audience = [{ organization: client }, { organization: vendor }]
  await publish(tx, audience, { topic: 'contract.changed', id })
}

/** Returns both parties of a contract. */
export const partiesOf = ({ client, vendor }: Pick<ContractRow, 'client' | 'vendor'>) => [
  client,
  vendor,
]

export const pauseReviewDeadline = { review_ends_at: null, reminded_days: null }

/** Moves a contract to another status. Returns null if it is not in `from`. */
export async function move(
  tx: Tx,
  contractId: string,
  from: ContractStatus,
  change: ContractChange,
): Promise<ContractRow | null> {
  const contract = await withSystemRole(tx, () => claimContract(tx, contractId, [from], change))
  if (!contract) return null
  await announce(tx, contract)
  if (contract.status === 'cancelled')
    announceEvent(tx, partiesOf(contract), 'contract.cancelled', { contractId })
  const isOver = endedContractStatuses.some((status) => status === contract.status)
  if (isOver) await enqueue(tx, 'upload.expire', {}, { jobKey: 'upload.expire' }) // no original outlives it
  return contract
}
