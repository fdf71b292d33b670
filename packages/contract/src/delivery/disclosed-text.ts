/** Says what a copy of a certificate discloses, for page and command line. */
import { formatDollars } from '../core/dollars.ts'
import {
  type Certificate,
  type DisclosedClaim,
  disclosedClaimLabels,
  disclosedClaims,
} from './certificates.ts'

export type DisclosedFact = { claim: DisclosedClaim; label: string; value: string }

/** Returns the disclosed claims in words; an agreed price is not always what is due. */
export function disclosedFacts({ agreement, price, escrow, fee }: Certificate): DisclosedFact[] {
  const values: Record<DisclosedClaim, string | undefined> = {
    agreement: agreement && `revision ${agreement.revision}, SHA-256 ${agreement.sha256}`,
    price: price && formatDollars(BigInt(price.cents)),
    escrow:
      escrow &&
      `${formatDollars(BigInt(escrow.heldCents))} held when it was issued, by ${entries(escrow)}`,
    fee:
      fee &&
      `${formatDollars(BigInt(fee.cents))}, of which ${formatDollars(BigInt(fee.paidCents))} paid when it was issued, by ${entries(fee)}`,
  }
  return disclosedClaims.flatMap((claim) => {
    const value = values[claim]
    return value === undefined ? [] : [{ claim, label: disclosedClaimLabels[claim], value }]
  })
}

function entries({ entries: named }: NonNullable<Certificate['escrow' | 'fee']>): string {
  if (named.length === 0) return 'no ledger entry'
  const ids = named.map(({ id }) => id).join(', ')
  return `${named.length === 1 ? 'ledger entry' : 'ledger entries'} ${ids}`
}
