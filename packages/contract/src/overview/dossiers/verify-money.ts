/** Checks the ledger entries of a dossier against their leaves, and adds them up to the cent. */
import { canonicalJson } from '../../core/transparency/leaves.ts'
import type { Dossier, DossierEntry } from './dossier.ts'
import type { Report } from './dossier-findings.ts'
import type { Step } from './verify-chains.ts'

/**
 * Sums a deal in cents, as far as its side sees: paid in = released + refunded + returned + fees + held.
 * `returned` went back to the bank, or to another account by a correction.
 */
export type DossierSums = {
  paidInCents: bigint
  releasedCents: bigint
  refundedCents: bigint
  returnedCents: bigint
  feesCents: bigint
  heldCents: bigint
}

const partOf = ({ payload: { type } }: Step): DossierEntry['part'] | null => {
  if (type === 'fee.moved') return 'fee'
  return type.startsWith('escrow.') ? 'escrow' : null
}

/** Returns the sums of the entries as they are stated; what is wrong with them is reported. */
export function verifyMoney(manifest: Dossier, steps: Step[], report: Report): DossierSums {
  const { deal, entries, balances } = manifest
  const proven = new Map(
    steps.flatMap((step) => {
      const part = partOf(step)
      return part ? [[`${part} ${String(step.payload.body.id)}`, step]] : []
    }),
  )
  for (const { part, ...entry } of entries) {
    const name = `${part} ${entry.id}`
    const step = proven.get(name)
    if (!step) report('entry_unproven', name)
    else if (canonicalJson(step.payload.body) !== canonicalJson(entry))
      report('entry_altered', name)
  }
  const named = new Set(entries.map(({ part, id }) => `${part} ${id}`))
  for (const [name, { place }] of proven) if (!named.has(name)) report('entry_missing', place)
  if (named.size < entries.length) report('sums_differ', 'entries')
  const sums = addUp(deal, entries)
  const { heldCents, fee } = balances
  if (sums.heldCents !== BigInt(heldCents) + BigInt(fee?.heldCents ?? 0))
    report('sums_differ', 'held')
  if (fee && sums.feesCents !== BigInt(fee.earnedCents)) report('sums_differ', 'fees')
  return sums
}

type Place = 'own' | 'fees' | 'vendor' | 'client' | 'elsewhere'

function placeOf(account: string, deal: string): Place {
  const [kind = '', owner] = account.split(':')
  if (owner === deal && ['escrow', 'escrow_frozen', 'fee_deferred'].includes(kind)) return 'own'
  if (kind === 'fee_revenue') return 'fees'
  if (kind === 'payable') return 'vendor'
  return kind === 'refund_transit' ? 'client' : 'elsewhere'
}

/** Legs within escrow move nothing; a fee that is earned as it is paid passes through at once. */
function addUp(deal: string, entries: readonly DossierEntry[]): DossierSums {
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
