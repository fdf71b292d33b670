/** Adds up the ledger entries of a deal, as far as one side sees them. */

/**
 * Sums a deal in cents: paid in = released + refunded + returned + fees + held. `returned` went back to the bank, or to
 * another account by a correction.
 */
export type DealSums = {
  paidInCents: bigint
  releasedCents: bigint
  refundedCents: bigint
  returnedCents: bigint
  feesCents: bigint
  heldCents: bigint
}

type Place = 'own' | 'fees' | 'vendor' | 'client' | 'elsewhere'

function placeOf(account: string, deal: string): Place {
  const [kind = '', owner] = account.split(':')
  if (owner === deal && ['escrow', 'escrow_frozen', 'fee_deferred'].includes(kind)) return 'own'
  if (kind === 'fee_revenue') return 'fees'
  if (kind === 'payable') return 'vendor'
  return kind === 'refund_transit' ? 'client' : 'elsewhere'
}

type Entry = { legs: readonly { dr: string; cr: string; amountCents: string | bigint }[] }

/** Legs within escrow move nothing; a fee that is earned as it is paid passes through at once. */
export function addUpDeal(deal: string, entries: readonly Entry[]): DealSums {
  const into: Record<Place, bigint> = { own: 0n, fees: 0n, vendor: 0n, client: 0n, elsewhere: 0n }
  let paidInCents = 0n
  for (const { dr, cr, amountCents } of entries.flatMap(({ legs }) => legs)) {
    const [from, to] = [placeOf(dr, deal), placeOf(cr, deal)]
    const cents = BigInt(amountCents)
    if (from === to) continue
    if (from === 'own' || from === 'fees') into[from] -= cents
    else paidInCents += cents
    into[to] += cents
  }
  return {
    paidInCents,
    releasedCents: into.vendor,
    refundedCents: into.client,
    returnedCents: into.elsewhere,
    feesCents: into.fees,
    heldCents: into.own,
  }
}
