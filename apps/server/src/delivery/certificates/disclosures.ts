/**
 * Makes the claims of a certificate about money and agreement, each as a disclosure of its own: its parties hold
 * them, and choose what to hand on.
 */
import { randomBytes } from 'node:crypto'
import {
  addUpDeal,
  type DisclosableClaims,
  type DisclosedClaim,
  discloseClaim,
  disclosedClaims,
} from '@semblance/contract'
import { listEntryLeaves } from '../../core/transparency/service.ts'
import { listPartyEntries } from '../../money/ledger/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { getAgreed } from './queries.ts'

export type Disclosure = { claim: DisclosedClaim; disclosure: string }

/** RFC 9901 recommends as many: without the salt, a price is found by trying all of them. */
const SALT_BYTES = 16

/**
 * Makes the disclosures of a contract's claims as they stand, without entries that took effect after `until`. Requires
 * the system role.
 */
export async function discloseDeal(
  tx: Tx,
  contractId: string,
  until: Date | null,
): Promise<Disclosure[]> {
  const claims = await claimsOf(tx, contractId, until)
  return disclosedClaims.flatMap((claim) => {
    const value = claims[claim]
    const salt = randomBytes(SALT_BYTES).toString('base64url')
    return value ? [{ claim, disclosure: discloseClaim({ salt, name: claim, value }) }] : []
  })
}

async function claimsOf(
  tx: Tx,
  id: string,
  until: Date | null,
): Promise<Partial<DisclosableClaims>> {
  const { price_cents, fee_cents, revision, document_sha256 } = await getAgreed(tx, id)
  const all = await listPartyEntries(tx, id)
  const leaves = await listEntryLeaves(tx, id)
  const partOf = (part: 'escrow' | 'fee') => {
    const entries = all.filter(
      (entry) => entry.part === part && (!until || entry.effectiveAt <= until),
    )
    const named = entries.map((entry) => ({
      id: entry.id,
      leaf: leaves.find((leaf) => leaf.entryId === entry.id && leaf.part === part)?.entry ?? null,
    }))
    return { named, sums: addUpDeal(id, entries) }
  }
  const [escrow, fee] = [partOf('escrow'), partOf('fee')]
  return {
    ...(document_sha256 && { agreement: { sha256: document_sha256, revision } }),
    price: { cents: String(price_cents), currency: 'USD' },
    escrow: { heldCents: String(escrow.sums.heldCents), entries: escrow.named },
    fee: {
      cents: String(fee_cents),
      paidCents: String(fee.sums.heldCents + fee.sums.feesCents),
      entries: fee.named,
    },
  }
}
