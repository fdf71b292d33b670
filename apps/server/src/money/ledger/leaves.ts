/** An entry as leaves of the transparency log: whole for staff, and what each party of a contract may see of it. */
import type { LeafType } from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import { record } from '../../platform/transparency/record.ts'
import type { Entry, EntryKind, Leg } from './queries.ts'

/** Records an entry that was just posted. */
export function recordEntry(tx: Tx, entry: Entry, id: string): void {
  const { organizationId, key, kind, contractId, effectiveAt } = entry
  const legs = entry.legs.filter(({ amountCents }) => amountCents !== 0n)
  record(tx, {
    type: 'ledger.entry',
    audience: 'staff',
    deal: null,
    entryId: id,
    body: { id, organization: organizationId, key, kind, contract: contractId, effectiveAt, legs },
  })
  if (!contractId) return
  const shared = { deal: contractId, client: organizationId, entryId: id }
  const { escrow, fee } = partsOf(legs, contractId)
  if (escrow.length > 0)
    record(tx, {
      ...shared,
      type: escrowTypes[kind] ?? 'escrow.adjusted',
      audience: 'both',
      body: { id, kind, effectiveAt, legs: escrow },
    })
  if (fee.length > 0)
    record(tx, {
      ...shared,
      type: 'fee.moved',
      audience: 'client',
      body: { id, kind, effectiveAt, legs: fee },
    })
}

/** Returns what the parties of a contract may see of an entry: both its escrow, the client alone the fee. */
export const partsOf = (legs: Leg[], contractId: string) => ({
  escrow: legs.filter((leg) => isEscrowLeg(leg, contractId)),
  fee: legs.filter(
    (leg) => touches(leg, `fee_deferred:${contractId}`) || touches(leg, 'fee_revenue'),
  ),
})

const escrowTypes: Partial<Record<EntryKind, LeafType>> = {
  settle: 'escrow.funded',
  release: 'escrow.released',
  refund: 'escrow.refunded',
  return: 'escrow.returned',
}

const touches = ({ dr, cr }: Leg, account: string) => dr === account || cr === account

/** Freezing moves money between the two escrow accounts of a contract, and none in or out. */
function isEscrowLeg({ dr, cr }: Leg, contractId: string): boolean {
  const own = [`escrow:${contractId}`, `escrow_frozen:${contractId}`]
  return own.includes(dr) !== own.includes(cr)
}
